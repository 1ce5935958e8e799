"""The README tells the truth: its keys are the program's keys, its commands exist."""

from __future__ import annotations

import re
import shlex
from glob import glob
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


def test_the_scripts_are_executable_files_of_the_project() -> None:
    scripts = [line for line in COMMANDS if line.startswith("./")]
    assert sorted(scripts) == ["./pack", "./run-tests", "./start"]
    for script in scripts:
        assert (ROOT / script).stat().st_mode & 0o111


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("tabletui ")])
def test_every_command_of_the_readme_is_understood(line: str) -> None:
    from tabletui.arguments import parser

    args = parser(pytest.fail).parse_args(shlex.split(line.partition(" > ")[0])[1:])
    assert args.command in line


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/reference.md"])
def test_what_a_page_refers_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    heads = [line.strip("# ").lower() for line in re.findall(r"^#+ .*", text, re.M)]
    titles = {re.sub(r"[^\w -]", "", head).replace(" ", "-") for head in heads}
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _mark, anchor = target.partition("#")
        if not path.startswith("http"):
            assert ((ROOT / page).parent / path).exists(), target
        assert path or anchor in titles, target


APP = ("open", "demo")
LATER = ("cut semifinal", "undo", "merge cup.json /media/stick /mnt/hall")
"""What the README shows for a moment that has not come when it is read from top to bottom."""


def test_the_commands_of_the_readme_do_what_they_say_in_its_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line as it stands there; a stick is a folder beside."""
    from tabletui import cli

    home(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    refused = []
    for line in COMMANDS:
        if not line.startswith("tabletui ") or line.split()[1] in APP or "--interactive" in line:
            continue
        words = shlex.split(line.partition(" > ")[0])[1:]
        words = [str(tmp_path / word[1:]) if word.startswith(("/media", "/mnt")) else word for word in words]
        words = [found for word in words for found in (sorted(glob(word)) if "*" in word else [word])]
        status = cli.main(words)
        said = capsys.readouterr()
        if status not in (0, 1):
            assert status == 2 and len(said.err.splitlines()) == 1, f"{line}: {said.err}"
            refused.append(f"{line}: {said.err}")
    assert [line for line in refused if not any(later in line for later in LATER)] == []


def home(folder: Path) -> None:
    """What lies beside a reader of the README: a roster, a protocol, clubs, a regulation of his own."""
    import json
    from random import Random

    from rules.protocol import make_protocol
    from rules.regulation import load
    from rules.sheet import Player
    from tabletui.demo_games import play
    from tabletui.sample import NAMES

    rows = "".join(f"P{number:02},{name},да\n" for number, name in enumerate(NAMES, 1)) + "P61,Запасной,нет\n"
    (folder / "players.csv").write_text("id,name,paid\n" + rows, encoding="utf-8")
    game = play(load("aktau-2017"), Random(1), "Пётр")
    players = [Player(seat, f"P{seat:02}", NAMES[seat - 1]) for seat in range(1, 11)]
    slot = {"stage": "qualifying", "round": 1, "table": 1}
    protocol = make_protocol(game, players, slot=slot, date="2017-08-05")
    (folder / "protocol.json").write_text(json.dumps(protocol), encoding="utf-8")
    (folder / "clubs.txt").write_text("P01,P17\n", encoding="utf-8")
    toml = re.search(r"```toml\n(\[regulation\].*?)```", README, re.S)
    assert toml is not None
    (folder / "my-cup.toml").write_text(toml[1], encoding="utf-8")
    for name in ("media/stick", "mnt/hall"):
        (folder / name).mkdir(parents=True)
