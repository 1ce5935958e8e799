"""`tabletui simulate FILE`: fills a tournament with games that nobody played."""

from __future__ import annotations

from argparse import Namespace

from tabletui.commands.draw import course_of, place
from tabletui.commands.reporting import DONE, print_json, speaking, visible
from tabletui.commands.tournament_writing import data_folder, now, writable
from tabletui.text import _, ngettext

COUNTED = (
    "players", "draws", "rounds", "games", "void", "cuts", "lots",
    "missed", "substitutions", "withdrawn", "excluded", "fines",
)  # fmt: skip


@speaking
def run(args: Namespace) -> int:
    """seed: any text; through: the last round to be played, all of them by default."""
    from tabletui.board import round_title
    from tabletui.simulation import Simulation
    from tabletui.unfinished import waiting

    through = None if args.through is None else place(args.through)
    with data_folder(args.data) as folder, writable(folder, args.file) as tournament:
        course = course_of(tournament, args)

        def told(stage: str, number: int, games: int) -> None:
            count = ngettext("{count} game", "{count} games", games).format(count=games)
            print(visible(f"{round_title(course.regulation, stage, number)}: {count}"), flush=True)

        simulation = Simulation(
            course,
            args.seed,
            date=now()[:10],
            running=list(waiting(folder)),
            told=None if args.json else told,
        )
        simulation.run(through)
    counts = {key: simulation.count[key] for key in COUNTED}
    if args.json:
        print_json({"seed": args.seed, "through": args.through, **counts})
        return DONE
    print(_("Draws: {draws}, cuts: {cuts}, lots: {lots}, games broken off: {void}.").format(**counts))
    print(
        _("Missed rounds: {missed}, withdrawn: {withdrawn}, excluded: {excluded}, fines: {fines}.").format(
            **counts
        )
    )
    print(_("Seed: {seed}").format(seed=visible(args.seed)))
    return DONE
