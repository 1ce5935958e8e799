"""Measures the program against the budgets: `python tests/benchmarks [--check] [--write FILE]`.

--check exits 1 when a figure is over its budget. Ratios are to yardsticks measured in the same run.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]
os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")])
# What is measured is an installed program: its bytecode is kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 over budget")
    parser.add_argument("--write", metavar="FILE", help="keep the table in a file too")
    parser.add_argument("--only", choices=("engine", "commands", "storage", "screen"), help="one part alone")
    args = parser.parse_args()

    import bench_closing
    import bench_commands
    import bench_engine
    import bench_screen
    import bench_standings
    import bench_storage
    import prepare

    load = os.getloadavg()[0]
    found = []
    with tempfile.TemporaryDirectory(prefix="tabletui-bench-") as name:
        root = Path(name)
        for part in ("whole", "running"):
            (root / part).mkdir()
        if args.only in (None, "engine"):
            found += [*bench_engine.figures(), *bench_standings.figures()]
        if args.only in (None, "commands"):
            tournament, protocol = prepare.whole_tournament(root / "whole")
            found += bench_commands.figures(tournament, protocol)
            found += bench_closing.figures(tournament)
        if args.only in (None, "storage"):
            found += bench_storage.figures()
        if args.only in (None, "screen"):
            prepare.running_game(root / "running")
            found += bench_screen.figures(root / "running")
    lines = [f"Python {platform.python_version()}, {os.cpu_count()} processors, {load:.1f} of them busy"]
    lines += [figure.line() for figure in found]
    print("\n".join(lines))
    if args.write:
        Path(args.write).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(args.check and any(figure.over for figure in found))


if __name__ == "__main__":
    sys.exit(main())
