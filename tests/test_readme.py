"""The README tells the truth: its keys are the program's keys, its commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tabletui import keys, text

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.S)
    for line in block.splitlines()
    if line.strip()
]


def test_the_list_of_keys_is_the_programs_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = text.language()
    text.set_language("ru")
    try:
        own = keys.markdown("table").replace("| keys | what they do |", "| клавиши | что делают |")
    finally:
        text.set_language(before)
    listed = README.split("<!-- keys: table -->\n")[1].split("<!-- end of keys -->")[0]
    assert listed == own


def test_the_two_commands_are_executable_files_of_the_project() -> None:
    scripts = [line for line in COMMANDS if line.startswith("./")]
    assert scripts == ["./start", "./run-tests"]
    for script in scripts:
        assert (ROOT / script).stat().st_mode & 0o111


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("tabletui ")])
def test_every_command_of_the_readme_is_understood(line: str) -> None:
    from tabletui.arguments import parser

    args = parser(pytest.fail).parse_args(shlex.split(line)[1:])
    assert args.command in line
