"""What can be drawn at all: players, tables and rounds that fit, and the nearest that do."""

from __future__ import annotations

from rules.record import record

MOST_PLAYERS = 2000
MOST_ROUNDS = 20


@record
class Setting:
    """Players at tables of ten; those left over sit out in turn."""

    players: int
    tables: int


class WrongSetting(ValueError):
    """Settings of which no draw is made. code: what is wrong; nearest: settings that are drawn."""

    def __init__(self, code: str, message: str, nearest: tuple[Setting, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.nearest = nearest


def check(players: int, tables: int, rounds: int) -> None:
    """Raises WrongSetting where these cannot be drawn."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise WrongSetting("rounds", f"{rounds} rounds: from 1 to {MOST_ROUNDS} are drawn.")
    check_round(players, tables, rounds)


def check_round(players: int, tables: int, rounds: int | None = None) -> None:
    """Raises WrongSetting where a round, one of so many or of any number, cannot be drawn."""
    rounds = players if rounds is None else rounds
    code = problem(players, tables, rounds)
    if code is not None:
        close = nearest(players, tables, rounds)
        offered = " · ".join(f"{one.players} players at {one.tables} tables" for one in close)
        raise WrongSetting(code, f"{players} players at {tables} tables: {code}. Nearest: {offered}.", close)


def problem(players: int, tables: int, rounds: int) -> str | None:
    """Why these cannot be drawn, as a code; None when they can."""
    if players < 10:
        return "too_few_players"
    if players > MOST_PLAYERS:
        return "too_many_players"
    if tables < 1:
        return "no_table"
    if players < 10 * tables:
        return "table_too_many"
    if players > 20 * tables:
        # More than half would sit out: somebody twice running.
        return "too_few_tables"
    if players == 10 * tables + 1 and rounds < players:
        # One alone would sit out every round, and not everybody in turn: a stand-in serves better.
        return "one_left_over"
    return None


def nearest(players: int, tables: int, rounds: int) -> tuple[Setting, ...]:
    """Settings that can be drawn, the closest first: these players at other tables, then other players."""
    same = [Setting(players, count) for count in (players // 10, tables) if count > 0]
    wide = max(1, min(tables, MOST_PLAYERS // 10))
    fewer = next((n for n in range(min(players, 20 * wide), 9, -1) if not problem(n, wide, rounds)), None)
    more = next((n for n in range(players, 20 * wide + 1) if not problem(n, wide, rounds)), None)
    other = [Setting(n, wide) for n in (fewer, more) if n is not None]
    other.sort(key=lambda one: (abs(one.players - players), one.players))
    found = dict.fromkeys([*same, *other])
    good = tuple(one for one in found if problem(one.players, one.tables, rounds) is None)
    return good[:3] or (Setting(10, 1),)
