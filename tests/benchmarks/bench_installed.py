"""What the command line costs once installed as users install it: a clean environment, no editable path.

Pair by pair against that environment's own `python -c "print()"`; CPU of the whole process. By itself:
`python tests/benchmarks/bench_installed.py`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from bench_commands import cpu  # noqa: E402
from measure import Figure  # noqa: E402


def figures(tournament: Path, protocol: Path, runs: int = 15) -> list[Figure]:
    """tournament: 58 closed games. protocol: one whole game."""
    with tempfile.TemporaryDirectory(prefix="tabletui-installed-") as name:
        place = Path(name)
        done = subprocess.run(
            [sys.executable, str(ROOT / "pack.py"), "--only", "wheel", "--only", "pyz", "--to", name],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(done.stderr)
        venv.create(place / "own", with_pip=True, symlinks=True)
        python = place / "own" / "bin" / "python"
        (wheel,) = place.glob("*.whl")
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
        subprocess.run(pip, check=True, env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""})
        os.environ |= {"XDG_CACHE_HOME": str(place / "cache"), "TABLETUI_DATA": str(place / "data")}
        installed = [str(place / "own" / "bin" / "tabletui")]
        one_file = [str(python), str(place / "tabletui.pyz")]
        rows = [
            ("installed: standings, 58 games", [*installed, "standings", str(tournament)], 5),
            ("installed: check, 58 games", [*installed, "check", str(tournament)], 5),
            ("installed: replay, one game", [*installed, "replay", str(protocol)], 5),
            ("one file: standings, 58 games", [*one_file, "standings", str(tournament)], None),
        ]
        plain = [str(python), "-c", "print()"]
        found = []
        for what, command, budget in rows:
            cpu(command)
            value = statistics.median(cpu(command) / cpu(plain) for _ in range(runs))
            found.append(Figure(what, value, budget, "× print"))
        own = statistics.median(cpu(plain) for _ in range(runs))
        return [*found, Figure("… of print by itself", own * 1000, None, "ms")]


if __name__ == "__main__":
    import prepare

    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="tabletui-bench-") as folder:
        for figure in figures(*prepare.whole_tournament(Path(folder))):
            print(figure.line())
