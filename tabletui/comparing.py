"""Several protocols of one game side by side, line by line, with what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.game import Game
from rules.game.events import Next
from rules.protocol import BadFact, BadProtocol, parse_protocols
from rules.record import record
from rules.regulation import Regulation
from rules.scoring import shown
from rules.sheet import SEATS, Sheet
from rules.sheet_json import derive_sheet
from tabletui.correcting import game_of
from tabletui.facts import fact_lines
from tabletui.screens.dialogs.roles import role_word
from tabletui.screens.dialogs.sheet import (
    cause_word,
    ending_words,
    moment,
    points_of_game,
    remark_lines,
    winner_words,
)
from tabletui.text import _, decimal, ngettext

NOTHING = "–"


@record
class Compared:
    """A line: what it is about, and what each protocol says of it."""

    label: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the protocols say different things."""
        return len(set(self.values)) > 1


def compared(protocols: Sequence[Mapping[str, Any]], regulation: Regulation) -> list[Compared]:
    """All lines, in the order of a protocol: who judged, the result, the seats, remarks, the course."""
    read = [_Read(data, regulation) for data in protocols]
    lines = [
        Compared(_("judge"), tuple(str(data.get("judge") or NOTHING) for data in protocols)),
        Compared(_("date"), tuple(str(data.get("date") or NOTHING) for data in protocols)),
        Compared(_("result"), tuple(one.result() for one in read)),
        Compared(_("best move"), tuple(one.best_move() for one in read)),
    ]
    named = len({tuple(sorted(one.names.items())) for one in read}) > 1
    for seat in SEATS:
        label = str(seat) if named else f"{seat} {read[0].names.get(seat, '')}".strip()
        lines.append(Compared(label, tuple(one.seat(seat, named=named) for one in read)))
    lines.append(Compared(_("remarks"), tuple(one.remarks() for one in read)))
    lines.append(Compared(_("course"), _courses(read)))
    if not any(line.differs for line in lines):
        words = _("the same in every line here; times or details that are not shown differ")
        lines.append(Compared(_("besides"), (words,)))
    return lines


class _Read:
    """One protocol, as far as it can be read."""

    def __init__(self, data: Mapping[str, Any], regulation: Regulation) -> None:
        self.names: dict[int, str] = {}
        self.game: Game | None = None
        sheet: Sheet | None = None
        try:
            protocol = parse_protocols(data)[0]
        except (BadProtocol, BadFact):
            pass
        else:
            self.names = {player.seat: player.name for player in protocol.players}
            self.game = game_of(data, regulation)
            sheet = protocol.sheet
        self.readable = sheet is not None or self.game is not None
        self.sheet = derive_sheet(self.game) if self.game is not None else sheet or Sheet()
        stage = regulation.stage(str(data.get("stage") or ""))
        self._weight = Fraction(1) if stage is None else stage.weight
        self._points = points_of_game(self.game, self._weight) if self.game is not None else {}
        self.facts: list[str] = []
        if self.game is not None:
            told = fact_lines(self.game.events, self.names, regulation, secrets=True)
            pairs = zip(self.game.events, told, strict=True)
            self.facts = [fact for event, fact in pairs if not isinstance(event, Next)]

    def result(self) -> str:
        if not self.readable:
            return _("cannot be read")
        if self.sheet.ending == "void":
            return _("void")
        words = (winner_words(self.sheet.winner), ending_words(self.sheet.ending))
        return ", ".join(word for word in words if word)

    def best_move(self) -> str:
        if self.sheet.first_killed is None:
            return NOTHING
        seats = ", ".join(str(seat) for seat in self.sheet.best_move or ())
        return f"{self.sheet.first_killed}: {seats or NOTHING}"

    def seat(self, seat: int, *, named: bool) -> str:
        left = next((one for one in self.sheet.left if one.seat == seat), None)
        fouls = self.sheet.fouls.get(seat, 0)
        points = self._points.get(seat)
        parts = [
            self.names.get(seat, NOTHING) if named else "",
            role_word(self.sheet.roles[seat - 1]) if self.sheet.roles else "",
            f"{cause_word(left.cause)} {moment(left)}" if left else "",
            ngettext("{count} foul", "{count} fouls", fouls).format(count=fouls) if fouls else "",
            decimal(shown(points.total)) if points is not None else "",
        ]
        return ", ".join(part for part in parts if part) or NOTHING

    def remarks(self) -> str:
        if self.game is not None:
            # The best move has a line of its own.
            skip = 1 if self.game.state.first_killed is not None else 0
            return "; ".join(remark_lines(self.game, self.names, self._weight)[skip:]) or NOTHING
        awards = [f"{one.kind} {one.seat}" for one in self.sheet.awards]
        fines = [f"{one.seat} {decimal(shown(one.points))}" for one in self.sheet.fines]
        return "; ".join((*awards, *fines)) or NOTHING


def _courses(read: Sequence[_Read]) -> tuple[str, ...]:
    """How many facts each has, and the first that is not the same everywhere."""
    first = 0
    longest = max(len(one.facts) for one in read)
    while first < longest and len({tuple(one.facts[first : first + 1]) for one in read}) == 1:
        first += 1
    said = []
    for one in read:
        if one.game is None:
            said.append(_("not on record"))
            continue
        count = len(one.facts)
        words = ngettext("{count} fact", "{count} facts", count).format(count=count)
        if first < longest:
            fact = one.facts[first] if first < count else NOTHING
            words += ", " + _("fact {number}: {fact}").format(number=first + 1, fact=fact)
        said.append(words)
    return tuple(said)
