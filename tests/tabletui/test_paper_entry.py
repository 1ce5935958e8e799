"""A protocol typed from paper, twice, on a real screen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from course_stage import tournament as staged
from shell_stage import running, settle, text, type_text

from tabletui.screens.paper_entry import PaperEntryScreen

LINES = ["7 5 9 3", "к", "1н1 5д2 9ф3 7д3", "", "9:4", "5 7 2", "3", "4", "7", "Судья Первый"]


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """A tournament of sixty with its first stage drawn."""
    with staged(tmp_path) as (made, course):
        course.approve("")
        course.publish(course.draw("seed"))
        assert made.draws()
    return tmp_path / "cup.json"


async def typed(pilot, lines: list[str], by: str, table: str = "1") -> None:
    await pilot.press("t")
    await settle(pilot)
    await pilot.press(table)
    await settle(pilot)
    assert isinstance(pilot.app.screen, PaperEntryScreen)
    for line in lines:
        await type_text(pilot, line + "\n")
    await type_text(pilot, by)
    await pilot.press("f10")
    await pilot.pause(0.3)  # a question may be waiting


async def test_a_sheet_typed_twice_alike_is_stored_and_a_sheet_typed_once_counts_for_nothing(
    drawn: Path,
) -> None:
    async with running(drawn.parent, file=drawn) as pilot:
        await settle(pilot)
        await typed(pilot, LINES, "Анна")
        assert protocols(drawn) == []
        await pilot.press("t")
        await settle(pilot)
        assert "один раз: Анна" in text(pilot)
        await pilot.press("escape")
        await settle(pilot)
        await typed(pilot, LINES, "Борис")
        (found,) = protocols(drawn)
        assert [one["by"] for one in found["typed"]] == ["Анна", "Борис"]
        assert found["judge"] == "Судья Первый" and "events" not in found
        assert found["sheet"]["winner"] == "red" and found["sheet"]["first_killed"] == 1
        assert not list((drawn.parent / "typed").iterdir())


async def test_two_hands_that_differ_are_shown_and_settled_before_anything_is_stored(drawn: Path) -> None:
    async with running(drawn.parent, file=drawn) as pilot:
        await settle(pilot)
        await typed(pilot, LINES, "Анна")
        other = LINES.copy()
        other[4], other[6] = "9:4 2:1", "8"
        await typed(pilot, other, "Борис")
        shown = text(pilot)
        assert "расходятся" in shown and "9:4 2:1" in shown and protocols(drawn) == []
        await pilot.press("escape")
        await settle(pilot)
        assert protocols(drawn) == [] and isinstance(pilot.app.screen, PaperEntryScreen)
        await pilot.press("f10")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await settle(pilot)
        (found,) = protocols(drawn)
        assert found["sheet"]["fouls"] == {"2": 1, "9": 4}


async def test_what_cannot_be_read_and_what_contradicts_itself_is_told_while_typing(drawn: Path) -> None:
    async with running(drawn.parent, file=drawn) as pilot:
        await settle(pilot)
        await pilot.press("t")
        await settle(pilot)
        await pilot.press("2")
        await settle(pilot)
        await type_text(pilot, "7 5 9")
        await settle(pilot)
        assert "четыре разных места" in text(pilot)
        await type_text(pilot, " 3\nч\n5д2 9д3 7д4\n")
        await settle(pilot)
        assert "!" in text(pilot)
        await pilot.press("f10")
        await pilot.pause(0.3)
        assert isinstance(pilot.app.screen, PaperEntryScreen) and protocols(drawn) == []


def protocols(file: Path) -> list[dict]:
    from storage.files import Files
    from storage.reading import read_tournament

    return [one.protocol for one in read_tournament(Files(), file).protocols]


def test_a_draft_that_cannot_be_read_is_as_none_and_one_slot_never_reaches_another(tmp_path: Path) -> None:
    from storage.files import Files
    from storage.folder import Folder
    from storage.kinds import Slot
    from storage.typed import Draft, draft_of, drop_draft, keep_draft

    random = Random(1)
    with Folder(Files(), tmp_path) as folder:
        one, other = Slot("../../x", 1, 1), Slot("final", 2, 1)
        keep_draft(folder, "cup", one, Draft({"left": "5н1"}, "А", "t"))
        assert draft_of(folder, "cup", one) == Draft({"left": "5н1"}, "А", "t")
        assert draft_of(folder, "cup", other) is None
        (file,) = (tmp_path / "typed").iterdir()
        for spoilt in (b"", b"[]", b'{"lines": 1}', bytes(random.randrange(256) for _ in range(99))):
            file.write_bytes(spoilt)
            assert draft_of(folder, "cup", one) is None
        drop_draft(folder, "cup", one)
        drop_draft(folder, "cup", one)
        assert not list((tmp_path / "typed").iterdir())


async def test_without_a_drawn_seating_the_ten_are_typed_by_their_numbers(tmp_path: Path) -> None:
    with staged(tmp_path):
        pass
    file = tmp_path / "cup.json"
    async with running(tmp_path, file=file) as pilot:
        await settle(pilot)
        for by, ten in (("Анна", "1 2 3 4 5 6 7 8 9 60"), ("Борис", "P01 2 3 4 5 6 7 8 9 p60")):
            await typed(pilot, [ten, *LINES], by)
        (found,) = protocols(file)
        assert [row["id"] for row in found["players"]][::9] == ["P01", "P60"]
        await pilot.press("t")
        await settle(pilot)
        await pilot.press("1")
        await settle(pilot)
        for line in ("1 1 3 4 5 6 7 8 9 60", *LINES):
            await type_text(pilot, line + "\n")
        await type_text(pilot, "Анна")
        await pilot.press("f10")
        await pilot.pause(0.3)
        assert isinstance(pilot.app.screen, PaperEntryScreen)
