"""The command line as tests call it: in this process where there are many cases, as the real command else."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletui.cli import main

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests" / "samples"
SHARED = ROOT / ".." / "shared" / "data"
WORKED = SAMPLES / "worked-table.json"
TWO_GAMES = SAMPLES / "two-games.json"


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        found: dict[str, Any] = self.json["error"]
        return found


def told(*words: object) -> Said:
    """Runs a command in this process; an error that escapes fails the test."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([str(word) for word in words])
    return Said(status, out.getvalue(), err.getvalue())


def command(*words: object, data: Path, **environ: str) -> Said:
    """Runs the real command."""
    done = subprocess.run(
        [sys.executable, "-m", "tabletui", *map(str, words)],
        capture_output=True,
        cwd=data,
        env=os.environ | {"TABLETUI_DATA": str(data), "PYTHONPATH": str(ROOT)} | environ,
        timeout=60,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def games() -> list[dict[str, Any]]:
    """The two games of the sample, to be changed freely."""
    found: list[dict[str, Any]] = json.loads(TWO_GAMES.read_text("utf-8"))
    return found


def written(path: Path, value: object) -> Path:
    """A file with this JSON, or these bytes."""
    if isinstance(value, bytes):
        path.write_bytes(value)
    else:
        path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return path
