"""What reports are about: the deal that one names, and what a signature was given for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.rules.position import Position
from scoring.rules.record.entries import About, Entry, unit_of
from scoring.rules.record.kinds import Confirmed, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.signatures import signed_now


@dataclass
class Bindings(Position):
    """A position that knows what signatures, incidents, disputes and rulings are about.

    `earlier` has the ids of deals before the first one that is read, by number. `bindings` says what an entry is about,
    by its seq and the index in it.
    """

    earlier: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    bindings: dict[tuple[int, int], About] = field(default_factory=dict, kw_only=True)

    # --- which deal --------------------------------------------------------------------------------------------

    # A report names a deal by its number or by its id. Both are looked up once, when the report is accepted. From then
    # on the record says what the report is about, by id. The number is only where the deal stood at that moment:
    # whoever took "deal 3" from an old entry would find another deal there, once a forgotten one came before it.

    def number_of(self, named: int | str | None) -> int | None:
        """The number of the deal that is named, None where none is; Refused where no deal has this id."""
        if not isinstance(named, str):
            return named
        known = {**self.earlier, **{deal.facts.number: deal.facts.id for deal in self.deals}}
        number = next((number for number, id_ in known.items() if id_ == named), None)
        if number is None:
            raise Refused("invalid_value", pointer=("deal",), hint="deal")
        return number

    def _id_of(self, number: int) -> str | None:
        """The id of the deal with this number, None where this reading does not know it."""
        return next((deal.facts.id for deal in self.deals if deal.facts.number == number), self.earlier.get(number))

    # --- what is bound -----------------------------------------------------------------------------------------

    def bound(self, entry: Entry) -> Entry:
        """The entry with what each of its reports is about, as it was found out when it was read."""
        about = tuple(self._about(entry, index, said) for index, said in enumerate(unit_of(entry).said))
        return replace(entry, about=about) if any(about) else entry

    def _about(self, entry: Entry, index: int, said: Said) -> About | None:
        """What one report of the entry is about; a new signature is for what stands now.

        All of the record has been read by then. A signature that is put in the place of an older one is read before
        what was reported after that one, and yet whoever signs now has seen it.
        """
        about = self.bindings.get((entry.seq, index))
        if about is None or about.signed is not None or not isinstance(said.report, Confirmed):
            return about
        deal = self._index_of(about.deal)
        if deal is None:
            return about
        facts = self.deals[deal].facts
        signed = signed_now(facts, self.judged(self.deals[deal]))
        given = facts.signatures
        given[:] = [replace(one, signed=signed) if one.seq == entry.seq else one for one in given]
        self.bindings[entry.seq, index] = replace(about, signed=signed)
        return self.bindings[entry.seq, index]
