"""Brings together migrations of the same number.

Two of them said `run_before` to one that databases have applied already. Django refuses to migrate such a database:
what it has applied would come before what it has not. They stand for themselves now.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_club_options"),
        ("scoring", "0009_former_seats"),
    ]
