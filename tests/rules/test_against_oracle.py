"""The engine against a second telling of the same rules, step by step, on invented games.

How many games of each regulation: TABLETUI_GAMES, 300 unless told; 5,000 for the long run.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.game import BadEvent, Game, IllegalEvent, Step, parse_event
from rules.regulation import load
from rules.sheet_json import derive_sheet, sheet_json

sys.path.insert(0, str(Path(__file__).parents[1]))

from oracle import variants
from oracle.random_games import random_game, thin
from oracle.replay import Oracle, Refused
from oracle.values import BOTH, Values

GAMES = int(os.environ.get("TABLETUI_GAMES", "300"))
BY_NIGHT = ("deal", "black_meeting", "sheriff_look", "shooting", "don_check", "sheriff_check")
OVER = ("closing", "finished")

CLOSER = {
    "nominate": {"not_the_speaker"},
    "withdraw": {"not_the_speaker"},
    "best_move": {"not_the_first_victim"},
    "check": {"no_such_check"},
    "fine": {"no_game_fines"},
    "vote": {"not_the_candidate"},
}
"""Codes of the engine that say more closely what the oracle calls an event at a wrong step."""


def told(step: Step) -> tuple[Any, ...]:
    """A step of the engine in the oracle's words: the day by day, the night by night, neither when over."""
    day = None if step.id in OVER or step.id in BY_NIGHT else step.day
    return (step.id, step.seat, step.seconds, day, step.night if step.id in BY_NIGHT else None)


def sheet(game: Game) -> dict[str, Any]:
    return sheet_json(derive_sheet(game))


def agree(oracle: Oracle, game: Game, where: object) -> None:
    assert (where, told(game.step)) == (where, tuple(oracle.step))
    assert (where, sheet(game)) == (where, oracle.sheet())
    assert (where, game.decided) == (where, oracle.decided)


@pytest.mark.parametrize("values", BOTH, ids=lambda values: values["id"])
def test_engine_and_oracle_tell_the_same_game_event_by_event(values: Values) -> None:
    regulation = load(values["id"])
    rng = random.Random(f"strict {values['id']}")
    for number in range(GAMES):
        oracle, game = Oracle(values), Game.new(regulation)
        events = random_game(rng, values)
        agree(oracle, game, "start")
        for index, event in enumerate(events):
            oracle.apply(event)
            game = game.apply(parse_event(event))
            agree(oracle, game, (number, index, event))


@pytest.mark.parametrize("values", BOTH, ids=lambda values: values["id"])
def test_engine_and_oracle_read_the_same_game_from_paper(values: Values) -> None:
    regulation = load(values["id"])
    rng = random.Random(f"paper {values['id']}")
    for number in range(GAMES):
        oracle, game = Oracle(values), Game.new(regulation)
        facts = thin(rng, random_game(rng, values), values)
        for index, event in enumerate(facts[: rng.choice((len(facts), rng.randint(1, len(facts))))]):
            oracle.play(event)
            game = game.play(parse_event(event))
            agree(oracle, game, (number, index, event))
        oracle.run_on()
        agree(oracle, game.run_on(), (number, "run on"))


EVENTS = variants.anywhere()


@pytest.mark.parametrize("values", BOTH, ids=lambda values: values["id"])
def test_engine_and_oracle_take_and_refuse_the_same_events_at_a_step(values: Values) -> None:
    """At one step of every tenth game, every kind of event with every seat: applied, and played."""
    regulation = load(values["id"])
    rng = random.Random(f"matrix {values['id']}")
    for number in range(max(GAMES // 10, 30)):
        oracle, game = Oracle(values), Game.new(regulation)
        events = random_game(rng, values)
        stop = rng.randint(0, len(events))
        for event in events[:stop]:
            oracle.apply(event)
            game = game.apply(parse_event(event))
        for event in (*EVENTS, *variants.here(rng, oracle)):
            for way in ("apply", "play"):
                compare(oracle, game, event, way, (values["id"], number, stop, oracle.step, way, event))


def test_engine_and_oracle_take_and_refuse_the_same_events_after_a_void_at_the_deal() -> None:
    for values in BOTH:
        void = {"event": "void", "reason": "misdeal"}
        oracle, game = Oracle(values), Game.new(load(values["id"])).apply(parse_event(void))
        oracle.apply(void)
        for event in EVENTS:
            for way in ("apply", "play"):
                compare(oracle, game, event, way, (values["id"], way, event))


def compare(oracle: Oracle, game: Game, event: dict[str, Any], way: str, where: object) -> None:
    after = oracle.copy()
    refused = None
    try:
        getattr(after, way)(event)
    except Refused as refusal:
        refused = refusal.code
    try:
        game = getattr(game, way)(parse_event(event))
    except BadEvent:
        assert refused is not None, where
    except IllegalEvent as refusal:
        assert refused is not None, (where, refusal.code)
        assert same_code(refused, refusal.code, event, way, oracle.at), (where, refused, refusal.code)
    else:
        assert refused is None, (where, refused)
        agree(after, game, where)


def same_code(oracle: str, engine: str, event: dict[str, Any], way: str, at: str) -> bool:
    """Do both call an event one of a wrong step, naming the same step? Other codes are each side's own."""
    if oracle == engine or not (oracle + engine).count("expected_"):
        return True
    kind = event["event"]
    if engine in CLOSER.get(kind, ()):
        return True
    if engine == "no_such_seat":
        return not {event.get("seat", 1), event.get("by", 1)} <= {*range(1, 11), None, "don", "sheriff"}
    if kind == "cancel_ballot":
        return engine == f"expected_{at}" == "expected_last_word"
    return kind == "roles" and way == "play" and engine == f"expected_{at}"
