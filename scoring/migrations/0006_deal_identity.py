"""A deal has an identity, the id of its opening report; what is said about a deal is bound to it."""

from typing import Any

from django.db import migrations, models

import scoring.models.fields


def identify(apps: Any, schema_editor: Any) -> None:
    """Give each deal the id of the report that stands at its opening, in its column and in its sheet."""
    Deal, Report = apps.get_model("scoring", "Deal"), apps.get_model("scoring", "Report")
    for deal in Deal.objects.using(schema_editor.connection.alias).iterator(chunk_size=500):
        reports = Report.objects.using(schema_editor.connection.alias).filter(game=deal.game_id, seq=deal.opened)
        deal.opening = reports.values_list("report_id", flat=True).get()
        deal.sheet = {"id": str(deal.opening), **deal.sheet}
        deal.save(update_fields=("opening", "sheet"))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_open_findings")]

    operations = [
        migrations.AddField(
            "report",
            "about",
            scoring.models.fields.DocumentField(
                help_text="What each of its reports is about, a deal or a report by its id; null where nothing is.",
                null=True,
            ),
        ),
        migrations.AddField(
            "deal",
            "opening",
            models.UUIDField(
                help_text="Its id: that of its opening report. The number may change, this does not.", null=True
            ),
        ),
        migrations.AddField(
            "deal",
            "opened_at",
            models.PositiveSmallIntegerField(default=0, help_text="Which report at that place it is."),
        ),
        migrations.AddField(
            "dispute", "about", models.UUIDField(help_text="The id of the deal that it is about.", null=True)
        ),
        migrations.AlterField(
            "dispute",
            "deal",
            models.PositiveIntegerField(
                help_text="Where that deal stands now; null where it is gone.", null=True
            ),
        ),
        migrations.RunPython(identify, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "deal",
            "opening",
            models.UUIDField(help_text="Its id: that of its opening report. The number may change, this does not."),
        ),
    ]
