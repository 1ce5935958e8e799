"""A fact of the game as one line for people, in the language of the screens.

Roles, checks and single shots are secrets of the table: they are told in general words unless `secrets` is
asked for. Names of players and free words of the judge are data and are put in as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rules.game.events import (
    Award,
    AwardResult,
    BestMove,
    CancelBallot,
    Check,
    Event,
    Fine,
    Foul,
    Lift,
    Next,
    Nominate,
    Note,
    Protest,
    Remove,
    Roles,
    Shoot,
    Sign,
    TeamDefeat,
    Void,
    Vote,
    Withdraw,
)
from rules.regulation import Regulation, text
from rules.sheet import BLACK, DON, DRAW, MAFIA, RED, SEATS, SHERIFF, team_of
from tabletui.text import _, decimal, language, ngettext, pgettext

Names = Mapping[int, str]
"""Seat → name; a seat without an entry is told by its number alone."""


def who(seat: int, names: Names) -> str:
    """A seat with its player's name, or the bare number where the name is not wanted."""
    name = names.get(seat, "")
    return f"{seat} {name}" if name else str(seat)


def reason_line(reason: str | None, regulation: Regulation) -> str:
    """A reason in words: the regulation's name of an id, or the judge's own words; empty for none."""
    if reason is None:
        return ""
    known = regulation.reason(reason)
    return reason if known is None else text(known.name, language())


def signed(points: Fraction) -> str:
    """An amount of points with its sign, as it is written here: +0.5, -1."""
    from rules.scoring import shown  # most games need no figure before they are closed

    figure = decimal(shown(points))
    return f"+{figure}" if points > 0 else figure


def fact_lines(
    events: Sequence[Event], names: Names, regulation: Regulation, *, secrets: bool = False
) -> list[str]:
    """A line for each fact of a game, in order; fouls with their number, checks with their answer."""
    fouls: Counter[int] = Counter()
    roles: tuple[str, ...] = ()
    lines = []
    for event in events:
        number = None
        if isinstance(event, Foul):
            fouls[event.seat] += 1
            number = fouls[event.seat]
        elif isinstance(event, Roles):
            roles = event.roles
        lines.append(fact_line(event, names, regulation, secrets=secrets, number=number, roles=roles))
    return lines


def fact_line(
    event: Event,
    names: Names,
    regulation: Regulation,
    *,
    secrets: bool = False,
    number: int | None = None,
    roles: Sequence[str] = (),
) -> str:
    """One fact in one line.

    names: seat → name, empty for bare numbers. secrets: tell roles, checks and single shots. number: which
    foul of the seat it is. roles: the deal, for the answer to a check.
    """
    line = _sentence(event, names, secrets=secrets, number=number, roles=roles, regulation=regulation)
    reason = reason_line(getattr(event, "reason", None), regulation)
    if isinstance(event, Remove) and event.reason == "fouls":
        reason = ""
    return _("{fact}: «{reason}»").format(fact=line, reason=reason) if reason else line


