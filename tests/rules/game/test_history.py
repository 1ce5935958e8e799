"""Undo, redo and amendments of a running game."""

from __future__ import annotations

import pytest

from rules.game import History, IllegalEvent, IllegalFact, NothingToRedo, NothingToUndo
from rules.game.history import NoSuchEvent

from .facts import CARDS, deal, fact, regulation


def history(*facts: dict[str, object]) -> History:
    h = History.new(regulation()).apply(deal())
    for one in facts:
        h = h.play(fact(**one))  # type: ignore[arg-type]
    return h


def test_undo_takes_the_last_event_back_any_number_of_times_and_redo_returns_it() -> None:
    h = history({"kind": "foul", "seat": 3}, {"kind": "next"}, {"kind": "foul", "seat": 4})
    back = h.undo().undo()
    assert back.game.state.fouls[2] == 1
    assert back.game.step.id == "black_meeting"
    assert back.undo().undo().game.step.id == "deal"
    assert back.redo().redo() == h


def test_there_is_nothing_to_undo_at_the_start_and_nothing_to_redo_at_the_end() -> None:
    with pytest.raises(NothingToUndo):
        History.new(regulation()).undo()
    with pytest.raises(NothingToRedo):
        history().redo()


def test_a_new_fact_forgets_what_was_taken_back() -> None:
    h = history({"kind": "foul", "seat": 3}).undo().apply(fact("foul", seat=5))
    with pytest.raises(NothingToRedo):
        h.redo()


def test_undo_crosses_steps_and_brings_the_clock_of_the_step_back() -> None:
    h = history({"kind": "next"}, {"kind": "next"}, {"kind": "next"})
    assert h.game.step.seat == 2
    assert (h.undo().game.step.seat, h.undo().game.step.seconds) == (1, 60)


def test_an_amended_role_is_folded_anew() -> None:
    h = history({"kind": "shoot", "seat": 4}, {"kind": "check", "by": "sheriff", "seat": 9})
    swapped = ("mafia", *CARDS[1:7], "civilian", *CARDS[8:])
    amended = h.amend(0, deal(swapped))
    assert amended.game.state.roles == swapped
    assert amended.game.step == h.game.step


def test_an_amended_fact_that_makes_a_later_one_illegal_is_refused_and_the_first_such_is_named() -> None:
    h = history({"kind": "remove", "seat": 4, "reason": "oath"}, {"kind": "shoot", "seat": 5})
    with pytest.raises(IllegalFact) as refusal:
        h.amend(1, fact("remove", seat=5, reason="oath"))
    assert (refusal.value.index, refusal.value.refusal.code) == (2, "not_living")


def test_an_event_is_deleted_by_amending_it_to_nothing() -> None:
    h = history({"kind": "foul", "seat": 3}, {"kind": "foul", "seat": 4}).amend(1, None)
    assert h.game.state.fouls[2:4] == (0, 1)


def test_an_amendment_of_no_event_is_refused() -> None:
    with pytest.raises(NoSuchEvent):
        history().amend(1, None)


def test_undo_takes_an_amendment_back_as_one_move() -> None:
    h = history({"kind": "foul", "seat": 3}, {"kind": "foul", "seat": 4})
    amended = h.amend(1, fact("foul", seat=5))
    assert amended.undo().game == h.game
    assert amended.undo().redo().game == amended.game


def test_fouls_fall_by_undo_and_amend_only() -> None:
    h = history({"kind": "foul", "seat": 3}, {"kind": "foul", "seat": 3})
    assert h.undo().game.state.fouls[2] == 1
    assert h.amend(2, None).game.state.fouls[2] == 1


def test_a_refused_fact_leaves_the_history_as_it_was() -> None:
    h = history()
    with pytest.raises(IllegalEvent):
        h.apply(fact("lift", votes=3))
    assert len(h.moves) == 1
