"""Every screen at three sizes and in two languages stands as it was looked at and accepted.

`TABLETUI_ACCEPT=1 pytest tests/tabletui/test_snapshots.py` accepts what is shown now; look at the difference
before. A screen that is made smaller and larger again says what it said: nothing typed is lost.
"""

from __future__ import annotations

import ast
import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from all_screens import SCENES, Hall, Scene, by_folder, hall

from tabletui import text
from tabletui.locale_build import PACKAGE

SIZES = ((80, 24), (120, 40), (60, 20))
TALKED = ("ru", "en")
HERE = Path(__file__).parent / "snapshots"
ACCEPT = os.environ.get("TABLETUI_ACCEPT") == "1"

Seen = dict[tuple[str, str], str]
"""What was seen by scene and language."""


@pytest.fixture(scope="module", autouse=True)
def russian_afterwards() -> Iterator[None]:
    yield
    text.set_language("ru")


@pytest.fixture(scope="module")
def seen() -> Seen:
    found: Seen = {}
    asyncio.run(visit_all(found))
    return found


async def visit_all(found: Seen) -> None:
    for place, scenes in by_folder().items():
        for language in TALKED:
            async with hall(place, language) as stage:
                for scene in scenes:
                    found[scene.name, language] = await looked_at(stage, scene, language)


async def looked_at(stage: Hall, scene: Scene, language: str) -> str:
    """The scene at each size, and a complaint where it did not come back from the smallest as it was."""
    await stage.resize(SIZES[0])
    await stage.show(scene)
    parts, before = [], stage.typed()
    visited.update(one.__name__ for one in type(stage.app.screen).__mro__)
    for size in SIZES:
        await stage.resize(size)
        parts += [f"=== {language} {size[0]}×{size[1]}", *stage.lines()]
    await stage.resize(SIZES[0])
    if stage.typed() != before:
        parts += ["=== after it was made larger and smaller", str(before), str(stage.typed())]
    return "\n".join(parts).rstrip() + "\n"


visited: set[str] = set()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_screen_stands_as_it_was_accepted(scene: Scene, seen: Seen) -> None:
    shown = "\n".join(seen[scene.name, language] for language in TALKED)
    assert "=== after it was made" not in shown, shown[shown.index("=== after") :]
    path = HERE / f"{scene.name}.txt"
    if ACCEPT:
        HERE.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), "look at it and accept it: TABLETUI_ACCEPT=1"
    assert shown == path.read_text("utf-8")


def test_no_snapshot_is_left_over_from_a_screen_that_is_gone() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {scene.name for scene in SCENES}


def test_the_snapshots_are_of_every_screen(seen: Seen) -> None:
    classes = set()
    for path in (PACKAGE / "screens").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith(("Screen", "Dialog")):
                bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
                classes.add(node.name) if bases & {"Screen", "ModalScreen", "PickDialog"} else None
    assert classes - visited == set()
