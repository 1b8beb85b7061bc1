"""What an entry of a taken-in journal is about, and what was signed, read strictly."""

from collections.abc import Mapping
from typing import Any

from api.forms.fields import StrictInteger, StrictUUID
from api.forms.objects import StrictList, StrictSerializer
from api.games.request import AnyObject
from scoring.rules.record.entries import About


class AboutForm(StrictSerializer):
    """What an entry is about: a deal or a report, by its id."""

    deal = StrictUUID(required=False)
    report = StrictUUID(required=False)


class SignedForm(StrictSerializer):
    """What a signature was given for. A score that is none makes the signature hold no more, and nothing else."""

    scores = StrictList(child=AnyObject(), max_length=4)
    leaders = StrictList(child=StrictInteger(min_value=1, max_value=4), max_length=12)


class BindingForm(AboutForm):
    """What one report of an entry is about, and what was signed of it."""

    signed = SignedForm(required=False)


def about_of(given: Mapping[str, Any] | None) -> About | None:
    """What is bound, as the rules know it."""
    if not given:
        return None
    return About.from_json({name: value if name == "signed" else str(value) for name, value in given.items()})
