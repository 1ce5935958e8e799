"""What a command imports and leaves alone, and the sample tournament."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from command_line import ROOT, TWO_GAMES, WORKED, command, told

from rules.game import Game
from rules.protocol import make_protocol, parse_protocols
from rules.regulation import load, shipped
from rules.sheet import Player
from tabletui.demo_games import choose, play, play_to

HEAVY = {"textual", "rich", "asyncio", "multiprocessing", "importlib.metadata", "xml", "email"}
"""Nothing of this is needed to read a file and print a table."""

LISTING = """
import sys
from tabletui.cli import main
status = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament with three games."""
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    file = tmp_path / "cup.json"
    assert told("new", file, "--regulation", "aktau-2017").status == 0
    assert told("import", file, WORKED, TWO_GAMES).status == 0
    return file


def imported(*words: object) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LISTING, *map(str, words)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "words",
    [
        ("replay", TWO_GAMES),
        ("score", TWO_GAMES, "--json"),
        ("standings", "{cup}"),
        ("standings", "{cup}", "--csv", "{cup}.csv", "--html", "{cup}.html"),
        ("check", "{cup}", WORKED),
        ("players", "{cup}"),
        ("import", "{cup}", WORKED),
        ("regulation", "list"),
    ],
)
def test_no_command_imports_the_screen(words: tuple[object, ...], cup: Path) -> None:
    modules = imported(*(str(word).replace("{cup}", str(cup)) for word in words))
    assert "tabletui.cli" in modules
    assert not modules & {"textual", "rich", "asyncio"}


def test_a_table_of_standings_needs_neither_engine_nor_database_nor_toml(cup: Path) -> None:
    modules = imported("standings", cup)
    assert not modules & HEAVY
    assert not modules & {
        "rules.game",
        "rules.game.game",
        "tinydb",
        "tomllib",
        "filelock",
        "platformdirs",
        "secrets",
    }


def test_a_replay_needs_no_database() -> None:
    modules = imported("replay", TWO_GAMES)
    assert "rules.game" in modules
    assert not modules & HEAVY
    assert not modules & {"tinydb", "filelock", "platformdirs", "rules.standings"}


# --- the sample --------------------------------------------------------------------------------------


def test_the_demo_is_whole_but_for_what_it_shows_and_one_game_of_it_runs(tmp_path: Path) -> None:
    made = command("demo", "--folder-only", "--json", data=tmp_path, TMPDIR=str(tmp_path))
    assert made.status == 0
    folder, file = Path(made.json["data"]), made.json["file"]
    assert folder.parent == tmp_path
    assert len(list((folder / "live").iterdir())) == 1
    ranked = command("standings", file, "--json", data=folder)
    assert (ranked.status, len(ranked.json["rows"])) == (1, 60)
    assert ranked.json["difficulty"]["games"] >= 15
    # Two protocols of one game are there for whoever tries things out; nothing else is wrong.
    checked = command("check", file, "--json", data=folder)
    assert (checked.status, [found["code"] for found in checked.json]) == (1, ["conflict"])
    decided = command("decisions", file, "--json", data=folder)
    assert decided.status == 0 and len(decided.json) == 2


def test_the_app_is_not_opened_without_a_terminal(tmp_path: Path) -> None:
    for words in ((), ("demo",), ("open", "x.json")):
        said = command(*words, data=tmp_path)
        assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("id", shipped())
def test_random_players_play_whole_legal_games_to_both_ends(id: str) -> None:
    regulation = load(id)
    players = [Player(seat, f"P{seat:02}", f"Ник {seat}") for seat in range(1, 11)]
    winners = set()
    for seed in range(25):
        game = play(regulation, Random(seed), "Судья")
        assert game.step.id == "finished"
        winners.add(game.state.winner)
        (protocol,) = parse_protocols(make_protocol(game, players, slot={}, date="2017-08-05"))
        assert protocol.replay(regulation) == game
    assert {"red", "black"} <= winners


def test_the_same_seed_plays_the_same_game() -> None:
    regulation = load("aktau-2017")
    assert play(regulation, Random(7), "С").events == play(regulation, Random(7), "С").events
    assert play(regulation, Random(7), "С").events != play(regulation, Random(8), "С").events


def test_a_game_can_be_left_in_the_speeches_of_a_day() -> None:
    regulation = load("aktau-2017")
    game = Game.new(regulation)
    for event in play_to(regulation, Random(1), 2):
        game = game.apply(event)
    assert (game.step.id, game.step.day, game.decided) == ("speech", 2, False)
    assert game.apply(choose(game, Random(2), "С")) != game
