"""The tricks become a view of the deals; see scoring/models/tricks.py.

The rows of the table followed from the documents of the deals, so nothing is lost. `migrate` makes the view at its end.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from scoring.models.tricks import drop_view


def make_room(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the view on the way back, where a table of its name is made."""
    drop_view(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_in_any_order")]

    operations = [
        migrations.DeleteModel(name="Trick"),
        migrations.CreateModel(
            name="Trick",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                ("leader", models.PositiveSmallIntegerField()),
                ("cards", models.CharField(help_text="In order of play: R6 RU RK RA.", max_length=15)),
                (
                    "winner",
                    models.PositiveSmallIntegerField(help_text="NULL while the trick is running.", null=True),
                ),
                ("points", models.PositiveSmallIntegerField(null=True)),
            ],
            options={"db_table": "scoring_trick", "managed": False},
        ),
        migrations.RunPython(migrations.RunPython.noop, make_room),
    ]
