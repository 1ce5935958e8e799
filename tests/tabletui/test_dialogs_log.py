"""The log, an amendment of each kind of fact, the program's own deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from dialog_games import AKTAU, DEAL, DEALT, PLAYERS, RED_WIN, played
from dialog_stage import OPEN, Stage, answer, click, lines, seen

from rules.game import Event, events
from rules.regulation import AwardKind, Regulation
from rules.sheet import DEALT as CARDS
from tabletui.screens.dialogs import DELETED, AmendDialog, DealScreen, LogScreen
from tabletui.text import language, set_language

BEGUN: tuple[Event, ...] = (DEALT, events.Nominate(2, 7), events.Foul(3, "knocking"), events.Note("шум"))
CLOSED: tuple[Event, ...] = (*RED_WIN, events.Award(3, "best"), events.Protest("счёт", 7))


@pytest.fixture(autouse=True)
def _russian() -> Iterator[None]:
    before = language()
    set_language("ru")
    yield
    set_language(before)


def free(regulation: Regulation) -> Regulation:
    kind = AwardKind("extra", "any", None, {"ru": "доп"})
    scoring = replace(regulation.scoring, awards=(kind,), game_fines=(Fraction(-1), Fraction(-1, 2)))
    return replace(regulation, scoring=scoring)


# -- the log ------------------------------------------------------------------------------------------


async def test_the_newest_fact_is_at_the_bottom_with_its_time_and_day() -> None:
    times = [f"2017-08-05T20:41:{second:02}+05:00" for second in range(len(BEGUN))]
    app = Stage(lambda: LogScreen(played(BEGUN[:3]), PLAYERS, times=times[:3]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        facts = [line.strip() for line in lines(app) if "20:41" in line]
    assert facts[0] == "20:41:00  н0  роли розданы"
    assert facts[1] == "20:41:01  д1  2 Норд → 7 Длинное Имя выставил"
    assert facts[2] == "20:41:02  д1  3 Сойка фол №1: «стук по столу»"


async def test_the_last_facts_of_a_long_game_are_on_the_screen() -> None:
    notes = [events.Note(f"заметка {number}") for number in range(200)]
    app = Stage(lambda: LogScreen(played([DEALT, *notes]), PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "заметка 199" in seen(app)
        assert "заметка 100" not in seen(app)


@pytest.mark.parametrize("key", ["r", "к", "К"])
async def test_roles_and_checks_are_hidden_in_the_log_until_they_are_asked_for(key: str) -> None:
    facts = [*RED_WIN[:7], events.Shoot(1), events.Check("don", None), events.Check("sheriff", 5)]
    app = Stage(lambda: LogScreen(played(facts), PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "шериф 3" not in seen(app) and "чёрный" not in seen(app)
        await pilot.press(key)
        await pilot.pause()
        assert "дон 7, мафия 5 9, шериф 3" in seen(app)
        assert "проверка шерифа: 5 Ива, чёрный" in seen(app)


async def test_facts_from_paper_stand_under_the_night_and_the_day_they_belong_to() -> None:
    app = Stage(lambda: LogScreen(played(RED_WIN), PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = seen(app)
    assert "д1  за 7 Длинное Имя: 9 рук" in text
    assert "н1  ночь: убит 1 Вега" in text
    assert "д2  лучший ход: 5 Ива, 7 Длинное Имя, 2 Норд" in text
    assert "д3  за 5 Ива: 7 рук" in text


@pytest.mark.parametrize("key", ["enter", "a", "ф"])
async def test_an_amended_fact_is_returned_with_its_place(key: str) -> None:
    changed = await answer(lambda: LogScreen(played(BEGUN[:3]), PLAYERS), key, "1", "4")
    assert changed == (2, events.Foul(4, "knocking"))


async def test_a_deleted_fact_is_returned_as_nothing() -> None:
    assert await answer(lambda: LogScreen(played(BEGUN), PLAYERS), "a", "0", "enter") == (3, None)


async def test_an_amendment_that_a_later_fact_contradicts_shows_that_fact() -> None:
    facts = [DEALT, events.Nominate(1, 7), events.Nominate(2, 3)]
    app = Stage(lambda: LogScreen(played(facts), PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("up", "a", "1", "3")
        await pilot.pause()
        assert app.answer is OPEN
        assert "Тогда не сойдётся эта строка: 2 Норд → 3 Сойка выставил." in " ".join(seen(app).split())
        assert app.screen.query_one("OptionList").highlighted == 2  # type: ignore[attr-defined]


async def test_a_deletion_that_a_later_fact_contradicts_shows_that_fact() -> None:
    facts = [DEALT, events.Nominate(1, 7), events.Withdraw(1)]
    app = Stage(lambda: LogScreen(played(facts), PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("up", "a", "0", "enter")
        await pilot.pause()
        assert app.answer is OPEN
        assert "эта строка: 1 Вега снял кандидатуру" in " ".join(seen(app).split())


async def test_a_ballot_that_was_counted_wrong_says_how_it_is_put_right() -> None:
    facts = [*RED_WIN[:3], events.Vote(7, 6), events.Vote(9, 4), events.Shoot(1)]
    app = Stage(lambda: LogScreen(played(facts), PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("up", "up", "enter", "1", "7")
        await pilot.pause()
        assert app.answer is OPEN
        assert "Сначала удалите ту строку" in " ".join(seen(app).split())
        await pilot.press("enter", "0", "enter")
        await pilot.pause()
    assert app.answer == (4, None)


async def test_the_log_of_a_signed_game_is_only_read() -> None:
    made = lambda: LogScreen(played(BEGUN), PLAYERS, amending=False)  # noqa: E731
    assert await answer(made, "a", "enter") is OPEN
    assert await answer(made, "escape") is None


# -- amendments ---------------------------------------------------------------------------------------

REPLACED: list[tuple[tuple[Event, ...], int, tuple[str, ...], object]] = [
    (BEGUN, 0, ("1", "1", "5", "9", "3", "enter"), events.Roles(("don", *DEAL[1:6], "civilian", *DEAL[7:]))),
    (BEGUN, 1, ("1", "4"), events.Nominate(2, 4)),
    (BEGUN, 2, ("1", "0"), events.Foul(10, "knocking")),
    (BEGUN, 2, ("2", "1"), events.Foul(3, "speaking_out_of_turn")),
    (BEGUN, 2, ("2", "n"), events.Foul(3)),
    (BEGUN, 2, ("0", "enter"), DELETED),
    (BEGUN, 2, ("0", "escape", "escape"), None),
    (BEGUN, 3, ("1", "и", "enter"), events.Note("шуми")),
    (BEGUN, 3, ("2", "4"), events.Note("шум", 4)),
    (RED_WIN, 5, ("1", "3"), events.Vote(7, 3)),
    (RED_WIN, 5, ("2", "1", "2", "enter"), events.Vote(7, voters=(1, 2))),
    (RED_WIN, 7, ("1", "2"), events.Shoot(2)),
    (RED_WIN, 7, ("1", "n"), events.Shoot(None)),
    (RED_WIN, 9, ("1", "4"), events.Check("sheriff", 4)),
    (RED_WIN, 9, ("1", "n"), events.Check("sheriff", None)),
    (RED_WIN, 10, ("1", "2", "9", "enter"), events.BestMove((5, 7, 9))),
    ((DEALT, events.Remove(3, "insult")), 1, ("1", "4"), events.Remove(4, "insult")),
    ((DEALT, events.Remove(3, "insult")), 1, ("2", "2"), events.Remove(3, "oath")),
    ((DEALT, events.TeamDefeat(3, "bet")), 1, ("1", "4"), events.TeamDefeat(4, "bet")),
    ((DEALT, events.CancelBallot("шум")), 1, ("1", "и", "enter"), events.CancelBallot("шуми")),
    ((DEALT, events.AwardResult("red", "о")), 1, ("1", "2", "о", "enter"), events.AwardResult("black", "о")),
    ((DEALT, events.AwardResult("red", "о")), 1, ("2", "й", "enter"), events.AwardResult("red", "ой")),
    ((DEALT, events.Void("о")), 1, ("1", "3", "о", "enter"), events.AwardResult("draw", "о")),
    (CLOSED, 17, ("1", "4"), events.Award(4, "best")),
    (CLOSED, 17, ("2", "2"), events.Award(3, "second")),
    (CLOSED, 18, ("2", "n"), events.Protest("счёт")),
    ((*CLOSED, events.Sign("А")), 19, ("1", "я", "enter"), events.Sign("Ая")),
]


@pytest.mark.parametrize(("facts", "index", "keys", "version"), REPLACED, ids=lambda v: str(v)[:30])
async def test_a_fact_gets_another_version_of_its_kind(
    facts: tuple[Event, ...], index: int, keys: tuple[str, ...], version: object
) -> None:
    game = played(facts).game
    assert await answer(lambda: AmendDialog(game, index, PLAYERS), *keys) == version


async def test_hands_for_lifting_get_another_number() -> None:
    votes = [events.Vote(1, 5), events.Vote(2, 5)]
    facts = [DEALT, events.Nominate(1, 1), events.Nominate(2, 2), *votes, *votes, events.Lift(4)]
    game = played(facts).game
    where = next(place for place, event in enumerate(game.events) if event.kind == "lift")
    assert await answer(lambda: AmendDialog(game, where, PLAYERS), "1", "7") == events.Lift(7)
    by_voter = await answer(lambda: AmendDialog(game, where, PLAYERS), "2", "1", "0", "enter")
    assert by_voter == events.Lift(voters=(1, 10))


async def test_free_points_and_fines_get_another_amount() -> None:
    facts = [*RED_WIN, events.Award(3, "extra", Fraction(1)), events.Fine(4, Fraction(-1), "спор")]
    game = played(facts, free(AKTAU)).game
    award = len(game.events) - 2
    typed = ("backspace", "0", "comma", "5", "enter")
    assert await answer(lambda: AmendDialog(game, award, PLAYERS), "3", *typed) == events.Award(
        3, "extra", Fraction(1, 2)
    )
    assert await answer(lambda: AmendDialog(game, award + 1, PLAYERS), "2", "2") == events.Fine(
        4, Fraction(-1, 2), "спор"
    )


async def test_a_fact_without_values_can_only_be_deleted() -> None:
    game = played([DEALT, events.Next()]).game
    assert isinstance(game.events[1], events.Next)
    assert await answer(lambda: AmendDialog(game, 1, PLAYERS), "1") is OPEN
    assert await answer(lambda: AmendDialog(game, 1, PLAYERS), "0", "enter") is DELETED


async def test_who_shot_whom_is_amended_only_where_secrets_are_shown() -> None:
    game, keys = played(RED_WIN).game, ("2", "1", "2", "enter")
    shown = await answer(lambda: AmendDialog(game, 7, PLAYERS, secrets=True), *keys)
    assert shown == events.Shoot(None, ((5, 1), (9, 2)))
    app = Stage(lambda: AmendDialog(game, 7, PLAYERS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert "Ива" not in seen(app) and "Кедр" not in seen(app)


# -- the program's own deal ---------------------------------------------------------------------------


async def test_the_deal_shows_one_card_at_a_time_and_leaves_nothing_behind() -> None:
    app = Stage(lambda: DealScreen(PLAYERS, random.Random(7)))
    words = {"civilian": "мирный", "sheriff": "шериф", "mafia": "мафия", "don": "дон"}
    shown = []
    async with app.run_test(size=(80, 24)) as pilot:
        for player in PLAYERS:
            await pilot.pause()
            assert f"Место {player.seat}: {player.name}" in seen(app)
            assert not any(word in seen(app) for word in words.values())
            await pilot.press("space")
            await pilot.pause()
            found = [role for role, word in words.items() if word in seen(app)]
            assert len(found) == 1
            shown += found
            await pilot.press("enter")
        await pilot.pause()
        assert not any(word in seen(app) for word in words.values())
        assert app.answer is OPEN
        await pilot.press("enter")
        await pilot.pause()
    assert app.answer == events.Roles(tuple(shown))
    assert Counter(shown) == CARDS


async def test_every_card_is_dressed_alike() -> None:
    app = Stage(lambda: DealScreen(PLAYERS, random.Random(7)))
    looks = set()
    async with app.run_test(size=(80, 24)) as pilot:
        for _player in PLAYERS:
            await pilot.press("enter")
            await pilot.pause()
            card = app.screen.query_one("#card")
            looks.add((card.region, str(card.rich_style), str(card.styles.border)))
            await pilot.press("enter")
    assert len(looks) == 1


async def test_the_injected_chance_makes_the_deal() -> None:
    keys = ["enter"] * 21
    deals = [await answer(lambda: DealScreen(PLAYERS, random.Random(seed)), *keys) for seed in (1, 1, 2)]  # noqa: B023
    assert deals[0] == deals[1] != deals[2]


async def test_a_hidden_card_is_never_shown_again_only_the_whole_deal_begins_anew() -> None:
    app = Stage(lambda: DealScreen(PLAYERS, random.Random(7)))
    async with app.run_test(size=(80, 24)) as pilot:
        first = app.screen._cards
        await pilot.press("enter", "enter", "backspace", "т")
        await pilot.pause()
        assert "Место 2: Норд" in seen(app)
        await pilot.press("г", "д")
        await pilot.pause()
        assert "Место 1: Вега" in seen(app)
        assert app.screen._cards != first
        assert not any(word in seen(app) for word in ("мирный", "шериф", "мафия", "дон"))


async def test_the_deal_is_given_up_only_after_a_question_with_the_card_hidden() -> None:
    app = Stage(lambda: DealScreen(PLAYERS, random.Random(7)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert not any(word in seen(app) for word in ("мирный", "шериф", "мафия", "дон"))
        await pilot.press("т")
        await pilot.pause()
        assert app.answer is OPEN
        await pilot.press("escape", "д")
        await pilot.pause()
    assert app.answer is None


async def test_the_deal_is_led_with_the_mouse() -> None:
    app = Stage(lambda: DealScreen(PLAYERS, random.Random(7)))
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "показать карту")
        await click(pilot, "спрятать карту")
        assert "Место 2: Норд" in seen(app)
