"""The table sentence of the rules → tests stays complete, in both directions."""

from __future__ import annotations

import ast
import hashlib
import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
RULES = ROOT.parent / "shared" / "design" / "game.md"
TABLE = tomllib.loads((HERE / "sentences.toml").read_text(encoding="utf-8"))["sentence"]


def checks() -> set[str]:
    """Every test of this folder, and every rule and invariant of its state machine."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (
                node.name.startswith("test_")
                or any("invariant" in ast.dump(d) or "'rule'" in ast.dump(d) for d in node.decorator_list)
            ):
                found.add(node.name)
    return found


def sentences(text: str) -> list[str]:
    """The sentences and table rows of the rules document, cut as the table's ids expect."""
    found: list[str] = []
    paragraph: list[str] = []

    def flush() -> None:
        for sentence in re.split(r"(?<=[.:;!?])\s+(?=[A-Z*`(0-9])", " ".join(paragraph)):
            if len(sentence.strip(" -|")) > 8:
                found.append(sentence.strip(" -|"))
        paragraph.clear()

    for line in text.splitlines():
        if line.startswith("#"):
            flush()
        elif line.startswith("|"):
            flush()
            if not re.match(r"^\|[-| ]+\|$", line):
                found.append(line.strip("| "))
        else:
            if line.startswith("- ") or not line.strip():
                flush()
            if line.strip():
                paragraph.append(line.strip().lstrip("- "))
    flush()
    return found


def test_every_test_the_table_names_exists() -> None:
    named = {name for row in TABLE for name in row.get("tests", ())}
    assert named - checks() == set()


def test_every_test_of_a_rule_stands_in_the_table() -> None:
    named = {name for row in TABLE for name in row.get("tests", ())}
    own = {name for name in checks() if name.startswith("test_")}
    about_the_table = {node for node in own if "the_table" in node or "rules_document" in node}
    assert own - named - about_the_table == set()


def test_every_row_of_the_table_has_tests_or_says_why_not() -> None:
    for row in TABLE:
        assert bool(row.get("tests")) != bool(row.get("elsewhere")), row


def test_every_sentence_of_the_rules_document_stands_in_the_table_once() -> None:
    if not RULES.exists():
        pytest.skip("the rules document is not beside this checkout")
    ids = [hashlib.sha256(s.encode()).hexdigest()[:8] for s in sentences(RULES.read_text(encoding="utf-8"))]
    assert [row["id"] for row in TABLE] == ids
