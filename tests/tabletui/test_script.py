"""What the judge says, and what the program says when something is refused: whole in Russian, no secrets."""

from __future__ import annotations

import re

import pytest
from table_stage import AKTAU, DEALT, NEXT

from rules.game import CODES, STEP_IDS, Game, IllegalEvent, events
from rules.game.errors import wrong_step
from rules.regulation import load
from tabletui import text
from tabletui.refusals import LINES, STEPS, refusal_line
from tabletui.script import number, spoken

WHITE_NIGHTS = load("white-nights-2015")


@pytest.fixture(autouse=True, params=["ru", "en"])
def language(request):
    before = text.language()
    text.set_language(request.param)
    yield request.param
    text.set_language(before)


def played(*facts, regulation=AKTAU) -> Game:
    """The game after facts as on paper, moved on to the step of the last."""
    game = Game.new(regulation)
    for fact in facts:
        game = game.play(fact)
    return game


def speeches(game: Game) -> Game:
    """The game after all speeches of the day."""
    while game.step.id == "speech":
        game = game.apply(NEXT)
    return game


def day_1(*facts, regulation=AKTAU) -> Game:
    game = played(DEALT, NEXT, NEXT, regulation=regulation)
    for fact in facts:
        game = game.apply(fact)
    return game


def said(game: Game, language: str, russian: str, english: str) -> None:
    wanted = russian if language == "ru" else english
    assert wanted.casefold() in spoken(game).casefold(), spoken(game)


def test_the_night_falls_with_the_posture_of_the_regulation(language):
    said(played(DEALT), language, "руки скрещены на плечах", "arms crossed")
    said(played(DEALT, regulation=WHITE_NIGHTS), language, "на коленях", "on knees")


def test_the_first_speech_opens_day_one(language):
    said(day_1(), language, "День первый. Минута игрока номер один.", "Day one. The minute of player number")


def test_further_speeches_say_only_whose_minute_it_is(language):
    assert spoken(day_1(NEXT)) in ("Минута игрока номер два.", "The minute of player number two.")


def test_a_silenced_player_is_told_and_still_asked_for_his_nomination(language):
    game = day_1(events.Foul(2), events.Foul(2), events.Foul(2), NEXT)
    said(game, language, "лишён слова", "has no speech")


def test_a_ballot_reads_the_candidates_in_order_and_asks_for_the_first(language):
    game = speeches(day_1(events.Nominate(1, 7), NEXT, events.Nominate(2, 3)))
    said(game, language, "семь, три. Кто голосует за номер семь?", "seven, three. Who votes for number seven")
    game = game.apply(events.Vote(7, 4))
    said(game, language, "голоса — за номер три: 6", "number three: 6")


def test_the_tied_are_named_once_and_each_has_his_seconds(language):
    game = speeches(day_1(events.Nominate(1, 7), NEXT, events.Nominate(2, 3)))
    game = game.apply(events.Vote(7, 5)).apply(NEXT)
    said(game, language, "поделили номера семь, три. 30 секунд", "seven, three. 30 seconds")
    game = game.apply(NEXT)
    said(game, language, "на оправдание игрока номер три", "of defence for player number three")
    assert "семь" not in spoken(game) and "seven" not in spoken(game)


def test_the_lift_question_names_all_tied(language):
    game = speeches(day_1(events.Nominate(1, 7), NEXT, events.Nominate(2, 3)))
    game = game.apply(events.Vote(7, 5)).apply(NEXT).apply(NEXT).apply(NEXT)
    game = game.apply(events.Vote(7, 5)).apply(NEXT)
    assert game.step.id == "lift"
    said(game, language, "номера семь, три", "seven, three")


def test_the_first_victim_is_asked_for_his_best_move_until_it_is_recorded(language):
    game = speeches(day_1()).apply(events.Shoot(5)).apply(NEXT).apply(NEXT)
    said(game, language, "лучший ход", "best move")
    game = game.apply(events.BestMove((2, 7, 9)))
    assert spoken(game) in ("Ваша последняя минута.", "Your last minute.")


def test_a_morning_without_a_victim_says_so(language):
    game = speeches(day_1()).apply(events.Shoot(None)).apply(NEXT).apply(NEXT)
    said(game, language, "никто не убит. День 2.", "Nobody was killed tonight. Day 2.")


def test_the_one_voted_out_has_his_last_minute(language):
    game = speeches(day_1(events.Nominate(1, 7), NEXT, events.Nominate(2, 3)))
    game = game.apply(events.Vote(7, 6)).apply(NEXT)
    said(game, language, "номер семь покидает стол", "number seven leaves the table")


@pytest.mark.parametrize(
    ("fact", "russian", "english"),
    [
        (events.AwardResult("red", "x"), "Победа красных", "red team wins"),
        (events.AwardResult("black", "x"), "Победа чёрных", "black team wins"),
        (events.AwardResult("draw", "x"), "ничья", "a draw"),
        (events.Void("x"), "не засчитана", "does not count"),
    ],
)
def test_the_end_says_who_won(language, fact, russian, english):
    said(day_1(fact), language, russian, english)


def test_every_step_of_a_game_has_its_line_without_gaps(language):
    game, seen = Game.new(AKTAU), set()
    facts = {
        "deal": DEALT,
        "shooting": events.Shoot(None),
        "lift": events.Lift(0),
        "closing": events.Sign("x"),
    }
    first = True
    while game.step.id != "finished":
        line = spoken(game)
        assert line.strip() and "{" not in line and "None" not in line
        seen.add(game.step.id)
        if first and game.step.id == "speech" and game.step.seat in (1, 2):
            game = game.apply(events.Nominate(game.step.seat, 7 if game.step.seat == 1 else 3))
            first = game.step.seat == 1
        if game.step.id in ("ballot", "reballot") and not game.step.ends_with_next:
            game = game.apply(events.Vote(game.step.seat, 5))
        game = game.apply(facts.get(game.step.id, NEXT))
    assert seen == set(STEP_IDS) - {"best_move", "last_word", "finished"}
    assert spoken(game)


def test_what_is_said_tells_no_deal_from_another():
    other = events.Roles(tuple(reversed(DEALT.roles)))
    one, two = played(DEALT), played(other)
    for _step in range(14):
        assert spoken(one) == spoken(two)
        one, two = one.apply(NEXT) if one.step.ends_with_next else one, two
        two = two.apply(NEXT) if two.step.ends_with_next else two


def test_numbers_are_spoken_as_words(language):
    assert number(4) == ("четыре" if language == "ru" else "four")


# --- refusals ----------------------------------------------------------------------------------------


def test_every_code_of_the_engine_has_its_line():
    assert set(LINES) == set(CODES)
    assert set(STEPS) == set(STEP_IDS)


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_is_one_short_line_with_its_values(language, code):
    values = dict.fromkeys(re.findall(r"{(\w+)", CODES[code]), 7)
    line = refusal_line(IllegalEvent(code, **values))
    assert "\n" not in line and "{" not in line
    assert len(line) <= 76, "it must fit into one line of 80 columns"
    assert line != CODES[code].format(**values), "it is a sentence for people, not the program's"
    if language == "ru":
        assert re.search("[а-я]", line)


@pytest.mark.parametrize("step", STEP_IDS)
def test_at_the_wrong_step_the_present_one_is_named(language, step):
    line = refusal_line(wrong_step("vote", step, moves=False))
    assert text._(STEPS[step]) in line
    assert len(line) <= 76
