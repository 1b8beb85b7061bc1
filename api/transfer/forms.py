"""The forms of a document with a whole game: its head, its entries, and what they have besides their reports."""

from typing import Any, Final

from api.forms.fields import StrictChoice, StrictDateTime, StrictInteger, StrictString, StrictUUID
from api.forms.objects import StrictList, StrictSerializer
from api.games.fields import game_readers, settings_readers
from api.games.request import AnyList, AnyObject
from api.transfer.bindings import AboutForm, BindingForm
from scoring.models import Role
from scoring.models.fields import LABEL_LENGTH
from scoring.rules.record.codec import MOST_IN_PLACE
from scoring.selectors.exports import FORMAT, VERSION
from scoring.services.changes.settings import SETTINGS
from scoring.services.giving_up import ABANDON, RESUME


class HeadForm(StrictSerializer):
    """What the game is played by, and by whom."""

    def get_fields(self) -> dict[str, Any]:
        """The fields of a game that travel."""
        return game_readers()


class DocumentForm(StrictSerializer):
    """The document; its journal and names are read once it is known by which rules."""

    format = StrictChoice((FORMAT,))
    version = StrictInteger(min_value=1, max_value=VERSION)
    game = HeadForm()
    journal = AnyList()
    names = AnyList()
    outcome = AnyObject()


class ByForm(StrictSerializer):
    """Who sent an entry: the role and label of the token, which itself stays where it was made."""

    role = StrictChoice(tuple(Role.values))
    label = StrictString(allow_blank=True, max_length=LABEL_LENGTH)


class LineForm(StrictSerializer):
    """What every entry has besides the fields of its kind."""

    seq = StrictInteger(min_value=1)
    id = StrictUUID()
    by = ByForm()
    occurred_at = StrictDateTime(allow_null=True)
    recorded_at = StrictDateTime()
    about = AboutForm(required=False, allow_null=True)
    bindings = StrictList(child=BindingForm(allow_null=True), required=False, min_length=1, max_length=MOST_IN_PLACE)


class NameForm(StrictSerializer):
    """What every other name has besides the fields of its report."""

    id = StrictUUID()
    recorded_as = StrictUUID()


class SettingsForm(StrictSerializer):
    """A change of what the game is played by."""

    def get_fields(self) -> dict[str, Any]:
        """The settings, any of them."""
        return {
            **settings_readers(),
            "from_deal": StrictInteger(required=False, min_value=1),
            "deal": StrictUUID(required=False),
            "reason": StrictString(required=False, max_length=LABEL_LENGTH),
        }


class AbandonForm(StrictSerializer):
    """That the game was given up."""

    reason = StrictString(max_length=LABEL_LENGTH)


class ResumeForm(StrictSerializer):
    """That giving up was taken back."""

    reason = StrictString(required=False, max_length=LABEL_LENGTH)


DOCUMENT: Final = DocumentForm()
LINE: Final = LineForm()
OTHER_NAME: Final = NameForm()
BESIDE_REPORTS: Final = {SETTINGS: SettingsForm(), ABANDON: AbandonForm(), RESUME: ResumeForm()}
"""How the kinds are read that only their own endpoints write."""
