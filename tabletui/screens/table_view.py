"""The lines of the table screen, made from one snapshot of the game. Pure: no widget, no rule.

Nothing that depends on a role is in a line unless `secrets` is set; a test compares two deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from rules.game import Game
from rules.game.events import Foul, Next
from rules.record import record
from rules.sheet import CIVILIAN, DON, MAFIA, SEATS, SHERIFF, Left
from tabletui.facts import fact_line, reason_line
from tabletui.screens.table_input import DEAL_DIGITS, DEAL_ORDER, FOUL, REMOVE, Entry
from tabletui.script import spoken
from tabletui.text import N_, _
from tabletui.widgets.lines import Row, Span, fit, row, wrap

ROLES = {CIVILIAN: N_("civil."), SHERIFF: N_("sheriff"), MAFIA: N_("mafia"), DON: N_("don")}
BETWEEN = 2
"""Cells between the seats and the panel: a rule and a gap."""
_NARROW = 72
_WIDE = 110


@record
class View:
    """What a picture of the table is made from. secrets: the role key is on. width: cells of the screen."""

    game: Game
    names: Mapping[int, str]
    title: str
    entry: Entry
    times: Sequence[str] = ()
    secrets: bool = False
    saved: bool = True
    width: int = 80

    @property
    def left_width(self) -> int:
        """Cells of the list of seats."""
        return self.width // 2 - 1 if self.width < _NARROW else min(max(39, self.width * 9 // 20), 60)

    @property
    def right_width(self) -> int:
        """Cells of the panel beside it."""
        return self.width - self.left_width - BETWEEN - 1


# --- the head and the seats --------------------------------------------------------------------------


def head(v: View) -> list[Row]:
    """Which game this is, the day, how many live, and whether all is on the disk."""
    s = v.game.state
    parts = []
    if s.step != "deal":
        day = _("night {night}").format(night=s.night) if s.at_night else _("day {day}").format(day=s.day)
        parts.append(day)
        parts.append(_("at the table {count}").format(count=len(s.living)))
    saved = Span(_("saved"), "dim") if v.saved else Span(_("NOT SAVED"), "alarm")
    right = " · ".join(parts) + (" · " if parts else "")
    room = v.width - len(right) - len(saved.text) - 3
    return [row(" ", Span(fit(_shortened(v.title, room), room), "strong"), " ", right, saved, " ")]


def _shortened(title: str, room: int) -> str:
    """A title that fits: the tournament's name gives way, stage, round and table stay."""
    name, dot, rest = title.partition(" · ")
    short = room - cell_len(dot + rest)
    return title if cell_len(title) <= room or short < 4 else fit(name, short).rstrip() + dot + rest


def seats(v: View) -> list[Row]:
    """The heading and the ten seats."""
    width = v.left_width
    heading = _columns(width, " ", " №", _("player"), "", _("fouls"), _("nom."), _("role"))
    return [row(Span(heading, "dim")), *(_seat(v, seat, width) for seat in SEATS)]


def _columns(width: int, *cells: str) -> str:
    mark, seat, name, left, fouls, nominated, role = cells
    narrow = width < 36
    tail = f" {fit(fouls, 5)} {fit(nominated, 4)}" + ("" if narrow else f" {fit(role, 7)}")
    room = width - len(mark) - len(seat) - 1 - len(tail) - (1 + len(left) if left else 0)
    return f"{mark}{seat} {fit(name, max(room, 3))}{' ' + left if left else ''}{tail}"


def _seat(v: View, seat: int, width: int) -> Row:
    s = v.game.state
    living = seat in s.living
    speaks = s.seat == seat and s.step in ("speech", "defence", "last_word", "best_move")
    left = next((exit_words(one) for one in s.left if one.seat == seat), "")
    if not left and s.bears_removal(seat):
        left = _("removed")
    count, most = s.fouls[seat - 1], v.game.regulation.fouls.removal_at
    fouls = "●" * min(count, 5) + "·" * max(min(most, 5) - count, 0)
    order = str(s.nominees.index(seat) + 1) if seat in s.nominees else ""
    role = _(ROLES[s.roles[seat - 1]]) if v.secrets and s.roles else ""
    if v.secrets and s.step == "deal":
        role = _typed_role(v.entry, seat)
    mark, name = "▸" if speaks else " ", v.names.get(seat, "")
    text = _columns(width, mark, f"{seat:>2}", name, left, fouls, order, role)
    kind = "here" if speaks else "" if living else "gone"
    return row(Span(text, kind, f"digit({seat % 10})"))


