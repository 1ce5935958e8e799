"""The tests of the game catch every deliberate mistake in the rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rules

HERE = Path(__file__).parent
MUTANTS = tomllib.loads((HERE / "mutants.toml").read_text(encoding="utf-8"))["mutant"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the rules and of the tests of the game, to break things in."""
    place = tmp_path_factory.mktemp("mutants")
    no_cache = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(rules.__file__).parent, place / "rules", ignore=no_cache)
    shutil.copytree(HERE / "game", place / "tests" / "rules" / "game", ignore=no_cache)
    return place


def suite(place: Path) -> subprocess.CompletedProcess[str]:
    """The tests of the game, without the random games: a rule is caught by its own test."""
    own = ["--ignore=tests/rules/game/test_invariants.py", "--ignore=tests/rules/game/test_sentences.py"]
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return subprocess.run(
        [*command, "-p", "no:cov", *own, "tests/rules/game"],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(place), "COVERAGE_PROCESS_START": "", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_unbroken_copy_passes(copy: Path) -> None:
    result = suite(copy)
    assert result.returncode == 0, result.stdout[-2000:]


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant["name"].replace(" ", "_") for mutant in MUTANTS])
def test_the_mutant_is_caught(copy: Path, mutant: dict[str, str]) -> None:
    path = copy / "rules" / mutant["file"]
    whole = path.read_text(encoding="utf-8")
    assert whole.count(mutant["old"]) == 1, "the mutant no longer fits the code"
    try:
        path.write_text(whole.replace(mutant["old"], mutant["new"]), encoding="utf-8")
        result = suite(copy)
    finally:
        path.write_text(whole, encoding="utf-8")
    assert result.returncode == 1, f"not caught: {mutant['name']}\n{result.stdout[-1500:]}"
    assert "failed" in result.stdout
    assert "error" not in result.stdout.splitlines()[-1], result.stdout[-1500:]
