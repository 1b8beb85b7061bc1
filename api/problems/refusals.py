"""Refusals of the rules as problems (docs/api.md, Problem codes)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from api.problems.codes import CODES
from api.problems.faults import Problem, RequestFault
from scoring.rules.record.refusals import Refused

DOCUMENTS: Final = ("recorded", "sent")
"""Params that are documents: they become members of the problem, and no sentence mentions them."""


def problem_of_refusal(refusal: Refused, *, members: Mapping[str, Any] | None = None) -> Problem:
    """The problem that a refusal stands for; `members` are added as they are.

    Where it belongs to one report of a call, `report` names its index and the pointer leads through `reports`.
    """
    path = refusal.pointer
    extra = {**{name: refusal.params[name] for name in DOCUMENTS if name in refusal.params}, **(members or {})}
    if refusal.report is not None:
        path = ("reports", refusal.report, *path)
        extra["report"] = refusal.report
    params = {name: value for name, value in refusal.params.items() if name not in DOCUMENTS}
    if CODES[refusal.code].status != HTTPStatus.UNPROCESSABLE_ENTITY:
        return Problem(refusal.code, members=extra, **params)
    fault = RequestFault(
        refusal.code, params=params, members={"report": refusal.report} if refusal.report is not None else {}
    )
    return Problem.of((fault.under(*path),), **extra)
