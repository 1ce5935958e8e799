"""The line of keys at the foot of the table screen, made from what the engine takes now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from rules.game import Choice, History
from tabletui import keys
from tabletui.clock import Clock
from tabletui.screens.table_input import Entry
from tabletui.text import N_, _
from tabletui.widgets.lines import Row, Span, fit, row

DIGITS = {
    "deal": N_("seats"),
    "speech": N_("nominate"),
    "ballot": N_("hands"),
    "reballot": N_("hands"),
    "lift": N_("hands for"),
    "shooting": N_("shot"),
    "don_check": N_("seat"),
    "sheriff_check": N_("seat"),
}
"""What the digits do, step by step."""

AT_ANY_STEP = (
    ("foul", "foul", N_("foul")),
    ("remove", "remove", N_("removal")),
    ("team_defeat", "team_defeat", N_("team defeat")),
    ("cancel_ballot", "cancel_ballot", N_("no ballot")),
)
"""Action, kind of fact, words."""

Item = tuple[str, str, str]
"""Keys as written, words, action."""


def items(
    history: History, legal: Mapping[str, Choice], entry: Entry, clock: Clock | None, own: Mapping[str, str]
) -> list[Item]:
    """What can be done now, the nearest first. own: the user's own keys by the id of an action."""
    return [
        (key if key else key_of(action, own), words, action)
        for key, words, action in _items(history, legal, entry, clock)
    ]


def _items(
    history: History, legal: Mapping[str, Choice], entry: Entry, clock: Clock | None
) -> Iterator[Item]:
    step = history.game.step
    # What changes within a step stands first: a line is sent from its left end to what changed.
    if clock is not None and clock.total:
        running, standing = _("pause"), _("clock")
        words = running if clock.running else standing
        yield "", fit(words, max(cell_len(running), cell_len(standing))), "clock"
    if step.id == "speech":
        yield from _nomination(legal)
    elif step.id in DIGITS:
        named = entry.by_name and bool({"vote", "lift"} & set(legal))
        yield "0–9", _("voters") if named else _(DIGITS[step.id]), ""
    if step.first_victim:
        yield "0–9", _("best move"), ""
    yield from _enter(history, legal, entry)
    if step.id == "shooting":
        yield "", _("miss"), "miss"
    if step.id in ("don_check", "sheriff_check") or step.first_victim:
        yield "", _("none"), "none"
    if step.id == "deal":
        yield "", _("the program deals"), "deal"
        yield "", _("seat by seat"), "by_name"
        if not history.moves:
            yield "", _("replace"), "replace"
    elif step.id in ("ballot", "reballot", "lift", "shooting"):
        yield "", _("by number") if entry.by_name else _("by name"), "by_name"
    for action, kind, words in AT_ANY_STEP:
        if kind in legal or _would_tell(kind, history):
            yield "", _(words), action
    if entry.open or history.moves:
        yield "", _("undo"), "undo"
    yield "", _("roles"), "roles"
    if history.moves:
        yield "", _("log"), "log"
        yield "", _("amend"), "amend"
    if "note" in legal:
        yield "", _("note"), "note"
    if "award_result" in legal or "void" in legal:
        yield "", _("result"), "result"
    yield "", _("standings"), "standings"
    if history.undone:  # last, because it comes and goes with every undo and would move the others
        yield "", _("redo"), "redo"


def _nomination(legal: Mapping[str, Choice]) -> Iterator[Item]:
    """Nominating and withdrawing take turns in one place of one width, so that nothing else moves."""
    name, back = _(DIGITS["speech"]), _("withdraw")
    if "nominate" in legal:
        yield "0–9", name, ""
    elif "withdraw" in legal:
        yield "", fit(back, max(cell_len(name) + 2, cell_len(back))), "withdraw"


def _would_tell(kind: str, history: History) -> bool:
    """Whether leaving a key out would tell, before the last word is over, that the game is decided."""
    game = history.game
    if not game.decided or game.step.id not in ("last_word", "best_move"):
        return False
    if kind == "team_defeat":
        return bool(game.regulation.reasons_for(kind))
    return kind == "cancel_ballot" and game.state.victim is not None


def _enter(history: History, legal: Mapping[str, Choice], entry: Entry) -> Iterator[Item]:
    step = history.game.step
    if step.id in ("closing", "finished"):
        yield "", _("protocol") if step.id == "closing" else _("store"), "done"
    elif entry.typed or (entry.by_name and {"vote", "lift"} & set(legal)):
        yield "", _("accept"), "done"
    elif "next" in legal:
        yield "", _("all that are left") if step.id in ("ballot", "reballot") else _("next"), "done"


def key_of(action: str, own: Mapping[str, str], *, twin: bool = False) -> str:
    """The key of an action as it is written for people; twin: in both alphabets."""
    for found in keys.rows("table"):
        if found.action == action:
            return keys.label(own.get(found.id, found.keys).split(",")[0], twin=twin)
    return ""


def foot(found: Sequence[Item], help_key: str, width: int, height: int = 2) -> list[Row]:
    """The items in so many lines; what does not fit is told by the help, which always stands last."""
    last = Span(f" {help_key} ", "key", "help"), Span(_("help"), "", "help")
    reserved = cell_len("".join(span.text for span in last)) + 2
    lines: list[list[Span]] = [[]]
    used = 1
    for key, words, action in found:
        long = cell_len(key) + cell_len(words) + 4
        room = width - (reserved if len(lines) == height else 0)
        if used + long > room:
            if len(lines) == height:
                break
            lines.append([])
            used = 1
        lines[-1] += [Span(f" {key} ", "key", action), Span(f"{words}  ", "", action)]
        used += long
    while len(lines) < height:
        lines.append([])
    lines[-1] += last
    return [row(*line) for line in lines]
