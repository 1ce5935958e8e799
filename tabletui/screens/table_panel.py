"""The panel beside the seats: the clock, and what belongs to the step. Pure lines."""

from __future__ import annotations

from rules.sheet import BLACK, RED
from tabletui.clock import CALM, OVER, WARNING, Clock, face
from tabletui.facts import check_answer
from tabletui.screens.table_input import DEAL_DIGITS, DEAL_ORDER
from tabletui.screens.table_view import ROLES, View, exit_words
from tabletui.text import N_, _, ngettext
from tabletui.widgets.clock_digits import big, small
from tabletui.widgets.lines import Row, Span, fit, row, wrap

TITLES = {
    "deal": N_("THE DEAL"),
    "black_meeting": N_("NIGHT · THE MAFIA MEETS"),
    "sheriff_look": N_("NIGHT · THE SHERIFF LOOKS"),
    "speech": N_("SPEECH"),
    "ballot": N_("BALLOT"),
    "defence": N_("DEFENCE"),
    "reballot": N_("RE-BALLOT"),
    "lift": N_("LIFT ALL?"),
    "last_word": N_("LAST WORD"),
    "shooting": N_("NIGHT · SHOOTING"),
    "don_check": N_("NIGHT · THE DON CHECKS"),
    "sheriff_check": N_("NIGHT · THE SHERIFF CHECKS"),
    "best_move": N_("BEST MOVE"),
    "closing": N_("THE GAME IS OVER"),
    "finished": N_("SIGNED"),
}


def title(v: View) -> list[Row]:
    """What the table is doing."""
    s, width = v.game.state, v.right_width
    words = _(TITLES[s.step])
    if s.step in ("speech", "defence", "last_word", "best_move") and s.seat is not None:
        words += "  ·  " + _("player {seat}").format(seat=who(v, s.seat))
    elif s.step in ("ballot", "reballot"):
        left = _("hands left: {hands}").format(hands=s.hands_left)
        words = f"{words}  ·  {left}" if len(words) + len(left) + 5 <= width else left
    if s.silenced:
        words += "  ·  " + _("SILENT")
    return [row(Span(fit(words, width), "title"))]


def panel(v: View) -> list[Row]:
    """What belongs to the step, under the clock where there is one."""
    match v.game.state.step:
        case "deal":
            return _deal(v)
        case "ballot" | "reballot":
            return _tally(v)
        case "lift":
            return _lift(v)
        case "shooting":
            return _shooting(v)
        case "don_check" | "sheriff_check":
            return [*_check(v), row(), *_checks(v)]
        case "closing" | "finished":
            return _result(v)
    return [*_best_move(v), *_speakers(v), *_nominated(v), *_checks(v)]


def who(v: View, seat: int) -> str:
    """A seat with its name."""
    return f"{seat} {v.names.get(seat, '')}".rstrip()


def _lines(v: View, label: str, text: str, kind: str = "") -> list[Row]:
    """A label and a text that goes on under itself."""
    indent = len(label) + 2
    first, *rest = wrap(text, max(v.right_width - indent, 8))
    return [
        row(Span(f"{label}  ", "dim"), Span(first, kind)),
        *(row(" " * indent, Span(line, kind)) for line in rest),
    ]


def _speakers(v: View) -> list[Row]:
    s = v.game.state
    if s.step == "last_word" or (s.step == "best_move"):
        others = [seat for seat in s.awaiting if seat != s.seat]
        return _lines(v, _("then"), " ".join(map(str, others))) if others else []
    coming = [seat for seat in s.queue if seat in s.living]
    if not coming:
        return []
    silent = _("silent")
    words = " ".join(f"{seat}({silent})" if _silent(v, seat) else str(seat) for seat in coming)
    return _lines(v, _("next"), words)


def _silent(v: View, seat: int) -> bool:
    return v.game.state.step == "speech" and seat in v.game.state.silence


def _nominated(v: View) -> list[Row]:
    s = v.game.state
    if s.step == "speech":
        # A no-break space: a nominee and who named him stay on one line.
        listed = (one for one in s.nominations if one.seat in s.living)
        words = " · ".join(f"{one.seat}\N{NO-BREAK SPACE}({one.by})" for one in listed)
        lines = _lines(v, _("nominated"), words or "–", "strong" if words else "dim")
        if s.day in s.cancelled:
            lines.append(row(Span(_("no ballot today: cancelled"), "warn")))
        return lines
    if s.step == "defence":
        return _lines(v, _("tied"), " · ".join(map(str, s.candidates)), "strong")
    return []


def _checks(v: View) -> list[Row]:
    s = v.game.state
    if not s.roles:
        return []
    if not v.secrets:
        return [row(Span(_("roles and checks hidden"), "dim"))]
    lines = []
    for made in s.checks:
        seat = "–" if made.seat is None else str(made.seat)
        answer = "" if made.seat is None else f": {check_answer(made.by, s.role(made.seat))}"
        night = _("n{night}").format(night=made.night)
        lines.append(f"{night} {_(ROLES[made.by])} {seat}{answer}")
    return _lines(v, _("checks"), " · ".join(lines) or "–")


def _best_move(v: View) -> list[Row]:
    s, step = v.game.state, v.game.step
    if s.step not in ("last_word", "best_move"):
        return []
    if step.first_victim:
        most = v.game.regulation.best_move.named
        slots = [str(seat) for seat in v.entry.typed] + ["_"] * (most - len(v.entry.typed))
        return _lines(v, _("best move"), "  ".join(slots), "strong")
    if s.best_move is not None and s.seat == s.first_killed:
        return _lines(v, _("best move"), " ".join(map(str, s.best_move)) or _("declined"), "strong")
    return []


