"""Strict objects, lists and maps: every fault is found, up to a limit, each with the JSON Pointer to its place.

An instance may stand at module level: `run_validation` keeps nothing, so threads may share it. It answers the checked
values, or raises the Problem with all faults in the order of declaration.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import Field, empty

from api.forms.fields import Strict, refused
from api.problems.exceptions import faults_of
from api.problems.faults import MOST_FAULTS, Problem, RequestFault, are_enough


def read(field: Field[Any, Any, Any, Any], value: Any, *path: str | int, faults: list[RequestFault]) -> Any:
    """The value as the field reads it; where it is at fault, None, and its faults are added, seen from `path`."""
    try:
        return field.run_validation(value)
    except Problem as problem:
        found = problem.faults or (RequestFault(problem.code, params=problem.params, members=problem.members),)
    except ValidationError as error:
        found = tuple(faults_of(error.detail))
    faults += [fault.under(*path) for fault in found]
    return None


class StrictSerializer(serializers.Serializer[Any]):
    """An object with the declared fields alone; those not required and not there have their default, or stay away."""

    label: Any
    """A field of ours may bear this name: REST framework takes what is declared out of the class."""

    @cached_property
    def plan(self) -> Mapping[str, Field[Any, Any, Any, Any]]:
        """The fields that may be written."""
        return {name: field for name, field in self.fields.items() if not field.read_only}

    def run_validation(self, data: Any = empty) -> Any:
        """The checked values by name; a Problem with all faults."""
        if data is None and self.allow_null:
            return None
        if not isinstance(data, dict):
            raise refused("missing_field") if data is empty else _no(data, "object")
        faults: list[RequestFault] = []
        values: dict[str, Any] = {}
        for name, field in self.plan.items():
            value = data.get(name, empty)
            if value is not empty:
                values[name] = read(field, value, name, faults=faults)
            elif field.required:
                faults.append(RequestFault("missing_field", params={"name": name}).under(name))
            elif field.default is not empty:
                values[name] = field.get_default()
        unknown = (name for name in data if name not in self.plan)
        faults += [_unknown(name) for name in islice(unknown, MOST_FAULTS + 1)]
        if faults:
            raise Problem.of(faults)
        return self.validate(values)


class StrictList(Strict, serializers.ListField):
    """A list of `min_length` to `max_length` entries, all read by `child`."""

    def to_internal_value(self, data: Any) -> list[Any]:
        """The entries as read; a Problem with the faults of all of them."""
        if not isinstance(data, list):
            raise _no(data, "array")
        low, high = self.min_length or 0, self.max_length
        if len(data) < low or (high is not None and len(data) > high):
            raise refused("invalid_value", **_length(low, high))
        faults: list[RequestFault] = []
        values = [
            read(self.child, value, index, faults=faults) for index, value in enumerate(data) if not are_enough(faults)
        ]
        if faults:
            raise Problem.of(faults)
        return values


def _unknown(name: str) -> RequestFault:
    return RequestFault("unknown_field", params={"name": name[:40]}).under(name)


def _no(data: Any, expected: str) -> Problem:
    return refused("wrong_type", expected=expected) if data is not None else refused("wrong_type", null=True)


def _length(low: int, high: int | None) -> dict[str, int]:
    if low == high:
        return {"items": low}
    return {name: bound for name, bound in (("min_items", low), ("max_items", high)) if bound}
