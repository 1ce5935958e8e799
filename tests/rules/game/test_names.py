"""What the rules know of tournaments."""

from __future__ import annotations

from pathlib import Path

import rules


def test_no_code_names_a_tournament() -> None:
    floor = Path(rules.__file__).parent
    for path in floor.rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        for name in ("aktau", "white-nights", "white_nights"):
            # Titles and ids belong to the regulation files alone.
            assert name not in text, path
