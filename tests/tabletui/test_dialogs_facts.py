"""Facts in words: every kind of event says in one line what happened, in Russian and in English."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction

import pytest

from rules.game import KINDS, Event, events
from rules.regulation import load
from tabletui.entry import clean
from tabletui.facts import fact_line, fact_lines
from tabletui.text import language, set_language

REGULATION = load("aktau-2017")
NAMES = {seat: f"Игрок{seat}" for seat in range(1, 11)}
DEAL = (
    "civilian",
    "civilian",
    "sheriff",
    "civilian",
    "mafia",
    "civilian",
    "don",
    "civilian",
    "mafia",
    "civilian",
)

LINES: list[tuple[Event, str, str]] = [
    (events.Roles(DEAL), "роли розданы", "roles dealt"),
    (events.Next(), "дальше", "next step"),
    (events.Nominate(2, 7), "2 → 7 выставил", "2 → 7 nominated"),
    (events.Withdraw(2), "2 снял кандидатуру", "2 withdrew the nomination"),
    (events.Vote(7, 1), "за 7: 1 рука", "for 7: 1 hand"),
    (events.Vote(7, 3), "за 7: 3 руки", "for 7: 3 hands"),
    (events.Vote(7, voters=(1, 2, 3, 4, 5)), "за 7: 5 рук (1 2 3 4 5)", "for 7: 5 hands (1 2 3 4 5)"),
    (events.Lift(5), "за подъём: 5 рук", "for lifting all: 5 hands"),
    (events.Shoot(3), "ночь: убит 3", "night: 3 is shot"),
    (events.Shoot(None), "ночь: промах", "night: a miss"),
    (events.Shoot(None, ((5, 3), (7, None))), "ночь: выстрелы записаны", "night: shots recorded"),
    (events.Check("don", 3), "проверка дона", "check of the don"),
    (events.Check("sheriff", None), "проверка шерифа", "check of the sheriff"),
    (events.BestMove((5, 7, 9)), "лучший ход: 5, 7, 9", "best move: 5, 7, 9"),
    (events.BestMove(()), "лучший ход не назван", "best move declined"),
    (events.Foul(3, "knocking"), "3 фол: «стук по столу»", "3 foul: «knocking on the table»"),
    (events.Foul(3, "смех"), "3 фол: «смех»", "3 foul: «смех»"),
    (events.Foul(3), "3 фол", "3 foul"),
    (events.Remove(3, "fouls"), "3 удалён по числу фолов", "3 removed by the count of fouls"),
    (events.Remove(3, "insult"), "3 удалён: «оскорбление»", "3 removed: «insult»"),
    (events.TeamDefeat(3, "bet"), "3 ППК: «пари»", "3 team defeat: «bet»"),
    (events.CancelBallot("шум"), "голосование отменено: «шум»", "ballot cancelled: «шум»"),
    (
        events.AwardResult("red", "ошибка"),
        "судья присудил победу красным: «ошибка»",
        "the judge gives the win to the red team: «ошибка»",
    ),
    (
        events.AwardResult("black", "ошибка"),
        "судья присудил победу чёрным: «ошибка»",
        "the judge gives the win to the black team: «ошибка»",
    ),
    (
        events.AwardResult("draw", "свет погас"),
        "судья объявил ничью: «свет погас»",
        "the judge declares a draw: «свет погас»",
    ),
    (events.Void("пересдача"), "игра аннулирована: «пересдача»", "the game is void: «пересдача»"),
    (events.Award(3, "free", Fraction(1, 2)), "3 награда free +0,5", "3 award free +0.5"),
    (events.Fine(3, Fraction(-1, 2), "спор"), "3 штраф -0,5: «спор»", "3 fine -0.5: «спор»"),
    (events.Note("погас свет"), "заметка: погас свет", "note: погас свет"),
    (events.Note("опоздал", 3), "заметка, 3: опоздал", "note, 3: опоздал"),
    (events.Protest("счёт рук", 3), "протест, 3: счёт рук", "protest, 3: счёт рук"),
    (events.Sign("Судья"), "подписано: Судья", "signed: Судья"),
]


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    before = language()
    yield
    set_language(before)


@pytest.mark.parametrize(("event", "russian", "english"), LINES, ids=lambda value: str(value)[:40])
def test_a_fact_is_one_line_in_the_language_of_the_screen(event: Event, russian: str, english: str) -> None:
    set_language("ru")
    assert fact_line(event, {}, REGULATION) == russian
    set_language("en")
    assert fact_line(event, {}, REGULATION) == english


def test_every_kind_of_event_has_its_line() -> None:
    assert {event.kind for event, _ru, _en in LINES} == set(KINDS)


def test_players_are_named_where_names_are_given() -> None:
    set_language("ru")
    assert fact_line(events.Nominate(2, 7), NAMES, REGULATION) == "2 Игрок2 → 7 Игрок7 выставил"


def test_a_name_with_brackets_stands_as_it_is() -> None:
    line = fact_line(events.Foul(3), {3: "[bold]{x}[/]"}, REGULATION, number=2)
    assert "[bold]{x}[/]" in line


def test_fouls_of_a_game_are_numbered_for_each_seat() -> None:
    set_language("en")
    facts = [events.Foul(3), events.Foul(4), events.Foul(3, "knocking")]
    assert fact_lines(facts, {}, REGULATION) == [
        "3 foul no. 1",
        "4 foul no. 1",
        "3 foul no. 2: «knocking on the table»",
    ]


def test_secrets_are_told_only_when_asked_for() -> None:
    set_language("en")
    facts = [
        events.Roles(DEAL),
        events.Shoot(None, ((5, 3), (7, 3), (9, None))),
        events.Check("don", 3),
        events.Check("don", 4),
        events.Check("sheriff", 5),
        events.Check("sheriff", 1),
        events.Check("sheriff", None),
    ]
    told = fact_lines(facts, {}, REGULATION, secrets=True)
    assert told == [
        "roles: don 7, mafia 5 9, sheriff 3",
        "night: shots 5 → 3, 7 → 3, 9 → –",
        "check of the don: 3, sheriff",
        "check of the don: 4, not the sheriff",
        "check of the sheriff: 5, black",
        "check of the sheriff: 1, red",
        "check of the sheriff: nobody",
    ]
    hidden = " ".join(fact_lines(facts, {}, REGULATION))
    assert not any(digit in hidden for digit in "0123456789")


def test_facts_and_the_names_of_the_dialogs_cost_no_screen_library() -> None:
    code = "import sys, tabletui.facts, tabletui.screens.dialogs; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("и\u0306од", "йод"),
        ("\ufeffВе\u200bга\u202e", "Вега"),
        ("  а\tб\n в\u2028г  ", "а б в г"),
        ("\x1b[31mкр\x07", "[31mкр"),
        ("\ud800x", "x"),
        ("Әсем", "Әсем"),
    ],
)
def test_what_is_typed_is_kept_in_one_spelling_without_the_invisible(typed: str, kept: str) -> None:
    assert clean(typed) == kept
