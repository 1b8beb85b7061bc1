"""A call: the reports that a client sends at once, the steps in which they are heard, and what becomes of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.rules.proof.findings import Finding
from scoring.rules.record.entries import Entry, Sent, Unit
from scoring.rules.record.kinds import Corrected, Retracted


@dataclass(frozen=True, slots=True)
class NewFinding:
    """A new finding, with the number and the id of its deal and the index of the report that brought it."""

    report: int
    deal: int
    deal_id: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Hearings:
    """What became of the reports of a call, in their order, and the new findings that stand after the last of them.

    A report becomes an `Entry`, the new line of the journal; or it repeats a `Unit` that is on record.
    """

    heard: tuple[Entry | Unit, ...]
    new: tuple[NewFinding, ...]


class Irregular(Exception):
    """At least one report goes against the rules and does not insist (`as_played`): the findings that are held up."""

    def __init__(self, findings: Sequence[NewFinding]) -> None:
        super().__init__("irregular")
        self.findings = findings


def replaces(sent: Sent) -> bool:
    """Whether a report takes the place of an earlier one."""
    return isinstance(sent.said.report, Retracted | Corrected)


def steps_of(reports: Sequence[Sent]) -> Iterator[tuple[int, Sequence[Sent]]]:
    """Each step of a call with the index of its first report.

    A report is a step of its own; retractions and corrections that follow each other directly are one step.
    """
    index = 0
    while index < len(reports):
        end = index + 1
        while replaces(reports[index]) and end < len(reports) and replaces(reports[end]):
            end += 1
        yield index, reports[index:end]
        index = end