def _sentence(
    event: Event,
    names: Names,
    *,
    secrets: bool,
    number: int | None,
    roles: Sequence[str],
    regulation: Regulation,
) -> str:
    match event:
        case Roles(dealt):
            return _roles(dealt) if secrets else pgettext("fact", "roles dealt")
        case Next():
            return pgettext("fact", "next step")
        case Nominate(by, seat):
            return _("{by} → {seat} nominated").format(by=who(by, names), seat=who(seat, names))
        case Withdraw(by):
            return _("{by} withdrew the nomination").format(by=who(by, names))
        case Vote(seat, _votes, voters):
            hands = _hands(event.hands, voters)
            return _("for {seat}: {hands}").format(seat=who(seat, names), hands=hands)
        case Lift(_votes, voters):
            return _("for lifting all: {hands}").format(hands=_hands(event.hands, voters))
        case Shoot():
            return _shot(event, names, secrets)
        case Check(by, seat):
            return _check(by, seat, names, roles) if secrets else check_title(by)
        case BestMove(seats):
            named = ", ".join(who(seat, names) for seat in seats)
            return (
                _("best move: {seats}").format(seats=named)
                if seats
                else pgettext("fact", "best move declined")
            )
        case Foul(seat):
            if number is None:
                return _("{seat} foul").format(seat=who(seat, names))
            return _("{seat} foul no. {number}").format(seat=who(seat, names), number=number)
        case Remove(seat, "fouls"):
            return _("{seat} removed by the count of fouls").format(seat=who(seat, names))
        case Remove(seat):
            return _("{seat} removed").format(seat=who(seat, names))
        case TeamDefeat(seat):
            return _("{seat} team defeat").format(seat=who(seat, names))
        case CancelBallot():
            return pgettext("fact", "ballot cancelled")
        case AwardResult(winner):
            return awarded_line(winner)
        case Void():
            return pgettext("fact", "the game is void")
        case Award(seat, award, points):
            line = _("{seat} award {kind}").format(seat=who(seat, names), kind=award_name(award, regulation))
            return line if points is None else f"{line} {signed(points)}"
        case Fine(seat, points):
            return _("{seat} fine {points}").format(seat=who(seat, names), points=signed(points))
        case Note(words, at):
            return _about(pgettext("fact", "note"), at, words, names)
        case Protest(words, at):
            return _about(pgettext("fact", "protest"), at, words, names)
        case Sign(judge):
            return _("signed: {judge}").format(judge=judge)


def _about(what: str, seat: int | None, words: str, names: Names) -> str:
    return f"{what}: {words}" if seat is None else f"{what}, {who(seat, names)}: {words}"


def _hands(count: int, voters: Iterable[int] | None) -> str:
    line = ngettext("{count} hand", "{count} hands", count).format(count=count)
    seats = " ".join(str(seat) for seat in voters or ())
    return f"{line} ({seats})" if seats else line


def _roles(roles: Sequence[str]) -> str:
    def seats(role: str) -> str:
        return " ".join(str(seat) for seat, dealt in zip(SEATS, roles, strict=False) if dealt == role)

    return _("roles: don {don}, mafia {mafia}, sheriff {sheriff}").format(
        don=seats(DON), mafia=seats(MAFIA), sheriff=seats(SHERIFF)
    )


def _shot(event: Shoot, names: Names, secrets: bool) -> str:
    if event.shots is None:
        if event.seat is None:
            return pgettext("fact", "night: a miss")
        return _("night: {seat} is shot").format(seat=who(event.seat, names))
    if not secrets:
        return pgettext("fact", "night: shots recorded")
    shots = ", ".join(f"{by} → {'–' if seat is None else seat}" for by, seat in event.shots)
    return _("night: shots {shots}").format(shots=shots)


def check_title(by: str) -> str:
    """Whose check it is, without what it showed."""
    return pgettext("fact", "check of the don") if by == DON else pgettext("fact", "check of the sheriff")


def check_answer(by: str, role: str) -> str:
    """What the judge shows to the don or the sheriff for a seat of this role."""
    if by == DON:
        return pgettext("fact", "sheriff") if role == SHERIFF else pgettext("fact", "not the sheriff")
    return pgettext("fact", "black") if team_of(role) == BLACK else pgettext("fact", "red")


def _check(by: str, seat: int | None, names: Names, roles: Sequence[str]) -> str:
    line = _("{check}: {seat}").format(
        check=check_title(by), seat=pgettext("fact", "nobody") if seat is None else who(seat, names)
    )
    if seat is None or len(roles) != len(SEATS):
        return line
    return _("{fact}, {answer}").format(fact=line, answer=check_answer(by, roles[seat - 1]))


def awarded_line(winner: str) -> str:
    """The result that the judge has awarded."""
    return {
        RED: _("the judge gives the win to the red team"),
        BLACK: _("the judge gives the win to the black team"),
        DRAW: _("the judge declares a draw"),
    }[winner]


def award_name(award: str, regulation: Regulation) -> str:
    """The regulation's name of an award, or its id where the regulation does not know it."""
    kind = next((kind for kind in regulation.scoring.awards if kind.id == award), None)
    return award if kind is None else text(kind.name, language())
