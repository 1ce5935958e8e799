"""A club evening: games under different regulations in one file, each replayed under its own rules."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from rules.game import Game, parse_event
from rules.protocol import make_protocol
from rules.regulation import load
from rules.sheet import SEATS, Player
from storage.files import Files
from storage.folder import Folder
from storage.roster import PlayerEntry
from storage.tournaments import open_one_off
from tabletui.demo_games import play
from tabletui.results import Results, regulation_of

PLAYERS = [Player(seat, f"P{seat:02}", f"player {seat}") for seat in SEATS]


def now() -> str:
    return "2017-08-05T20:00:00+06:00"


def lifted_pair() -> Game:
    """A game that only White Nights allows: of four living both who are tied leave."""
    sample = json.loads((Path(__file__).parent / "lifted_pair.json").read_text(encoding="utf-8"))
    game = Game.new(load("white-nights-2015"))
    for row in sample:
        game = game.play(parse_event(row))
    return game


def test_each_game_of_an_evening_is_replayed_under_its_own_regulation(tmp_path: Path) -> None:
    games = [lifted_pair(), play(load("aktau-2017"), Random(5), "judge")]
    with Folder(Files(), tmp_path) as folder, open_one_off(folder, new_id=lambda: "x", now=now) as evening:
        assert Results(evening, regulation_of(evening)).standings().rows == ()
        evening.put_players([PlayerEntry(player.name, id=player.id) for player in PLAYERS])
        for number, game in enumerate(games, 1):
            slot = {"tournament": "x", "stage": "one-off", "round": number, "table": 1}
            evening.store(make_protocol(game, PLAYERS, slot=slot, date=now()[:10]))
        regulation = regulation_of(evening)
        assert regulation.id == "aktau-2017"
        rows = Results(evening, regulation).standings().rows
        assert [row.games for row in rows] == [2] * 10
