"""The table screen, played by its keys over a real journal and a clock that moves when told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from table_stage import (
    DEAL,
    DEAL_KEYS,
    DEALT,
    NEXT,
    TO_DAY_1,
    TableApp,
    Time,
    begin,
    line,
    open_folder,
    press,
    text,
)

from rules.game import events
from storage.tournaments import open_one_off
from tabletui.keys import variants
from tabletui.table import Session
from tabletui.widgets.lines import plain

SPEECHES = ("enter",) * 10
"""Ends the speeches of ten living seats when nobody says anything."""


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def folder(tmp_path: Path):
    folder = open_folder(tmp_path / "data")
    yield folder
    folder.release()


@pytest.fixture
def session(folder, time) -> Session:
    return begin(folder, time)


@pytest.fixture
def day_1(folder, time) -> Session:
    return begin(folder, time, facts=(DEALT, NEXT, NEXT))


def at_ballot(folder, time, nominated: tuple[int, ...] = (7, 3)) -> Session:
    """Day 1, the speeches are over and these seats are put to the ballot."""
    session = begin(folder, time, facts=(DEALT, NEXT, NEXT))
    for by in range(1, 11):
        if by <= len(nominated):
            session.apply(events.Nominate(by, nominated[by - 1]))
        session.apply(NEXT)
    return session


def at_shooting(folder, time) -> Session:
    session = begin(folder, time, facts=(DEALT, NEXT, NEXT))
    for _seat in range(10):
        session.apply(NEXT)
    return session


def twin(key: str) -> str:
    """The same key under a Russian layout."""
    return variants(key).split(",")[1] if len(key) == 1 and key.isalpha() else key


# --- a whole game ------------------------------------------------------------------------------------

GAME = (
    *TO_DAY_1,
    *("7", "enter", "9", "enter", *["enter"] * 8),  # seat 1 names 7, seat 2 names 9
    *("6", "enter"),  # six hands for 7, the rest for 9
    "enter",  # yes, 7 leaves
    "enter",  # last word
    *("5", "enter", "3", "enter"),  # 5 is shot; the don (gone) and the sheriff
    *("2", "9", "1", "enter", "enter"),  # best move and last word of 5
    *("f", "3", "enter", "2", "enter", *["enter"] * 6),  # seat 3 has a foul; seat 3 names 2
    *("enter", "enter", "enter"),  # a single candidate gets all: yes, and his last word
    *("m", "n", "n"),  # nobody dies
)


@pytest.mark.parametrize("layout", ["latin", "cyrillic"])
async def test_a_game_is_played_by_one_or_two_keys_a_fact_in_either_alphabet(session, layout):
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in GAME:
            await pilot.press(key if layout == "latin" else twin(key))
        await pilot.pause()
    facts = [event for event in session.game.events if not isinstance(event, events.Next)]
    assert facts == [
        DEALT,
        events.Nominate(1, 7),
        events.Nominate(2, 9),
        events.Vote(7, votes=6),
        events.Shoot(5),
        events.Check("sheriff", 3),
        events.BestMove((2, 9, 1)),
        events.Foul(3),
        events.Nominate(3, 2),
        events.Shoot(None),
        events.Check("don", None),
        events.Check("sheriff", None),
    ]
    assert session.game.state.day == 3


async def test_a_game_that_is_over_is_signed_and_stored(folder, time, day_1):
    day_1.apply(events.TeamDefeat(7, "peeping"))
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")  # the protocol
        await press(pilot, "enter")  # sign: the name is filled in
        await press(pilot, "enter")  # the name
        await press(pilot, "enter")  # sure
        await press(pilot, "enter")  # stored; show the standings
        assert app.answer == "standings"
    (stored,) = open_one_off(folder, new_id=lambda: "x", now=time.now).official()
    assert stored.protocol["sheet"]["winner"] == "red"


# --- numbers -----------------------------------------------------------------------------------------


async def test_zero_is_seat_ten_in_a_speech(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "0")
    assert day_1.game.events[-1] == events.Nominate(1, 10)


async def test_ten_hands_are_one_and_zero_and_the_one_is_seen_meanwhile(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert "1_" in text(app)
        assert session.game.step.votes == ()
        await press(pilot, "0")
        assert session.game.events[-1] == events.Vote(7, votes=10)


async def test_one_hand_is_taken_with_enter_or_with_the_next_number(folder, time):
    session = at_ballot(folder, time, (7, 3, 5))
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1", "4")
        assert session.game.step.votes == (1, 4)
        await press(pilot, "u", "u", "1", "enter")
        assert session.game.step.votes == (1,)


async def test_backspace_takes_a_typed_number_back_before_it_takes_back_the_game(folder, time):
    session = at_ballot(folder, time)
    before = session.game
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1", "backspace")
        assert session.game == before
        assert "1_" not in text(app)
        await press(pilot, "backspace")
        assert len(session.game.events) == len(before.events) - 1


async def test_zero_hands_are_none(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "0")
    assert session.game.step.votes == (0,)


async def test_the_end_of_a_ballot_that_sends_somebody_away_is_asked_with_his_name(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "6", "enter")
        assert "7 Пион" in str(app.screen.query_one(".dialog-title").render())
        await press(pilot, "escape")
        assert session.game.step.id == "ballot"
        await press(pilot, "enter", "enter")
        assert session.game.step.id == "last_word"
        assert session.game.step.seat == 7


async def test_a_tie_asks_nothing(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "5", "enter")
    assert session.game.step.id == "defence"


async def test_votes_by_name_say_who_and_the_last_candidate_gets_the_rest_by_name(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "1", "3", "5", "3", "enter")
        assert session.game.events[-1] == events.Vote(7, voters=(1, 5))
        await press(pilot, "1")
        assert "1" in line(app), "seat 1 has voted"
        await press(pilot, "enter", "enter")
        assert session.game.events[-1] == events.Vote(3, voters=(2, 3, 4, 6, 7, 8, 9, 10))


async def test_a_foul_in_the_middle_of_counting_names_keeps_the_names(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "1", "2", "f", "9", "4", "enter")
    assert session.game.events[-2:] == (events.Foul(9), events.Vote(7, voters=(1, 2, 4)))


async def test_all_for_lifting_are_counted_and_asked(folder, time):
    session = at_ballot(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "5", "enter", "enter", "enter", "5", "enter")
        assert session.game.step.id == "lift"
        await press(pilot, "enter")
        assert session.game.step.id == "lift", "Enter alone answers no lift question"
        assert line(app)
        await press(pilot, "b")
        assert "кто голосует" in text(app)
        assert "руки за" not in text(app)
        await press(pilot, "b", "6", "enter")
        assert {left.seat for left in session.game.state.left} == {7, 3}


async def test_the_best_move_is_three_digits_and_enter(folder, time):
    session = at_shooting(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "5", "enter", "enter", "2", "7", "7", "9", "1", "enter")
    assert session.game.events[-1] == events.BestMove((2, 9, 1))
    assert session.game.step.id == "last_word"


async def test_the_deal_may_be_typed_seat_by_seat(session):
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "1", "2", "1", "4", "1", "1", "3", "1", "2", "enter")
    assert session.game.events == (DEALT,)


async def test_a_deal_that_is_not_complete_is_refused_in_one_line(session):
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "7", "2", "enter")
        assert session.game.events == ()
        assert line(app)
        await press(pilot, "2")
        assert line(app), "seat 2 has a role already"


async def test_the_program_deals_and_each_card_is_looked_at(session):
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d", *["enter"] * 21)
        assert app.screen is app.table
    (deal,) = session.game.events
    assert sorted(deal.roles) == sorted(DEAL)


async def test_somebody_else_sits_down_before_the_deal(session):
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "y", "4", *"Zoe", "enter")
        assert session.names[4] == "Zoe"
        assert line(app).endswith("Место 4 сейчас: Zoe")
        await press(pilot, "u")
        assert line(app) != "! Место 4 сейчас: Zoe", "nothing is taken back, and the line says so"
        assert line(app).endswith("Место 4 сейчас: Zoe")
        await press(pilot, *DEAL_KEYS, "y")
        assert app.screen is app.table
        assert line(app)


async def test_the_digit_row_of_the_kazakh_layout_counts_by_its_place(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "А", "escape", "а", "ғ", "ә")
    assert day_1.game.events[-2:] == (events.Foul(5), events.Nominate(1, 2))


async def test_a_check_is_typed_over_until_enter(folder, time):
    session = at_shooting(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "5", "3", "4", "enter")
    assert session.game.events[-1] == events.Check("don", 4)


# --- fouls, removals, corrections --------------------------------------------------------------------


async def test_a_foul_waits_for_its_seat_and_says_so(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f")
        assert "_" in line(app)
        await press(pilot, "3")
        assert day_1.game.events[-1] == events.Foul(3)
        assert line(app) == ""
        await press(pilot, "f", "backspace", "3")
        assert day_1.game.events[-1] == events.Nominate(1, 3)


async def test_the_reason_of_a_foul_comes_first_with_shift(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "F")
        await press(pilot, "5")
        await press(pilot, "3")
    assert day_1.game.events[-1] == events.Foul(3, "knocking")


async def test_the_foul_that_removes_is_asked_with_the_name(day_1):
    for _foul in range(3):
        day_1.apply(events.Foul(3))
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f", "3")
        assert "Сойка" in str(app.screen.query_one(".dialog-title").render())
        await press(pilot, "escape")
        assert 3 in day_1.game.state.living
        await press(pilot, "f", "3", "enter")
        assert 3 not in day_1.game.state.living


async def test_a_removal_takes_a_reason_and_is_asked(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "x", "9")
        await press(pilot, "8")
        assert "Гамма" in str(app.screen.query_one(".dialog-title").render())
        await press(pilot, "enter")
    assert day_1.game.events[-1] == events.Remove(9, "obscene_language")


async def test_a_removal_left_at_its_reason_changes_nothing(day_1):
    before = day_1.game
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "x", "9")
        await press(pilot, "escape")
        assert day_1.game == before
        assert line(app) == ""


async def test_undo_goes_back_across_steps_and_redo_returns(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "7", "enter", "3", "enter")
        after = day_1.game
        await press(pilot, "u", "backspace", "ctrl+z", "г")
        assert day_1.game.events == (DEALT, NEXT, NEXT)
        await press(pilot, "U", "ctrl+y", "Г", "U")
        assert day_1.game == after


async def test_a_foul_to_the_wrong_seat_is_amended_from_the_log(day_1):
    day_1.apply(events.Foul(3))
    day_1.apply(NEXT)
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "a", "up", "enter", "1", "5")
        assert app.screen is app.table
        assert day_1.game.events[3] == events.Foul(5)
        assert day_1.game.step.seat == 2
        assert "Исправлено: было «3" in text(app)
        await press(pilot, "u")
        assert day_1.game.events[3] == events.Foul(3)


async def test_under_caps_lock_the_keys_mean_the_same(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "T")  # a capital that means nothing of its own gives Caps Lock away
        await press(pilot, "А", "3", "F", "4")
        assert day_1.game.events[-2:] == (events.Foul(3), events.Foul(4))
        await press(pilot, "U")
        assert day_1.game.events[-1] == events.Foul(3)
        await press(pilot, "ctrl+y")
        assert day_1.game.events[-1] == events.Foul(4)


async def test_the_judge_voids_a_game_with_a_reason(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "v", "4", *"misdeal", "enter")
        assert day_1.game.events[-1] == events.Void("misdeal")
        assert "не засчитана" in text(app)


async def test_a_ballot_is_cancelled_with_a_reason(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        await press(pilot, "enter")
    assert isinstance(day_1.game.events[-1], events.CancelBallot)


# --- what is not possible ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["w", "m", "n", "b", "z", "d", "й", "U"])
async def test_a_key_that_does_nothing_now_says_in_one_line_why(day_1, key):
    before = day_1.game
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, key)
        said = line(app)
        assert said.startswith("!")
        assert len(said) < 79
        assert day_1.game == before
        await press(pilot, "space")
        assert line(app) == "", "the line goes with the next key"


KEYBOARD = (
    *("enter", "enter", "enter", "space", "escape", "backspace", "up", "down", "plus", "f1"),
    *"01234567890123456789fxpcwmnutrleabvdysFUфчпй,Әі?",
)


@pytest.mark.parametrize("seed", range(2))
async def test_any_keys_in_any_order_leave_a_game_that_can_be_gone_on_with(folder, time, session, seed):
    rng = random.Random(seed)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_DAY_1)
        for _key in range(100):
            await pilot.press(rng.choice(KEYBOARD))
            time.pass_(rng.random() * 3)
            app.table.ticker.tick()
            if app.answer is not None:
                break
        await pilot.pause()
    if app.answer not in ("stored", "standings"):
        resumed = Session.resume(folder, session.path, now=time.now, monotonic=time.monotonic)
        assert resumed.game == session.game


async def test_names_are_shown_as_they_are(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert "[b]x[/b]" in text(app)


async def test_a_disk_that_is_full_is_told_and_nothing_is_lost(day_1, monkeypatch):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        before = day_1.game

        def full(*_args, **_kwargs):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as broken:
            broken.setattr("storage.files.os.write", full)
            await press(pilot, "7")
            assert day_1.game == before
            assert line(app).startswith("! НЕ СОХРАНЕНО")
            assert "НЕ СОХРАНЕНО" in text(app).split("\n")[0]
        await press(pilot, "7")
        assert day_1.game.events[-1] == events.Nominate(1, 7)
        assert "НЕ СОХРАНЕНО" not in text(app)


# --- secrets -----------------------------------------------------------------------------------------

OTHER_DEAL = ("0", "8", "5", "6", "enter")
"""Don 10, mafia 8 and 5, sheriff 6: another role for each of seven seats, a civilian at 1 and 3 in both."""

STEPS = (
    *("enter", "enter"),
    *("3", "enter", "7", "enter", "f", "4", *["enter"] * 8),
    *("6", "enter", "enter", "enter"),
    *("1", "4", "enter", "2", "enter", "7", "2", "9", "enter", "enter"),
    *("7", *["enter"] * 8, "enter", "enter", "enter"),
    *("m", "enter", "enter"),
    *("f", "f", "2", "4", *["enter"] * 7, "enter", "enter"),
)


async def pictures(session: Session, deal: tuple[str, ...]) -> list[str]:
    """What the screen says after each key, the roles hidden."""
    app = TableApp(session)
    found = []
    async with app.run_test(size=(80, 24)) as pilot:
        for key in (*deal, *STEPS):
            await press(pilot, key)
            assert app.screen is app.table or key != "r"
            found.append(text(app))
    return found


async def test_with_roles_hidden_nothing_on_the_screen_tells_one_deal_from_another(tmp_path):
    seen = []
    for name, deal in (("one", DEAL_KEYS), ("other", OTHER_DEAL)):
        folder = open_folder(tmp_path / name)
        seen.append(await pictures(begin(folder, Time()), deal))
        folder.release()
    one, other = seen
    assert len(one) == len(other)
    assert one[-1] != one[-2], "the last step: in one deal the game is decided here, in the other not"
    for place, (here, there) in enumerate(zip(one, other, strict=True)):
        assert here == there, f"after key {place}"


async def test_the_role_key_shows_roles_until_the_step_ends(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert "дон" not in text(app)
        await press(pilot, "к")
        assert "дон" in text(app)
        await press(pilot, "f", "3")
        assert "дон" in text(app), "a foul does not end the step"
        await press(pilot, "enter")
        assert "дон" not in text(app)


async def test_the_answer_to_a_check_is_shown_under_the_role_key_only(folder, time):
    session = at_shooting(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "5", "4")
        assert "ответ  " not in text(app)
        await press(pilot, "r")
        assert "ответ  шериф" in text(app)
        await press(pilot, "1")
        assert "ответ  не шериф" in text(app)


async def test_who_shoots_is_asked_only_while_roles_are_shown(folder, time):
    session = at_shooting(folder, time)
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert app.screen is app.table
        assert line(app)
        await press(pilot, "r", "b")
        assert app.screen is not app.table
        await press(pilot, "5", "5", "5", "enter")
    assert session.game.events[-1] == events.Shoot(None, ((2, 5), (7, 5), (9, 5)))


# --- the clock ---------------------------------------------------------------------------------------


async def test_the_clock_starts_with_space_and_enter_ends_the_speech(day_1, time):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert app.table.board.face == "1:00"
        time.pass_(5)
        app.table.ticker.tick()
        assert app.table.board.face == "1:00"
        await press(pilot, "space")
        time.pass_(13)
        app.table.ticker.tick()
        assert app.table.board.face == "0:47"
        await press(pilot, "enter")
        assert day_1.game.step.seat == 2
        assert app.table.board.face == "1:00"


async def test_the_clock_never_ends_a_step(day_1, time):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        time.pass_(75)
        app.table.ticker.tick()
        assert app.table.board.face == "+0:15"
        assert "ВРЕМЯ" in text(app)
        assert day_1.game.step.seat == 1


async def test_the_bell_rings_at_ten_and_at_zero(day_1, time):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        for _second in range(65):
            time.pass_(1)
            app.table.ticker.tick()
    assert app.bells == 2


async def test_arrows_and_plus_set_the_clock_and_t_restarts_it(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "up", "plus")
        assert app.table.board.face == "1:35"
        await press(pilot, "down")
        assert app.table.board.face == "1:30"
        await press(pilot, "е")
        assert app.table.board.face == "1:00"


async def test_a_tick_repaints_nothing_but_the_clock(day_1, time, monkeypatch):
    from tabletui.widgets.lines import Lines

    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        painted = []
        monkeypatch.setattr(Lines, "refresh", lambda self, *regions, **k: painted.append((self.id, regions)))
        time.pass_(1)
        app.table.ticker.tick()
        assert app.table.board.face == "0:59"
        ((widget, regions),) = painted
        assert widget == "table-side"
        assert {region.y for region in regions} <= {1, 2, 3} and max(region.right for region in regions) <= 13


async def test_a_machine_that_slept_stops_the_clock_and_says_so(day_1, time):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        time.pass_(10)
        time.sleep(600)
        app.table.ticker.tick()
        assert not day_1.clock.running
        assert "600" in line(app)


async def test_a_game_that_was_killed_stands_at_the_same_step_with_the_same_seconds(folder, time, day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "7", "space")
        time.pass_(13)
        await press(pilot, "f", "3")
        before = text(app)
    resumed = Session.resume(folder, day_1.path, now=time.now, monotonic=time.monotonic)
    app = TableApp(resumed)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        after = text(app)
    assert after == before.replace("Пробел пауза", "Пробел часы ").replace("идёт", "пауза")


# --- mouse and size ----------------------------------------------------------------------------------


async def test_seats_and_the_line_of_keys_can_be_clicked(day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click("#table-seats", offset=(4, 7))
        await pilot.pause()
        assert day_1.game.events[-1] == events.Nominate(1, 7)
        row = plain(app.table.board.foot[:1])
        y = app.table.board.below.size.height - len(app.table.board.foot)
        await pilot.click("#table-below", offset=(row.index("фол"), y))
        await pilot.pause()
        await pilot.click("#table-seats", offset=(4, 3))
        await pilot.pause()
        assert day_1.game.events[-1] == events.Foul(3)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (80, 18), (100, 30), (120, 40)])
async def test_every_line_stands_whole_on_the_screen(day_1, width, height):
    app = TableApp(day_1)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        board = app.table.board
        for widget in board.widgets:
            region = widget.region
            assert region.bottom <= height and region.right <= width
        shown = "\n".join(
            "".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()
        )
        assert app.table.board.large == (width >= 100)
        for words in ("10 Шторм", "Говорит:", "один.»", "РЕЧЬ", "помощь"):
            assert words in shown


async def test_escape_asks_before_the_table_is_left_and_the_game_is_kept(folder, time, day_1):
    app = TableApp(day_1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "escape")
        assert app.answer is None
        await press(pilot, "enter")
        assert app.answer == "left"
    resumed = Session.resume(folder, day_1.path, now=time.now, monotonic=time.monotonic)
    assert resumed.game.state == day_1.game.state
