"""What holds in every game, whatever happens: random legal games, with undo and redo among the moves."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.game import BadEvent, Event, Game, History, IllegalEvent, allows, event_json, fold, parse_event
from rules.game.errors import CODES, STEP_IDS
from rules.sheet_json import derive_sheet

from .facts import CARDS, deal, every_event, legal_events, regulation

BOTH = ("aktau-2017", "white-nights-2015")
LONG = int(os.environ.get("TABLETUI_GAMES", "60"))

RARE = {
    "foul": 0.12,
    "remove": 0.02,
    "team_defeat": 0.002,
    "award_result": 0.002,
    "void": 0.001,
    "note": 0.05,
    "protest": 0.05,
    "cancel_ballot": 0.02,
    "sign": 0.3,
}


def choose(rng: random.Random, game: Game) -> Event:
    """One legal event, kinds weighted so that games go on and still meet everything."""
    by_kind: dict[str, list[Event]] = {}
    for event in legal_events(game.legal()):
        by_kind.setdefault(event.kind, []).append(event)
    kinds = list(by_kind)
    kind = rng.choices(kinds, [RARE.get(kind, 1.0) for kind in kinds])[0]
    if kind == "roles":
        return deal(tuple(rng.sample(CARDS, 10)))
    return rng.choice(by_kind[kind])


def random_game(seed: int, ident: str) -> Iterator[Game]:
    """Every game on the way from the deal to the signature."""
    rng = random.Random(seed)
    game = Game.new(regulation(ident))
    yield game
    while game.step.id != "finished":
        game = game.apply(choose(rng, game))
        yield game


class GameMachine(RuleBasedStateMachine):
    """A judge who does legal things, takes them back and returns them."""

    ident = "aktau-2017"

    @initialize(seed=st.integers(0, 2**32))
    def sit_down(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.history = History.new(regulation(self.ident))
        self.most_fouls = [0] * 10

    @precondition(lambda self: self.history.game.step.id != "finished")
    @rule(steps=st.integers(1, 12))
    def play_on(self, steps: int) -> None:
        for _ in range(steps):
            if self.history.game.step.id == "finished":
                break
            before = self.history.game.state.fouls
            self.history = self.history.apply(choose(self.rng, self.history.game))
            after = self.history.game.state.fouls
            assert all(b <= a for b, a in zip(before, after, strict=True)), "fouls only grow"

    @rule(times=st.integers(1, 6))
    def undo_then_redo_is_the_identity(self, times: int) -> None:
        times = min(times, len(self.history.moves))
        back = self.history
        for _ in range(times):
            back = back.undo()
        for _ in range(times):
            back = back.redo()
        assert back == self.history

    @precondition(lambda self: self.history.moves)
    @rule()
    def undo(self) -> None:
        self.history = self.history.undo()

    @invariant()
    def replaying_the_events_gives_the_same_state(self) -> None:
        game = self.history.game
        assert fold(game.regulation, game.events).state == game.state
        assert tuple(parse_event(event_json(event)) for event in game.events) == game.events

    @invariant()
    def everybody_lives_or_has_left_once(self) -> None:
        s = self.history.game.state
        left = [entry.seat for entry in s.left]
        assert len(left) == len(set(left))
        assert len(s.living) + len(left) == 10
        assert not set(left) & set(s.living)
        marked = [entry.seat for entry in s.removed]
        assert len(marked) == len(set(marked))

    @invariant()
    def votes_never_exceed_the_living(self) -> None:
        s = self.history.game.state
        assert 0 <= sum(s.votes) <= len(s.living)
        assert len(set(s.voted)) == len(s.voted)

    @invariant()
    def the_result_stands_exactly_when_the_game_is_decided(self) -> None:
        game = self.history.game
        sheet = derive_sheet(game)
        assert (sheet.winner is not None or sheet.ending == "void") == game.decided
        if game.step.id in ("closing", "finished"):
            assert game.decided


class AktauMachine(GameMachine):
    ident = "aktau-2017"


class WhiteNightsMachine(GameMachine):
    ident = "white-nights-2015"


TestAktau = AktauMachine.TestCase
TestWhiteNights = WhiteNightsMachine.TestCase
for case in (TestAktau, TestWhiteNights):
    case.settings = settings(max_examples=max(LONG // 2, 20), stateful_step_count=20, deadline=None)
del case


@pytest.mark.parametrize("ident", BOTH)
def test_every_game_ends_and_the_speakers_of_a_day_are_the_living_at_dawn(ident: str) -> None:
    for seed in range(LONG):
        speakers: dict[int, list[int]] = {}
        dawn: dict[int, set[int]] = {}
        removed_before_turn: dict[int, set[int]] = {}
        ended_in_speeches: set[int] = set()
        last: Game | None = None
        for count, game in enumerate(random_game(seed, ident)):
            assert count < 2000, "the game does not end"
            s = game.state
            if s.step == "speech":
                day = dawn.setdefault(s.day, set(s.living))
                order = speakers.setdefault(s.day, [])
                if s.seat is not None and s.seat not in order:
                    order.append(s.seat)
                removed_before_turn[s.day] = {seat for seat in day - set(s.living) if seat not in order}
            elif last is not None and last.state.step == "speech" and game.step.id == "closing":
                ended_in_speeches.add(last.state.day)
                removed_before_turn[last.state.day] |= set(last.state.living) - set(s.living)
            last = game
        for day, order in speakers.items():
            assert len(order) == len(set(order))
            # A removal may also come with the very step that ends the speeches.
            if day not in ended_in_speeches:
                gone = removed_before_turn[day]
                assert set(order) <= dawn[day]
                assert dawn[day] - set(order) - gone <= {
                    entry.seat for entry in last.state.removed if entry.seat not in order
                }


@pytest.mark.parametrize("ident", BOTH)
def test_at_every_step_apply_accepts_exactly_what_legal_lists(ident: str) -> None:
    raw = list(every_event())
    typed: list[Event] = []
    for row in raw:
        try:
            typed.append(parse_event(row))
        except BadEvent as bad:
            assert bad.code in ("missing_field", "wrong_type", "unknown_role", "hands")
    assert len(typed) > 700
    known = set(CODES) | {f"expected_{step}" for step in STEP_IDS}
    seen_steps: set[str] = set()
    for seed in range(max(4, LONG // 20)):
        for game in random_game(1000 + seed, ident):
            key = (game.step.id, len(game.state.living), bool(game.state.nominations), game.decided)
            if key in seen_steps:
                continue
            seen_steps.add(key)
            legal = game.legal()
            for event in typed:
                before = game.state
                try:
                    after = game.apply(event)
                except IllegalEvent as refusal:
                    assert not allows(legal, event), (game.step, event, refusal.code)
                    assert refusal.code in known
                    assert game.state == before
                else:
                    assert allows(legal, event), (game.step, event)
                    assert after.events == (*game.events, event)
    assert {key[0] for key in seen_steps} >= set(STEP_IDS) - {"best_move", "lift", "defence", "reballot"}
