"""What the command line costs, against `python -c "print()"` in the same run; CPU of the whole process.

print carries whatever this environment starts with every Python; where that is an editable install, it is
half of it, and the ratios are lower than they would be without. So what print takes is told too.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from pathlib import Path

from measure import Figure


def cpu(command: list[str]) -> float:
    """CPU seconds of one run; its output is read and dropped."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratio(command: list[str], runs: int) -> float:
    """Median of the command's CPU over print's, pair by pair."""
    plain = [sys.executable, "-c", "print()"]
    cpu(command)
    return statistics.median(cpu(command) / cpu(plain) for _ in range(runs))


def figures(tournament: Path, protocol: Path, runs: int = 9) -> list[Figure]:
    """tournament: 58 closed games. protocol: one whole game."""
    tabletui = [sys.executable, "-m", "tabletui"]
    rows = [
        ("tabletui standings, 58 games", [*tabletui, "standings", str(tournament)]),
        ("tabletui check, 58 games", [*tabletui, "check", str(tournament)]),
        ("tabletui replay, one game", [*tabletui, "replay", str(protocol)]),
    ]
    plain = statistics.median(cpu([sys.executable, "-c", "print()"]) for _ in range(runs))
    found = [Figure(what, ratio(command, runs), 5, "× print") for what, command in rows]
    return [*found, Figure("… of print by itself", plain * 1000, None, "ms")]