def _deal(v: View) -> list[Row]:
    typed = v.entry.typed
    if v.entry.by_name:
        shown = [_(ROLES[DEAL_DIGITS[n]]) if v.secrets else "•" for n in typed]
        label = _("seats 1–{count}").format(count=len(typed)) if typed else _("seat 1")
        legend = row(Span(_("1 civilian · 2 mafia · 3 don · 4 sheriff"), "dim"))
        return [*_lines(v, label, " ".join(shown)), row(), legend]
    cells = [(str(seat) if v.secrets else "•") for seat in typed]
    cells += ["_"] * (len(DEAL_ORDER) - len(typed))
    labels = (_("don"), _("mafia"), _("mafia"), _("sheriff"))
    return [
        row(),
        *(
            row(Span(f"  {fit(label, 9)}", "strong" if i == len(typed) else "dim"), Span(cell, "strong"))
            for i, (label, cell) in enumerate(zip(labels, cells, strict=True))
        ),
        row(),
        row(Span(fit("  " + _("all others are civilians"), v.right_width), "dim")),
    ]


def _tally(v: View) -> list[Row]:
    s = v.game.state
    most = max(s.votes, default=0)
    lines = []
    for i, seat in enumerate(s.candidates):
        here = i == len(s.votes)
        if i < len(s.votes):
            hands, leads = str(s.votes[i]), most > 0 and s.votes[i] == most
        else:
            hands, leads = ("_" if here else ""), False
            if here and v.entry.typed:
                hands = f"{len(v.entry.typed) if v.entry.by_name else v.entry.typed[0]}_"
            if here and s.on_last_candidate:
                hands = f"({s.hands_left})"
        name = fit(v.names.get(seat, ""), max(v.right_width - 20, 3))
        remark = _("leads") if leads else ""
        text = f"{'▸' if here else ' '}{seat:>2} {name} {hands:>4}  {remark}"
        lines.append(row(Span(fit(text, v.right_width), "here" if here else "strong" if leads else "")))
    return lines


def _lift(v: View) -> list[Row]:
    s = v.game.state
    lines = [row(Span(f"  {fit(who(v, seat), v.right_width - 2)}", "strong")) for seat in s.candidates]
    typed = str(len(v.entry.typed) if v.entry.by_name else v.entry.typed[0]) if v.entry.typed else ""
    lines += [row(), *_lines(v, _("hands for it"), f"{typed}_", "strong")]
    count = len(s.living)
    rule = ngettext("more than half of {count} is needed", "more than half of {count} are needed", count)
    return [*lines, row(Span(rule.format(count=count), "dim"))]


def _shooting(v: View) -> list[Row]:
    s = v.game.state
    living = " ".join(map(str, s.living))
    fell = s.night in s.cancelled
    return [
        row(Span(fit(_("no ballot today: cancelled"), v.right_width), "warn")) if fell else row(),
        *_lines(v, _("living"), living),
        row(),
        row(Span(fit(_("one seat shown by all: type it"), v.right_width))),
        row(Span(fit(_("anything else: M, a miss"), v.right_width))),
        row(),
        *_checks(v),
    ]


def _check(v: View) -> list[Row]:
    s, typed = v.game.state, v.entry.typed
    by = s.step.removesuffix("_check")
    lines = _lines(v, _("seat"), str(typed[0]) if typed else "_", "strong")
    if not typed:
        return [*lines, row()]
    if not v.secrets:
        return [*lines, row(Span(_("R shows the answer"), "dim"))]
    return [*lines, *_lines(v, _("answer"), check_answer(by, s.role(typed[0])), "strong")]


def _result(v: View) -> list[Row]:
    s = v.game.state
    if s.ending == "void":
        words = _("the game is void")
    else:
        won = {RED: _("the red team wins"), BLACK: _("the black team wins")}
        words = won.get(s.winner or "", _("a draw"))
    lines = [row(), row(Span(fit(words, v.right_width), "title")), row()]
    order = " · ".join(f"{one.seat} {exit_words(one)}".replace(" ", "\N{NO-BREAK SPACE}") for one in s.left)
    return [*lines, *_lines(v, _("left"), order or "–")]


def clock_rows(
    clock: Clock | None, now: float, warning: int, *, large: bool = False, apart: bool = False
) -> list[Row]:
    """The clock and what it does; nothing where the step has none. apart: figures that do not touch, for a
    terminal that draws them with the signs of a typewriter."""
    if clock is None:
        return []
    words, kind = clock_words(clock, now, warning)
    shown = face(clock.whole(now))
    digits = big(shown) if large else small(shown, " " if apart else "")
    rows = [row(Span(f"  {line}", kind or "strong")) for line in digits]
    middle = len(rows) // 2
    rows[middle] += row("  ", Span(words, kind))
    return [row(), *rows, row()] if large else rows


def clock_words(clock: Clock, now: float, warning: int) -> tuple[str, str]:
    """What stands beside the clock, and the kind of its dress."""
    if not clock.total:  # a speech taken away has no time to start
        return "", ""
    # A clock that nobody has started warns of nothing.
    phase = clock.phase(now, warning) if clock.touched else CALM
    kind = {CALM: "", WARNING: "warn", OVER: "alarm"}[phase]
    if not clock.running:
        return (_("paused") if clock.touched else _("Space starts")), kind
    return {CALM: _("running"), WARNING: _("last seconds"), OVER: _("TIME!")}[phase], kind
