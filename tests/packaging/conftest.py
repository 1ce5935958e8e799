"""What is handed out, made once for the tests of it: the one file, wheel and sdist."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "tabletui")]


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `./pack` fills."""
    folder = tmp_path_factory.mktemp("packed")
    done = subprocess.run(
        [sys.executable, str(ROOT / "pack.py"), "--to", str(folder)],
        capture_output=True, text=True, encoding="utf-8", cwd=folder, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def offline() -> list[str]:
    """What stands before a command to run it without any network; empty where this system cannot."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-n", "true"], capture_output=True).returncode:
        return []
    return [unshare, "-n"]
