"""Where two JSON values differ."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final, TypeAlias, final


@final
class NoValue:
    """Stands where one of the two values has nothing, which null would not say."""

    def __str__(self) -> str:
        return "nothing"


NO_VALUE: Final = NoValue()

Path: TypeAlias = tuple[str | int, ...]
"""The way to a place inside a value: names of members and indexes of lists."""


def differences(one: Any, other: Any, *path: str | int) -> Iterator[tuple[Path, Any, Any]]:
    """The places where two values differ, each as its path, the first value and the second.

    The paths lead as far inside as both are objects, or both lists:
    `differences({"a": [1, 2]}, {"a": [1]})` answers `("a", 1), 2, NO_VALUE`. True is not 1.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**other, **one}:
            yield from differences(one.get(name, NO_VALUE), other.get(name, NO_VALUE), *path, name)
    elif isinstance(one, list) and isinstance(other, list):
        for index, (each, its) in enumerate(zip_longest(one, other, fillvalue=NO_VALUE)):
            yield from differences(each, its, *path, index)
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield path, one, other
