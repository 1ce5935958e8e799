"""What the tests of paper share: names that mean harm, a small regulation, programs of the system."""

from __future__ import annotations

import shutil
import subprocess

import pytest

HOSTILE = (
    "=1+1",
    "+7",
    "@SUM(A1)",
    "＝1",
    '=HYPERLINK("http://x.example","y")',
    "<script>document.title='live'</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}{% raw %}",
    "a&amp;b",
    "משחק",
    "x" * 60,
    'Ник; "Лис"',
)

CUP = """
[regulation]
id = "own-36"
title = "Own cup"
base = "fiim-base"
source = "the club's own paper"

[tournament]
players = 36
tables = 3

[[stage]]
id = "groups"
title = { ru = "отбор", en = "groups" }
entrants = 36
rounds = 4
tables = 3
draw = "random"

[[stage]]
id = "swiss"
entrants = 30
rounds = 2
tables = 3
draw = "swiss"

[[stage]]
id = "last"
title = { ru = "финал", en = "last" }
entrants = 10
rounds = 2
tables = 1
draw = "random"
weight = "3/2"

[scoring]
difficulty = { series = "tournament", count_draws = false }
"""


def program(*names: str) -> str:
    """One of these programs, or the test is skipped."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"{' or '.join(names)} is not installed")
    return found


def run(*words: object, timeout: int = 120) -> str:
    """The output of another program, which must end well."""
    done = subprocess.run(
        list(map(str, words)), capture_output=True, text=True, encoding="utf-8", errors="replace",
        timeout=timeout, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout
