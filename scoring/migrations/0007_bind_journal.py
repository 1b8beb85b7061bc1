"""Once this bound old journals. It did so by the rules of today, which know more of a game than its rows had here.

So it runs after all migrations now (scoring/services/binding.py). This one is kept because databases have applied it.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_deal_identity")]
