"""What the score of a side is made of, column by column; the API's document and the score sheet show them in order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what stands in it. It may be null, below 0 (`signed`), or left out where it is nothing."""

    about: str = ""
    nullable: bool = False
    signed: bool = False
    left_out: bool = False


Columns = Mapping[str, Column]

TRICKS: Final = Column("Card points with the last-trick 5.")
FACTOR: Final = Column("Null while it is not known.", nullable=True)
ADJUSTED: Final = Column("What rulings give or take, where they do; after the factor.", signed=True, left_out=True)
TOTAL: Final = Column("The sum of the points, times the factor, and what rulings give or take.", signed=True)
