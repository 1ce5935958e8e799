"""What the judge says aloud at each step, in the language of the screens.

Everything here is said before ten people: nothing of it may depend on a role. Numbers that are spoken are
words. Source of the wording: the practice of the federation's referees; the posture is the regulation's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.game import Game, State
from rules.regulation import text
from rules.sheet import BLACK, DRAW, RED
from tabletui.text import N_, _, language, ngettext

NUMBERS = (
    N_("zero"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)


def number(n: int) -> str:
    """A number as it is spoken: “four”."""
    return _(NUMBERS[n]) if 0 <= n < len(NUMBERS) else str(n)


def numbers(seats: Iterable[int]) -> str:
    """Several numbers as they are spoken: “seven, one, three”."""
    return ", ".join(number(seat) for seat in seats)


def spoken(game: Game) -> str:
    """What the judge says now."""
    return _LINES[game.state.step](game)


def _deal(game: Game) -> str:
    return _("The cards are dealt. Each in turn, from seat one: mask up, look at your card, mask down.")


def _night_falls(game: Game) -> str:
    posture = text(game.regulation.night_posture, language())
    return _("The city falls asleep: {posture}.").format(posture=posture)


def _black_meeting(game: Game) -> str:
    seconds = game.regulation.clock.black_meeting
    meeting = (
        _("The mafia wakes up: you have a minute to agree.")
        if seconds == 60
        else ngettext(
            "The mafia wakes up: you have {seconds} second to agree.",
            "The mafia wakes up: you have {seconds} seconds to agree.",
            seconds,
        ).format(seconds=seconds)
    )
    return f"{_night_falls(game)} {meeting}"


def _sheriff_look(game: Game) -> str:
    return _("The mafia falls asleep. The sheriff wakes up and looks around. … The sheriff falls asleep.")


def _speech(game: Game) -> str:
    s = game.state
    return f"{_morning(s)} {_turn(game)}" if s.seat == s.opener else _turn(game)


def _morning(s: State) -> str:
    if s.day == 1:
        return _("Good morning, city! Day one.")
    day = _("Day {day}.").format(day=s.day)
    victim = next((left.seat for left in s.left if left.cause == "shot" and left.night == s.night), None)
    if victim is None:
        return _("Good morning, city! Nobody was killed tonight.") + " " + day
    return day


def _turn(game: Game) -> str:
    s, clock = game.state, game.regulation.clock
    who = number(s.seat or 0)
    if s.silenced:
        return _("Player number {number} has no speech: three fouls. Your nomination?").format(number=who)
    if s.seconds == clock.speech == 60:
        return _("The minute of player number {number}.").format(number=who)
    return ngettext(
        "{seconds} second for player number {number}.",
        "{seconds} seconds for player number {number}.",
        s.seconds or 0,
    ).format(seconds=s.seconds, number=who)


def _ballot(game: Game) -> str:
    s = game.state
    who = number(s.candidate or 0)
    if len(s.candidates) == 1:
        return _("One is nominated, number {number}: all votes are for him.").format(number=who)
    if s.on_last_candidate:
        return ngettext(
            "The vote that is left is for number {number}: {hands}.",
            "The votes that are left are for number {number}: {hands}.",
            s.hands_left,
        ).format(number=who, hands=s.hands_left)
    if s.votes:
        return _("Thank you. Who votes for number {number}?").format(number=who)
    listed = numbers(s.candidates)
    if s.step == "reballot":
        return _("We vote again, in this order: {numbers}. Who votes for number {number}?").format(
            numbers=listed, number=who
        )
    return _("Nominated, in this order: {numbers}. Who votes for number {number}?").format(
        numbers=listed, number=who
    )


def _defence(game: Game) -> str:
    s = game.state
    line = ngettext(
        "{seconds} second of defence for player number {number}.",
        "{seconds} seconds of defence for player number {number}.",
        s.seconds or 0,
    ).format(seconds=s.seconds, number=number(s.seat or 0))
    if s.seat != s.candidates[0]:
        return line
    tie = _("The votes are split between numbers {numbers}.").format(numbers=numbers(s.candidates))
    return f"{tie} {line}"


def _lift(game: Game) -> str:
    return _("Split again. Who is for lifting all: numbers {numbers} leave the table?").format(
        numbers=numbers(game.state.candidates)
    )


def _last_word(game: Game) -> str:
    s = game.state
    who = number(s.seat or 0)
    if s.victim is None:
        return _("Player number {number} leaves the table. Your last minute.").format(number=who)
    if s.best_move is not None and s.seat == s.first_killed:
        return _("Your last minute.")
    line = _("Good morning, city! Tonight player number {number} was killed.").format(number=who)
    if game.step.first_victim:
        return f"{line} " + _("Your best move: whom do you name? Then your last minute.")
    return f"{line} " + _("Your last minute.")


def _shooting(game: Game) -> str:
    # Called by number one after another; as digits they fit into two lines of the screen.
    called = ", ".join(str(seat) for seat in game.state.living)
    line = _("The mafia wakes up and shoots: {numbers}.").format(numbers=called)
    return f"{_night_falls(game)} {line}"


def _don_check(game: Game) -> str:
    return _("The mafia falls asleep. The don wakes up and looks for the sheriff. … The don falls asleep.")


def _sheriff_check(game: Game) -> str:
    return _("The sheriff wakes up and looks for the mafia. … The sheriff falls asleep.")


def _best_move(game: Game) -> str:
    return _("Tonight player number {number} was killed. Your best move: whom do you name?").format(
        number=number(game.state.seat or 0)
    )


def _closing(game: Game) -> str:
    s = game.state
    if s.ending == "void":
        return _("The game is void: it does not count.")
    won = {
        RED: _("The game is over. The red team wins!"),
        BLACK: _("The game is over. The black team wins!"),
        DRAW: _("The game is over: a draw."),
    }
    return won[s.winner or DRAW]


def _finished(game: Game) -> str:
    return _("Thank you for the game.")


_LINES: dict[str, Callable[[Game], str]] = {
    "deal": _deal,
    "black_meeting": _black_meeting,
    "sheriff_look": _sheriff_look,
    "speech": _speech,
    "ballot": _ballot,
    "reballot": _ballot,
    "defence": _defence,
    "lift": _lift,
    "last_word": _last_word,
    "shooting": _shooting,
    "don_check": _don_check,
    "sheriff_check": _sheriff_check,
    "best_move": _best_move,
    "closing": _closing,
    "finished": _finished,
}