def exit_words(left: Left) -> str:
    """How and when somebody left, as short as in the list of seats."""
    when = _("d{day}").format(day=left.day) if left.night is None else _("n{night}").format(night=left.night)
    what = {
        "shot": _("killed"),
        "ballot": _("voted"),
        "fouls": _("fouls"),
        "disqualified": _("removed"),
        "team_defeat": _("team d."),
    }[left.cause]
    return f"{what} {when}"


def _typed_role(entry: Entry, seat: int) -> str:
    if entry.by_name:
        return _(ROLES[DEAL_DIGITS[entry.typed[seat - 1]]]) if seat <= len(entry.typed) else ""
    return _(ROLES[DEAL_ORDER[entry.typed.index(seat)]]) if seat in entry.typed else ""


# --- under the table ---------------------------------------------------------------------------------


def log_tail(v: View, height: int) -> list[Row]:
    """The latest facts. In two columns where the screen is wide enough: the older ones on the left.

    A full right column becomes the left one, so that a line stays where it is for a while.
    """
    facts = [i for i, event in enumerate(v.game.events) if not isinstance(event, Next)]
    columns = 1 if v.width < _NARROW else 2
    over = len(facts) - height * columns
    step = height if columns == 2 else 1
    first = -(-over // step) * step if over > 0 else 0
    lines = _fact_lines(v, facts[first:])
    width = (v.width - 1) // columns
    return [
        row(*(Span(f" {fit(text, width - 2)}".rstrip().ljust(width), "dim") for text in lines[y::height]))
        for y in range(min(height, len(lines)))
    ]


def _fact_lines(v: View, indices: Sequence[int]) -> list[str]:
    events, names = v.game.events, v.names if v.width >= _WIDE else {}
    before = events[: indices[0]] if indices else ()
    fouls = Counter(event.seat for event in before if isinstance(event, Foul))
    lines = []
    for index in indices:
        event, number = events[index], None
        if isinstance(event, Foul):
            fouls[event.seat] += 1
            number = fouls[event.seat]
        line = fact_line(
            event, names, v.game.regulation, secrets=v.secrets, number=number, roles=v.game.state.roles
        )
        lines.append(f"{v.times[index][11:19]}  {line}" if index < len(v.times) else line)
    return lines


def script(v: View, height: int = 2) -> list[Row]:
    """What the judge says now."""
    label = _("Say:")
    first, *rest = wrap(_("“{words}”").format(words=spoken(v.game)), max(v.width - len(label) - 4, 10))
    if len(rest) >= height:
        # What the table has to answer stands at the end.
        first, rest = f"… {rest[-height]}", rest[len(rest) - height + 1 :]
    lines = [row(Span(f" {label} ", "dim"), Span(first, "strong"))]
    return lines + [row(" " * (len(label) + 2), Span(line, "strong")) for line in rest]


def waiting(v: View) -> list[Row]:
    """What an action in the making waits for, or who has voted by name; empty when there is neither."""
    e = v.entry
    if not e.pending and e.by_name and v.game.state.step != "deal":
        names = " ".join(map(str, e.typed))
        return [row(" ", Span(_("voters") + ": ", "strong"), Span(f"{names} _".lstrip(), "typed"))]
    if not e.pending:
        return []
    what = {FOUL: _("Foul"), REMOVE: _("Removal")}.get(e.pending, _("Team defeat"))
    reason = f" «{reason_line(e.reason, v.game.regulation)}»" if e.reason else ""
    return [row(" ", Span(f"{what}{reason}: ", "strong"), Span(_("which seat?") + " _", "typed"))]
