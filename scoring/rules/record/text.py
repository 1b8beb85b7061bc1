"""Which characters and identifiers are harmless wherever a text is kept or shown."""

import re

_HALVES = "\ud800-\udfff"
_INVISIBLE = "\u200b\u2060-\u2064\ufeff"
_TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they let a text read other than it is written
# Nobody sees these either: by them two names that read the same would be two. Notes may have them, and do on record.
_UNSEEN = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u206a-\u206f\u3164\uffa0\ufff0-\ufffb"
_NO_CHARACTERS = "\ufdd0-\ufdef\ufffe\uffff"
_JOINING = "\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e0fff"  # within words and signs they are needed

NOT_IN_A_LINE = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{_HALVES}{_INVISIBLE}{_TURNING}{_UNSEEN}{_NO_CHARACTERS}]")
"""What may not stand in a name or a label."""

NOT_IN_A_TEXT = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_HALVES}{_INVISIBLE}{_TURNING}]")
"""What may not stand in a text of several lines."""

NOTHING_TO_SEE = re.compile(rf"[\s{_JOINING}]*")
"""A text that is as good as none."""

UUID_FORM = re.compile(
    r"(?:urn:uuid:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})", re.IGNORECASE | re.ASCII
)
"""The written forms of a UUID: with hyphens, without, or as a URN."""
