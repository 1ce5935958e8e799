"""The protocol before its signature: what it shows and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from dialog_games import AKTAU, DEALT, PLAYERS, RED_WIN, Sitting
from dialog_stage import OPEN, Stage, click, lines, seen

from rules.game import Event, events
from rules.regulation import AwardKind, Regulation, load
from rules.sheet import Player
from storage.errors import NotSaved
from tabletui.screens.dialogs import ProtocolScreen
from tabletui.text import language, set_language


@pytest.fixture(autouse=True)
def _russian() -> Iterator[None]:
    before = language()
    set_language("ru")
    yield
    set_language(before)


def with_judge_points(regulation: Regulation = AKTAU) -> Regulation:
    kind = AwardKind("extra", "any", None, {"ru": "доп"})
    scoring = replace(regulation.scoring, awards=(kind,), game_fines=(Fraction(-1), Fraction(-1, 2)))
    return replace(regulation, scoring=scoring)


def row(app: Stage, seat: int) -> str:
    return next(line for line in lines(app) if line.startswith(f" {seat:>2} "))


async def facts_after(sitting: Sitting, *keys: str) -> tuple[Event, ...]:
    """The facts that these keys add."""
    before = len(sitting.game.events)
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
    return sitting.game.events[before:]


async def shown(sitting: Sitting) -> str:
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return seen(app)


async def test_the_sheet_is_whole_at_eighty_by_twenty_four() -> None:
    sitting = Sitting([*RED_WIN, events.Award(3, "best")])
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = seen(app)
        assert "Победа красных, голосованием, д3" in text
        assert row(app, 1).split() == ["1", "Вега", "мирный", "убит", "н1", "····", "2", "0,25", "2,25"]
        assert row(app, 3).split() == ["3", "Сойка", "шериф", "●···", "2", "1", "3"]
        assert row(app, 5).split() == ["5", "Ива", "мафия", "голос.", "д3", "····", "0"]
        assert row(app, 9).split() == ["9", "Кедр", "мафия", "фолы", "д2", "●●●●", "-1", "-1"]
        assert "[b]x[/]" in row(app, 8)
        assert "Лучший ход 1 Вега: 5, 7, 2" in text
        assert "ЛИ 3 Сойка" in text
        assert "без коэффициента K" in text
        assert "Enter подписать" in text
        foot = app.screen.query_one("Foot").region
        assert foot.bottom == 24 and foot.right <= 80


async def test_the_weight_of_the_stage_is_in_the_sum_and_is_named() -> None:
    sitting = Sitting(RED_WIN)
    sitting.slot["stage"] = "final"
    text = await shown(sitting)
    assert "3,38" in text and "с весом этапа 1,5" in text


async def test_a_regulation_without_the_coefficient_does_not_speak_of_it_but_of_its_scheme() -> None:
    text = await shown(Sitting(RED_WIN, load("white-nights-2015")))
    assert "коэффициента" not in text
    assert "схема восстановлена" in text


async def test_an_award_goes_to_the_seat_that_is_picked() -> None:
    assert await facts_after(Sitting(RED_WIN), "1", "3") == (events.Award(3, "best"),)
    assert await facts_after(Sitting(RED_WIN), "3", "7") == (events.Award(7, "loser_best"),)


async def test_an_award_to_the_wrong_team_cannot_be_picked() -> None:
    assert await facts_after(Sitting(RED_WIN), "1", "7", "escape") == ()


async def test_an_award_that_is_given_is_refused_with_a_word() -> None:
    sitting = Sitting([*RED_WIN, events.Award(3, "best")])
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await pilot.pause()
        assert "Эту награду уже не дать" in seen(app)
        assert "1 ЛИ " not in lines(app)[21]


async def test_awards_are_clicked() -> None:
    sitting = Sitting(RED_WIN)
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, "ЛИ2")
        await click(pilot, "Аргус")
        await pilot.pause()
        assert sitting.game.events[-1] == events.Award(4, "second")
        assert "0,5" in row(app, 4)


async def test_free_points_are_typed_with_a_comma_or_as_a_fraction() -> None:
    regulation = with_judge_points()
    typed = await facts_after(Sitting(RED_WIN, regulation), "1", "4", "0", "comma", "3", "enter")
    assert typed == (events.Award(4, "extra", Fraction(3, 10)),)
    typed = await facts_after(Sitting(RED_WIN, regulation), "1", "4", "1", "slash", "2", "enter")
    assert typed == (events.Award(4, "extra", Fraction(1, 2)),)
    assert await facts_after(Sitting(RED_WIN, regulation), "1", "4", "x", "enter") == ()


@pytest.mark.parametrize("key", ["i", "ш"])
async def test_a_fine_takes_seat_amount_and_reason(key: str) -> None:
    fined = await facts_after(Sitting(RED_WIN, with_judge_points()), key, "4", "2", "5")
    assert fined == (events.Fine(4, Fraction(-1, 2), "knocking"),)


async def test_a_fine_is_not_offered_where_the_regulation_has_none() -> None:
    sitting = Sitting(RED_WIN)
    assert "штраф" not in await shown(sitting)
    assert await facts_after(sitting, "i", "4") == ()


@pytest.mark.parametrize(
    ("keys", "fact"),
    [
        (("e", "а", "enter", "enter"), events.Note("а")),
        (("у", "а", "enter", "4"), events.Note("а", 4)),
        (("p", "а", "enter", "7"), events.Protest("а", 7)),
        (("З", "а", "enter", "n"), events.Protest("а")),
        (("v", "2", "о", "enter"), events.AwardResult("black", "о")),
        (("м", "4", "о", "enter"), events.Void("о")),
    ],
)
async def test_notes_protests_and_another_result_are_recorded(keys: tuple[str, ...], fact: Event) -> None:
    assert await facts_after(Sitting(RED_WIN), *keys) == (fact,)


@pytest.mark.parametrize(
    "keys", [("e", "escape"), ("e", "а", "enter", "escape"), ("v", "escape"), ("1", "escape")]
)
async def test_what_is_left_half_way_records_nothing(keys: tuple[str, ...]) -> None:
    assert await facts_after(Sitting(RED_WIN), *keys) == ()


async def test_notes_protests_and_marks_stand_on_the_sheet() -> None:
    facts = [*RED_WIN, events.Note("опоздали"), events.Protest("счёт рук", 7)]
    text = await shown(Sitting(facts))
    assert "заметка: опоздали" in text
    assert "протест, 7 Длинное Имя: счёт рук" in text
    assert "фолы 9 Кедр: стук по столу" in text


async def test_a_removal_that_excludes_proposes_it() -> None:
    facts = [DEALT, events.TeamDefeat(5, "peeping")]
    text = " ".join((await shown(Sitting(facts))).split())
    assert "ППК 5 Ива: подглядывание, неигровая информация (предложить исключение из турнира)" in text
    assert "Победа красных, ППК, н0" in text


async def test_a_result_of_the_judge_shows_its_reason() -> None:
    text = await shown(Sitting([*RED_WIN, events.AwardResult("black", "ошибка судьи")]))
    assert "Победа чёрных, решением судьи: ошибка судьи" in text


async def test_a_void_game_has_no_points() -> None:
    sitting = Sitting([*RED_WIN, events.Void("пересдача")])
    text = await shown(sitting)
    assert "Игра аннулирована: пересдача" in text
    assert "–" in text and "2,25" not in text and "коэффициента" not in text
    assert "ЛИ" not in text


async def test_a_misdeal_before_any_role_can_be_signed_off() -> None:
    sitting = Sitting([events.Void("пересдача")])
    assert "Игра аннулирована: пересдача" in await shown(sitting)
    assert await facts_after(sitting, "enter", "enter", "enter") == (events.Sign(sitting.judge),)


@pytest.mark.parametrize("key", ["u", "г", "backspace", "ctrl+z"])
async def test_undo_takes_the_last_fact_back(key: str) -> None:
    sitting = Sitting(RED_WIN)
    sitting.apply(events.Award(3, "best"))
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert sitting.game.state.awards == ()
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert len(sitting.game.state.awards) == 1
        assert app.answer is OPEN


async def test_undo_past_the_decision_goes_back_to_the_table() -> None:
    sitting = Sitting(RED_WIN)
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u")
        await pilot.pause()
    assert app.answer is False
    assert sitting.game.step.id == "last_word"


async def test_an_amendment_from_the_log_changes_the_sheet() -> None:
    sitting = Sitting([*RED_WIN, events.Award(3, "best")])
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "enter", "1", "4")
        await pilot.pause()
        assert [award.seat for award in sitting.game.state.awards] == [4]
        assert "ЛИ 4 Аргус" in seen(app)
        assert "Исправлено: было «" in seen(app)


async def test_the_signature_asks_for_the_name_and_once_more() -> None:
    sitting = Sitting(RED_WIN)
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert "Подписать? Победа красных" in seen(app) and sitting.judge in seen(app)
        await pilot.press("enter")
        await pilot.pause()
    assert app.answer is True
    assert sitting.game.events[-1] == events.Sign(sitting.judge)


async def test_a_signature_that_is_not_confirmed_signs_nothing() -> None:
    assert await facts_after(Sitting(RED_WIN), "enter", "enter", "т") == ()
    assert await facts_after(Sitting(RED_WIN), "enter", "escape") == ()


async def test_a_protocol_that_is_signed_already_can_be_stored() -> None:
    sitting = Sitting([*RED_WIN, events.Sign("А")])
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "e", "v", "i", "p")
        await pilot.pause()
        assert app.answer is OPEN
        await pilot.press("enter")
        await pilot.pause()
    assert app.answer is True


async def test_a_disk_that_is_full_is_said_and_nothing_changes() -> None:
    class Full(Sitting):
        def apply(self, event: Event) -> None:
            raise NotSaved("full", "Диск заполнен.")

    sitting = Full(RED_WIN)
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "3")
        await pilot.pause()
        assert "Диск заполнен." in seen(app)
        assert sitting.game.state.awards == ()
        await pilot.press("enter", "enter", "enter")
        await pilot.pause()
        assert app.answer is OPEN


async def test_long_names_leave_the_columns_in_their_places() -> None:
    sitting = Sitting(RED_WIN)
    sitting.players = tuple(Player(player.seat, player.id, "Имя " * 12) for player in PLAYERS)
    app = Stage(lambda: ProtocolScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        ends = {len(row(app, seat).rstrip()) for seat in range(1, 11)}
    assert ends == {79}


@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_help_lists_the_keys_of_the_protocol(key: str) -> None:
    app = Stage(lambda: ProtocolScreen(Sitting(RED_WIN)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert "подписать протокол" in seen(app) and "V М" in seen(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_sheet_uses_the_width_there_is(size: tuple[int, int]) -> None:
    make: Callable[[], ProtocolScreen] = lambda: ProtocolScreen(Sitting(RED_WIN))  # noqa: E731
    app = Stage(make)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert len(row(app, 1).rstrip()) == size[0] - 1


async def test_a_protest_asks_who_lodges_it() -> None:
    app = Stage(lambda: ProtocolScreen(Sitting(RED_WIN)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", *"спорно", "enter")
        await pilot.pause()
        assert "Кто подаёт протест?" in seen(app)


async def test_a_narrow_screen_shows_all_ten_seats_with_the_sum_of_points() -> None:
    app = Stage(lambda: ProtocolScreen(Sitting(RED_WIN)))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert row(app, 1).split() == ["1", "Вега", "мирный", "убит", "н1", "····", "2,25"]
        assert all(row(app, seat) for seat in range(1, 11))
