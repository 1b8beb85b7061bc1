"""The forms of the desk, in the words of the reader and with the cards and players of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError

from scoring.drawing.deal import Pack
from scoring.rules.pack.cards import card
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.text import NOT_IN_A_TEXT
from scoring.rules.rulings.catalogue import OFFENCES
from scoring.rules.rulings.remedies import DISCOVERED
from scoring.wording import label, labelled, offence, ruling_term, sentence
from scoring.wording.steps import TableNames

NONE: Final = ("", "—")
LONGEST: Final = 2000
MOST_POINTS: Final = 100_000
POINTS: Final = "points_"
Data = Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Choices:
    """What a form may offer: the deal, who sits there, its cards, and the remedies that are possible in it."""

    sheet: Mapping[str, Any]
    table: TableNames
    pack: Pack
    remedies: Sequence[str] = ()
    category: str = ""

    def word(self, key: str) -> str:
        """A word of the desk."""
        return label(key, language=self.pack.language)

    @property
    def offences(self) -> list[tuple[str, str]]:
        """All offences, and what the dispute says it is about."""
        keys = dict.fromkeys((*OFFENCES, *([self.category] if self.category else [])))
        return [(key, offence(key, language=self.pack.language).name) for key in keys]

    def terms(self, group: str, keys: Sequence[str]) -> list[tuple[str, str]]:
        """Remedies, or times of discovery."""
        return [(key, ruling_term(group, key=key, language=self.pack.language).name) for key in keys]

    @property
    def tricks(self) -> list[tuple[str, str]]:
        """The tricks on record."""
        return [NONE, *((str(trick["number"]), str(trick["number"])) for trick in self.sheet["tricks"])]

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Who sits there."""
        return [NONE, *((str(seat), name) for seat, name in self.table.names.items())]

    @property
    def sides(self) -> list[tuple[str, str]]:
        """Who plays together."""
        return [
            (str(side), " + ".join(self.table.names[seat] for seat in seats))
            for side, seats in self.table.sides.items()
        ]

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The cards that lie, trick by trick."""
        lying = [(trick["number"], code) for trick in self.sheet["tricks"] for code in trick["cards"]]
        return [
            NONE,
            *(
                (code, labelled(f"{self.word('trick')} {number}", self.pack.name(code), language=self.pack.language))
                for number, code in lying
            ),
        ]


class TextField(forms.CharField):
    """Words for the journal: of several lines, without characters that nobody sees or that turn the text."""

    def __init__(self, *, language: str, required: bool = False, lines: int = 3) -> None:
        widget = forms.Textarea(attrs={"rows": lines}) if lines > 1 else forms.TextInput()
        super().__init__(required=required, max_length=LONGEST, widget=widget)
        self.language = language

    def clean(self, value: Any) -> Any:
        """The text as it will stand there."""
        text = super().clean(value).replace("\r\n", "\n")
        found = NOT_IN_A_TEXT.search(text)
        if found:
            facts = {"character": f"U+{ord(found.group()):04X}"}
            raise ValidationError(sentence("invalid_value", language=self.language, params=facts))
        return text


class RulingForm(forms.Form):
    """A ruling: what the referee finds, and what follows. Dispute and catalogue fill in what is left out."""

    def __init__(self, data: Data = None, *, choices: Choices, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        language = choices.pack.language
        self.fields |= {
            "id": forms.UUIDField(widget=forms.HiddenInput, initial=uuid4),
            "offence": forms.ChoiceField(choices=choices.offences),
            "discovered": forms.ChoiceField(widget=forms.RadioSelect, choices=choices.terms("discovered", DISCOVERED)),
            "remedy": forms.ChoiceField(widget=forms.RadioSelect, choices=choices.terms("remedies", choices.remedies)),
            "trick": _number(choices.tricks),
            "seat": _number(choices.seats),
            "side": _number([NONE, *choices.sides]),
            "card": forms.ChoiceField(required=False, choices=choices.cards),
            "leads": _number(choices.seats),
            **{POINTS + side: _points() for side, _ in choices.sides},
            "article": TextField(language=language, lines=1),
            "reason": TextField(language=language),
        }
        for name, field in self.fields.items():
            if name != "id" and not name.startswith(POINTS):
                field.label = choices.word(name)
        for side, players in choices.sides:
            self.fields[POINTS + side].label = choices.word("points_for").format(side=players)

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields that say where it happened, whose card, and who leads on."""
        return [self[name] for name in ("trick", "seat", "side", "card", "leads")]

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields for points, one for each side."""
        return [self[name] for name in self.fields if name.startswith(POINTS)]

    def ruled(self) -> Ruled:
        """The decision that the form tells."""
        values = self.cleaned_data
        points = {
            int(name.removeprefix(POINTS)): amount
            for name, amount in values.items()
            if name.startswith(POINTS) and amount is not None
        }
        return Ruled(
            dispute="",
            points=points or None,
            card=card(values["card"]) if values["card"] else None,
            offence=values["offence"],
            discovered=values["discovered"],
            remedy=values["remedy"],
            article=values["article"] or None,
            reason=values["reason"] or None,
            **{name: values[name] for name in ("trick", "seat", "side", "leads")},
        )


class WordsForm(forms.Form):
    """A statement or a reason, perhaps for a side."""

    def __init__(self, data: Data = None, *, choices: Choices, name: str, with_side: bool, required: bool) -> None:
        super().__init__(data, label_suffix="", auto_id=f"{name}_%s")
        self.fields["id"] = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)
        if with_side:
            self.fields["side"] = _number([(NONE[0], choices.word("referee")), *choices.sides])
            self.fields["side"].label = choices.word("side")
        self.fields["text"] = TextField(language=choices.pack.language, required=required)
        self.fields["text"].label = choices.word(name)


def _number(choices: Sequence[tuple[str, str]]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(required=False, coerce=int, empty_value=None, choices=choices)


def _points() -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS)
