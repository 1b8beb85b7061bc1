from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F, Q


def accept_those_of_the_operator(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the referees that the operator made; all others were invited, and their accounts can accept now."""
    tokens = apps.get_model("scoring", "Token").objects.filter(role="referee")
    tokens.filter(Q(made_by=None) | Q(made_by=F("user"))).update(accepted_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_bind_journal"),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="accepted_at",
            field=models.DateTimeField(
                editable=False,
                help_text="When its account took the role on. Decisions bear its name from then on.",
                null=True,
            ),
        ),
        migrations.RunPython(accept_those_of_the_operator, migrations.RunPython.noop),
    ]
