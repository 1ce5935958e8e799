"""Games that nobody played: random players at the table, held to the rules by the engine alone."""

from __future__ import annotations

from random import Random

from rules.game import Event, Game, Step
from rules.game.events import Award, BestMove, Check, Foul, Lift, Next, Nominate, Roles, Shoot, Sign, Vote
from rules.regulation import Regulation
from rules.sheet import BLACK, DEALT, DRAW, SEATS

FOULS = 0.02
"""Chance of a foul before each step."""

INSIGHT = 0.35
"""Chance that a table which could know who is black acts on it; sets how often red wins."""


def play(regulation: Regulation, random: Random, judge: str) -> Game:
    """A whole game, signed. The same state of `random` gives the same game."""
    game = Game.new(regulation)
    while game.step.id != "finished":
        game = game.apply(choose(game, random, judge))
    return game


def play_to(regulation: Regulation, random: Random, day: int) -> tuple[Event, ...]:
    """The events of a game that is still open, up to the first speech of a day after the first one."""
    while True:
        game = Game.new(regulation)
        while game.step.id != "closing":
            if game.step.day == day and game.step.id == "speech" and not game.decided:
                return game.events
            game = game.apply(choose(game, random, ""))


def choose(game: Game, random: Random, judge: str) -> Event:
    """A likely fact of the present step; it is always legal."""
    step = game.step
    if step.id not in ("deal", "closing") and random.random() < FOULS:
        reasons = [reason.id for reason in game.regulation.reasons_for("foul")]
        return Foul(random.choice(game.state.living), random.choice(reasons) if reasons else None)
    match step.id:
        case "deal":
            cards = [role for role, count in DEALT.items() for _ in range(count)]
            random.shuffle(cards)
            return Roles(tuple(cards))
        case "speech":
            return _speech(game, step, random)
        case "ballot" | "reballot":
            last = step.seat == step.candidates[-1]
            return Vote(step.seat or 0, step.hands_left if last else _hands(game, step, random))
        case "lift":
            return Lift(random.randint(0, len(game.state.living)))
        case "shooting":
            return Shoot(_target(game, random))
        case "don_check" | "sheriff_check":
            return Check(
                step.id.removesuffix("_check"), None if step.role_gone else random.choice(list(SEATS))
            )
        case "closing":
            return _closing(game, random, judge)
    if step.first_victim and game.state.best_move is None:
        others = [seat for seat in SEATS if seat != step.seat]
        return BestMove(tuple(random.sample(others, game.regulation.best_move.named)))
    return Next()


def _speech(game: Game, step: Step, random: Random) -> Event:
    choice = game.legal().get("nominate")
    if choice is None or random.random() < 0.4:
        return Next()
    seats = [seat for seat in choice.seats if seat is not None]
    found_out = [seat for seat in seats if seat in game.state.living_of(BLACK)]
    return Nominate(
        step.seat or 0, random.choice(found_out if found_out and random.random() < INSIGHT else seats)
    )


def _hands(game: Game, step: Step, random: Random) -> int:
    """Hands for a candidate who is not the last: more for a black one, mostly."""
    black = step.seat in game.state.living_of(BLACK) and random.random() < INSIGHT
    return min(step.hands_left, random.choice((2, 3, 4, 5, 6) if black else (0, 1, 1, 2, 3)))


def _target(game: Game, random: Random) -> int | None:
    """Mostly a red; now and then the shots go apart."""
    if random.random() < 0.12:
        return None
    black = game.state.living_of(BLACK)
    return random.choice([seat for seat in game.state.living if seat not in black])


def _closing(game: Game, random: Random, judge: str) -> Event:
    choice = game.legal().get("award")
    if choice is not None and game.state.winner != DRAW and random.random() < 0.9:
        kind = random.choice(sorted(str(kind) for kind in choice.values))
        award = next(known for known in game.regulation.scoring.awards if known.id == kind)
        if award.points is not None:
            return Award(random.choice(choice.values[kind]), kind)
    return Sign(judge)
