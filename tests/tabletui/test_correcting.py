"""A closed protocol put right: what changed, what is kept, what stands on the list of decisions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from course_stage import tournament
from shell_stage import running, text

from rules.game import History
from rules.game.events import Sign
from rules.protocol import make_protocol, parse_protocols
from rules.regulation import load
from rules.sheet import Player
from storage.errors import WrongInput
from storage.slots import Slot
from tabletui.correcting import changes, correct, corrections, counting, game_of, with_game
from tabletui.demo_games import play

AKTAU = load("aktau-2017")
AT = "2017-07-01T12:00:00+05:00"
SLOT = Slot("qualifying", 1, 1)


def protocol(seed: int = 1) -> dict[str, object]:
    players = [Player(seat, f"P{seat:02}", f"Игрок {seat}") for seat in range(1, 11)]
    slot = {"tournament": "cup", "stage": "qualifying", "round": 1, "table": 1}
    made = make_protocol(play(AKTAU, Random(seed), "Судья"), players, slot=slot, date="2017-07-01")
    made["events"] = [{**row, "at": f"t{number}"} for number, row in enumerate(made["events"])]
    return {**made, "unknown": "kept"}


def signed_by(data: dict[str, object], judge: str) -> dict[str, object]:
    game = game_of(data, AKTAU)
    assert game is not None
    return with_game(data, History(game).amend(len(game.events) - 1, Sign(judge)).game)


def test_an_amended_game_keeps_what_is_unknown_and_the_times_of_what_stayed() -> None:
    old = protocol()
    new = signed_by(old, "Другой")
    assert new["unknown"] == "kept" and new["judge"] == "Другой"
    before, after = old["events"], new["events"]
    assert isinstance(before, list) and isinstance(after, list)
    assert after[:-1] == before[:-1] and after[-1]["judge"] == "Другой"
    assert parse_protocols(new)[0].sheet == parse_protocols(old)[0].sheet


def test_old_and_new_value_stand_side_by_side() -> None:
    told = changes(protocol(), signed_by(protocol(), "Другой"), AKTAU)
    assert any(line.startswith("−") and "Судья" in line for line in told)
    assert any(line.startswith("+") and "Другой" in line for line in told)
    assert changes(protocol(), protocol(), AKTAU) == []


def test_a_correction_needs_a_reason_and_a_difference(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, _course):
        made.store(protocol())
        old = counting(made.find(SLOT))
        with pytest.raises(WrongInput, match="reason"):
            correct(made, old, signed_by(protocol(), "Другой"), "", AT)
        assert correct(made, old, protocol() | {"audit": [1]}, "так", AT).same
        assert len(made.protocols()) == 1


async def test_a_correction_stands_among_the_decisions_with_what_it_changed(tmp_path: Path) -> None:
    with tournament(tmp_path) as (made, course):
        course.approve()
        made.store(protocol())
        correct(made, counting(made.find(SLOT)), signed_by(protocol(), "Другой"), "не тот судья", AT)
        ((new, old, reason),) = corrections(made.protocols())
        assert (new.status, reason) == ("official", "не тот судья") and old in new.supersedes
    async with running(tmp_path, file=tmp_path / "cup.json", size=(120, 40)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        shown = text(pilot)
        assert "Исправлен протокол: отбор · тур 1 · стол 1" in shown and "не тот судья" in shown
        assert "− судья: Судья" in shown and "+ судья: Другой" in shown
        await pilot.press("u")
        await pilot.pause()
        assert "исправьте протокол ещё раз" in text(pilot)
