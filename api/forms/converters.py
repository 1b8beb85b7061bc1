"""What a piece of a path may be."""

from typing import Final
from uuid import UUID

from api.forms.fields import StrictUUID
from api.problems.faults import Problem

_UUID: Final = StrictUUID()


class UUIDConverter:
    """A UUID in any of the forms in which a body may write it; another text is the path of nothing."""

    regex = "[^/]+"

    def to_python(self, value: str) -> UUID:
        """The UUID; ValueError where it is none."""
        try:
            return _UUID.to_internal_value(value)
        except Problem:
            raise ValueError(value) from None

    def to_url(self, value: UUID) -> str:
        """Its usual form."""
        return str(value)
