"""Help, completion and reference say what the command line takes, and nothing else."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from command_line import told

from tabletui import cli, reference, settings
from tabletui.arguments import COMMANDS, EXAMPLES, SHELLS, parser
from tabletui.command_tree import commands

ROOT = Path(__file__).parents[2]


def test_every_command_has_an_example_and_every_example_is_understood() -> None:
    assert {part.name for part in commands().parts} == COMMANDS
    for name, examples in EXAMPLES.items():
        for line, _what in examples:
            words = shlex.split(line.partition(" > ")[0])
            assert parser(pytest.fail).parse_args(words[1:]).command == name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_help_of_a_command_is_in_the_language_of_the_user(name: str) -> None:
    russian = told(name, "--help").out
    assert "примеры:" in russian and "вызов:" in russian
    assert not re.search(r"\b(usage|examples|options|FILE|DIR|PATH|PROTOCOL)\b", russian)


def test_a_parser_made_for_one_command_takes_what_the_whole_one_takes() -> None:
    words = ["standings", "cup.json", "--through", "final", "--json"]
    own = parser(pytest.fail, only="standings").parse_args(words)
    assert vars(own) == vars(parser(pytest.fail).parse_args(words))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_reads_its_script_without_a_complaint(shell: str, tmp_path: Path) -> None:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(told("completion", shell).out, encoding="utf-8")
    done = subprocess.run([found, "-n", str(script)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_option(shell: str) -> None:
    script = told("completion", shell).out
    for part in commands().parts:
        assert part.name in script
        for word in part.words:
            for flag in word.flags:
                assert (flag.lstrip("-") if shell == "fish" else flag) in script


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("tabletui stan", {"standings"}),
        ("tabletui --data x standings cup.json --thr", {"--through"}),
        ("tabletui regulation ", {"list", "show", "check", "--help", "-h", "--data", "--json"}),
        ("tabletui completion f", {"fish"}),
        ("tabletui standings --csv ", set()),
    ],
)
def test_bash_completes(typed: str, offered: set[str], tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    script = tmp_path / "script"
    script.write_text(told("completion", "bash").out, encoding="utf-8")
    words = [*shlex.split(typed), *([""] if typed.endswith(" ") else [])]
    code = f'. {script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tabletui; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run([bash, "-c", code, "bash", *words], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == offered


def test_the_reference_is_what_the_program_says_of_itself() -> None:
    assert reference.PAGE.read_text("utf-8") == reference.page(), "run python -m tabletui.reference"


def test_the_reference_knows_every_setting_and_every_status() -> None:
    import dataclasses

    assert set(reference.SETTINGS) == {field.name for field in dataclasses.fields(settings.Settings)}
    source = (ROOT / "tabletui" / "cli.py").read_text("utf-8")
    own = {cli.DONE, cli.FINDINGS, cli.WRONG, cli.UNUSABLE, cli.BROKEN, cli.NOT_PRINTED}
    returned = {int(number) for number in re.findall(r"return (\d+)$", source, re.M)}
    assert set(reference.STATUSES) == own | returned


def test_every_command_on_the_pages_is_understood() -> None:
    pages = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    lines = [
        line.partition(" #")[0].partition(" > ")[0]
        for page in pages
        for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S)
        for line in block.splitlines()
        if line.startswith("tabletui")
    ]
    assert len(lines) > 20
    for line in lines:
        parser(pytest.fail).parse_args(shlex.split(line)[1:])
