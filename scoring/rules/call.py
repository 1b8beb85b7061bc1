"""A call: the reports that a client sends at once, the steps in which they are heard, and what becomes of them."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.rules.deal.facts import Deal
from scoring.rules.proof.findings import Finding
from scoring.rules.record.entries import Entry, Sent, Unit
from scoring.rules.record.kinds import Corrected, Incident, Retracted
from scoring.rules.record.refusals import Refused


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
    """Whether this takes the place of an earlier report."""
    return isinstance(sent.said.report, Retracted | Corrected)


def steps_of(reports: Sequence[Sent]) -> Iterator[tuple[int, Sequence[Sent]]]:
    """The steps of a call, each with the index of its first report.

    A step is one report, or retractions and corrections that follow each other. Incidents between these do not part
    them, because an incident changes nothing in a deal.
    """
    # Without that, a call that alternates corrections and incidents would have the whole game read 100 times.
    index = 0
    while index < len(reports):
        end = index + 1
        if replaces(reports[index]):
            end = _end_of_step(reports, start=index)
        yield index, reports[index:end]
        index = end


def _end_of_step(reports: Sequence[Sent], *, start: int) -> int:
    """The index after the last retraction or correction of the step that begins at `start`."""
    incidents: set[str] = set()
    end = start + 1
    for index, sent in enumerate(reports[start:], start):
        report = sent.said.report
        if isinstance(report, Incident):
            incidents.add(str(sent.id))
        elif not isinstance(report, Retracted | Corrected) or report.report in incidents:
            break  # an incident must have been read before it is taken back: only then is known what it was about
        else:
            end = index + 1
    return end


def new_findings(
    known: Container[UUID], found: Mapping[UUID, tuple[Deal, Finding]], *, report: int
) -> list[NewFinding]:
    """The findings that this report has brought: those among `found` that were not known before it."""
    return [
        NewFinding(report, deal.number, deal.id, finding) for id_, (deal, finding) in found.items() if id_ not in known
    ]


def opened_by(
    hearings: Hearings,
    admitted: Hearings,
    *,
    found: Mapping[UUID, tuple[Deal, Finding]],
    known: Container[UUID],
    opened: Container[str],
) -> Hearings:
    """What was heard, with the new findings as somebody is told them who did not know all hands.

    `admitted` is what became of the call without the hands that they did not know, and `known` are the findings that
    they knew before it. `found` are those of the whole record after it, and `opened` the ids of the deals in which
    nothing is hidden any more: of these they are told everything.
    """
    reports = {(one.deal_id, one.finding.key): one.report for one in (*hearings.new, *admitted.new)}
    last = len(hearings.heard) - 1
    told = [one for one in admitted.new if one.deal_id not in opened]
    for id_, (deal, finding) in found.items():
        if deal.id in opened and id_ not in known:
            report = reports.get((deal.id, finding.key), last)
            told.append(NewFinding(report, deal.number, deal.id, finding))
    return Hearings(hearings.heard, tuple(sorted(told, key=lambda one: one.report)))


def misplaced(refusal: Refused, sent: Sent, *, part: int) -> Refused:
    """The refusal of a report of a step at its place; a `part` of a replacement is seen from its correction."""
    report = sent.said.report
    if isinstance(report, Incident):
        return refusal
    if isinstance(report, Corrected) and len(report.replacement) > 1:
        return refusal.under("replacement", part)
    return refusal.under("replacement")
