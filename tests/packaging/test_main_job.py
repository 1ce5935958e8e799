"""The main job from each thing that is handed out: a game from the deal to the signature, then standings.

In an empty folder, with an empty environment, without a network where the system can take it away.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from whole_games import terminal
from whole_games.terminal import Terminal

TEN = ("Вега", "Норд", "Сойка", "Аргус", "Ива", "Лот", "Мираж", "Кедр", "Оникс", "Рысь")
VICTIMS = ("5", "1", "3", "6", "8")
"""Reds, in the order in which the blacks (7, 2, 9) shoot them."""
ANSWERS = {
    "РАЗДАЧА РОЛЕЙ": "7294\r",
    "ПРОВЕРКА ДОНА": "4\r",
    "ПРОВЕРКА ШЕРИФА": "7\r",
}
LONGEST = 90


@pytest.fixture(scope="module", params=["pyz", "wheel", "sdist"])
def program(
    request: pytest.FixtureRequest, packed: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[str]:
    """The words that start the program in the form that is asked for."""
    if request.param == "pyz":
        return [sys.executable, "-I", "-S", str(packed / "tabletui.pyz")]
    (made,) = packed.glob({"wheel": "*.whl", "sdist": "*.tar.gz"}[request.param])
    folder = tmp_path_factory.mktemp(request.param)
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", str(made)],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if "No matching distribution" in done.stderr or "ConnectionError" in done.stderr:
        pytest.skip("a package registry is not at hand")
    assert done.returncode == 0, done.stderr
    return [str(folder / "bin" / "tabletui")]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    for name in ("home", "here"):
        (tmp_path / name).mkdir()
    return tmp_path


def words(program: list[str], empty: Path, offline: list[str]) -> list[str]:
    """The program with nothing of this environment; env itself empties it."""
    kept = [f"HOME={empty / 'home'}", f"PATH={os.defpath}", "TERM=xterm-256color", "LANG=C.UTF-8"]
    return ["/usr/bin/env", "-i", *kept, *offline, *program]


@pytest.fixture
def screen(
    program: list[str], empty: Path, offline: list[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Terminal]:
    monkeypatch.setattr(terminal, "PROGRAM", words(program, empty, offline))
    monkeypatch.setattr(terminal, "ROOT", empty / "here")
    one = Terminal(empty / "data")
    yield one
    one.child.close(force=True)


def title(shown: str) -> str:
    """What the table is doing: its step with whose it is and the day."""
    lines = shown.split("\n")
    return " ".join(f"{lines[0].partition('за столом')[0]} {lines[1].partition('│')[2]}".split())


def goes_on(before: str, shown: str) -> bool:
    return title(shown) != before or "Подписать?" in shown


def play_to_the_end(screen: Terminal) -> None:
    """A game without ballots: every night the blacks shoot a red, until they are as many."""
    victims = iter(VICTIMS)
    shown = screen.at_rest()
    for _step in range(LONGEST):
        if "Подписать?" in shown:
            return
        if "ОТСТРЕЛ" in shown:
            keys = next(victims)
        else:
            keys = next((keys for step, keys in ANSWERS.items() if step in shown), "\r")
        screen.press(keys)
        shown = screen.until_it(partial(goes_on, title(shown)), f"a step after {title(shown)!r}")
    raise AssertionError(f"the game never ends:\n{screen.look()}")


def test_a_game_is_judged_signed_and_counted(
    screen: Terminal, program: list[str], empty: Path, offline: list[str]
) -> None:
    screen.until("Здесь пока пусто.")
    screen.press("g")
    screen.until("Рассадка")
    for count, name in enumerate(TEN, 1):
        screen.press(f"{name}\r")
        screen.until(f"{count} из 10")
    screen.press("\x1b[21~")  # F10
    screen.until("Кто судья?")
    screen.press("Судья\x1b[21~")
    screen.until("РАЗДАЧА РОЛЕЙ")
    play_to_the_end(screen)
    screen.until("Победа чёрных")
    screen.press("\r")
    screen.until("Протокол сохранён.")
    screen.press("\r")
    screen.until("Таблица")
    screen.press("\x11")  # Ctrl+Q
    screen.ended()

    file = empty / "data" / "one-off.json"
    for command, status in (("standings", 0), ("check", 0)):
        done = subprocess.run(
            [*words(program, empty, offline), "--data", str(empty / "data"), command, str(file), "--json"],
            cwd=empty / "here", capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (status, "")
        if command == "check":
            assert json.loads(done.stdout) == []
        else:
            rows = json.loads(done.stdout)["rows"]
            assert sorted(row["name"] for row in rows) == sorted(TEN)
            assert {row["name"] for row in rows if row["wins"]} == {"Норд", "Мираж", "Оникс"}
    assert not list((empty / "here").iterdir())
