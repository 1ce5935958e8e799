"""A draw for people: tables by round, figures beside their bounds, progress while it is made."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType

from rules.draw.audit import Audit
from rules.draw.drawing import ANNEALER, Drawn
from rules.draw.quality import Quality
from tabletui.text import _


def print_seating(drawn: Drawn, quality: Quality, proof: Audit) -> None:
    """The tables, a line each with the players by seat, then the figures."""
    for index, (tables, out) in enumerate(zip(drawn.rounds, drawn.sit_outs, strict=True), 1):
        print(_("Round {number}").format(number=index))
        for number, table in enumerate(tables, 1):
            print(f"  {number:>3}: " + " ".join(f"{player:>4}" for player in table))
        if out:
            print("  " + _("sit out: {players}").format(players=", ".join(map(str, out))))
    for line in figures(quality):
        print(line)
    if drawn.method == ANNEALER:
        print(_("Trials: {trials}; no proof that nothing better exists.").format(trials=drawn.trials))
    print(_("Seed: {seed}").format(seed=proof.seed))


def figures(quality: Quality) -> list[str]:
    """The figures of a seating, a line each."""
    pairs = ", ".join(f"{times}: {count}" for times, count in quality.pairs.items())
    return [
        _("Pairs by meetings: {pairs}").format(pairs=pairs),
        _("Meetings again (S2): {figure}, bound {bound}").format(figure=quality.s2, bound=quality.bound_s2),
        _("Third meetings (S3): {figure}").format(figure=quality.s3),
        _("Different opponents: {least} to {most}").format(
            least=quality.opponents[0], most=quality.opponents[1]
        ),
        _("Seats again: {figure}").format(figure=quality.seat_repeats),
        _("Most visits to one table: {figure}").format(figure=quality.table_visits_max),
        _("Neighbours again: {figure}").format(figure=quality.neighbours_twice),
        _("Kept apart and met: {figure}").format(figure=quality.never),
    ]


def terminal_progress() -> tuple[Callable[[int, int], None] | None, Callable[[], bool] | None]:
    """What shows how far a draw is, and what asks whether to stop: Ctrl+C keeps the best so far.

    Nothing where nobody looks: then Ctrl+C ends the command.
    """
    if not sys.stderr.isatty():
        return None, None
    asked = False

    def ask(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True

    before = signal.signal(signal.SIGINT, ask)

    def show(done: int, trials: int) -> None:
        full = 30 * done // trials if trials else 30
        bar = "█" * full + "·" * (30 - full)
        print(f"\r{bar} {_('Ctrl+C keeps the best so far')}", end="", file=sys.stderr, flush=True)
        if done >= trials or asked:
            signal.signal(signal.SIGINT, before)
            print(file=sys.stderr)

    return show, lambda: asked
