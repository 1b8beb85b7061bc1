"""What a line of the log looks like: as text, or as JSON for machines; with the id of the request it belongs to.

Imports nothing of Django: logging is set up before anything else is.
"""

import json
import logging
import time
from contextvars import ContextVar
from typing import Any

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered here; empty outside of one."""


def moment(record: logging.LogRecord) -> str:
    """When it happened, in UTC to the millisecond."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{seconds}.{int(record.msecs):03d}Z"


class TextFormatter(logging.Formatter):
    """A line for people: time, level, who says it, what, and the id of the request."""

    def __init__(self) -> None:
        super().__init__("%(moment)s %(levelname)s %(name)s: %(message)s%(belongs)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback follows in lines of its own."""
        request_id = REQUEST_ID.get()
        record.moment = moment(record)
        record.belongs = f" {request_id}" if request_id and request_id not in record.getMessage() else ""
        return super().format(record)


class JSONFormatter(logging.Formatter):
    """A line for machines: one object, a traceback in it too."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        told: dict[str, Any] = {
            "time": moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := REQUEST_ID.get():
            told["request_id"] = request_id
        told |= getattr(record, "http", {})
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)
