"""The life of a dispute, cell by cell of its table, and how a journal is read by it."""

import itertools
from typing import Any

import pytest

from scoring.rules.record.decisions import DisputeStep, Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.disputes import (
    APPEAL,
    DISMISS,
    NEXT,
    RULE,
    STATE,
    STATES,
    STEP_OF,
    TAKE,
    WAITING,
    WITHDRAW,
    docket_of,
    state_after,
)

ID = "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a01"
ACTIONS = (TAKE, STATE, RULE, DISMISS, WITHDRAW, APPEAL)
CELLS = {
    ("open", TAKE): "under_review",
    ("open", STATE): "open",
    ("open", WITHDRAW): "withdrawn",
    ("under_review", TAKE): "under_review",
    ("under_review", STATE): "under_review",
    ("under_review", RULE): "ruled",
    ("under_review", DISMISS): "dismissed",
    ("under_review", WITHDRAW): "withdrawn",
    ("ruled", STATE): "ruled",
    ("ruled", APPEAL): "appealed",
    ("dismissed", STATE): "dismissed",
    ("dismissed", APPEAL): "appealed",
    ("appealed", TAKE): "appealed",
    ("appealed", STATE): "appealed",
    ("appealed", RULE): "final",
    ("appealed", DISMISS): "final",
}


@pytest.mark.parametrize(("state", "action"), list(itertools.product(STATES, ACTIONS)))
def test_every_cell_of_the_table(state: str, action: str) -> None:
    if (state, action) in CELLS:
        assert state_after(state, action) == CELLS[state, action]
        return
    with pytest.raises(Refused) as refused:
        state_after(state, action)
    assert refused.value.code == "out_of_phase"
    assert refused.value.params["expects"] == [other for other in ACTIONS if (state, other) in CELLS]


def test_the_table_has_no_other_words() -> None:
    assert tuple(NEXT) == STATES
    assert {action for actions in NEXT.values() for action in actions} == set(ACTIONS)
    assert {"open", "under_review", "appealed"} == WAITING


def told(*actions: str, deal: int = 1) -> list[Entry]:
    """A journal: a dispute is raised, and then this happens to it."""
    raised = DisputeStep(dispute=ID, step="raised", category="revoke", raised_by={"side": 1}, statement="so")
    entries = [Entry(1, ID, Said(report=raised, deal=deal), root=1)]
    for seq, action in enumerate(actions, start=2):
        report: DisputeStep | Ruled = (
            Ruled(dispute=ID, offence="revoke", discovered="deal_over", remedy="warning")
            if action == RULE
            else DisputeStep(dispute=ID, step=STEP_OF.get(action, action))
        )
        entries.append(Entry(seq, str(seq), Said(report=report, deal=deal), root=seq))
    return entries


def test_a_whole_life() -> None:
    docket = docket_of(told(STATE, TAKE, TAKE, RULE, STATE, APPEAL, STATE, TAKE, DISMISS))
    assert not docket.misfits
    dispute = docket.disputes[ID]
    assert (dispute.state, dispute.taken, dispute.decided, dispute.appealed) == ("final", 9, 10, 7)
    assert dispute.entries == tuple(range(1, 11))
    assert docket.waiting == 0


def test_an_appeal_takes_it_from_who_had_it() -> None:
    dispute = docket_of(told(TAKE, RULE, APPEAL)).disputes[ID]
    assert (dispute.state, dispute.taken, dispute.decided, dispute.waiting) == ("appealed", None, 3, True)


def entry(seq: int, report: DisputeStep | Ruled, *, deal: int | None = 1, id_: str = "") -> Entry:
    return Entry(seq, id_ or str(seq), Said(report=report, deal=deal), root=seq)


def raised(**fields: Any) -> DisputeStep:
    return DisputeStep(**{"dispute": ID, "step": "raised", "category": "revoke", "raised_by": {"side": 1}} | fields)


def ruled(**fields: Any) -> Ruled:
    return Ruled(**{"dispute": ID, "offence": "x", "discovered": "deal_over", "remedy": "warning"} | fields)


MISFITS: dict[str, tuple[list[Entry], str, tuple[str, ...]]] = {
    "not taken": (told(RULE), "out_of_phase", ()),
    "withdrawn": (told(TAKE, WITHDRAW, STATE), "out_of_phase", ()),
    "no step of ours": (told("settled"), "invalid_value", ("step",)),
    "never raised": (told(TAKE)[1:], "invalid_value", ("dispute",)),
    "raised twice": ([*told(), entry(2, raised())], "invalid_value", ("dispute",)),
    "another deal": ([*told(), entry(2, DisputeStep(dispute=ID, step="taken"), deal=2)], "invalid_value", ("deal",)),
    "another id": ([entry(1, raised())], "invalid_value", ("dispute",)),
    "no deal": ([entry(1, raised(), deal=None, id_=ID)], "missing_field", ("deal",)),
    "about nothing": ([entry(1, raised(category=None), id_=ID)], "missing_field", ("category",)),
    "by nobody": ([entry(1, raised(raised_by=None), id_=ID)], "missing_field", ("raised_by",)),
    "no time of ours": ([*told(TAKE), entry(3, ruled(discovered="later"))], "invalid_value", ("discovered",)),
    "no remedy of ours": ([*told(TAKE), entry(3, ruled(remedy="y"))], "invalid_value", ("remedy",)),
}


@pytest.mark.parametrize("name", MISFITS)
def test_an_entry_that_cannot_be_what_it_says(name: str) -> None:
    entries, code, pointer = MISFITS[name]
    docket = docket_of(entries)
    assert [(one, refusal.code, refusal.pointer) for one, refusal in docket.misfits] == [(entries[-1], code, pointer)]
