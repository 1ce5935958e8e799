"""How a wrong value is shown to the person who wrote it: as it stands in the JSON, cut where it is long."""

from __future__ import annotations

import json
from typing import Any


def spelled(value: Any, most: int = 40) -> str:
    """The JSON of a value (null, true, "text") in at most so many characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(value)
    return text if len(text) <= most else text[: most - 3] + "..."
