"""Games that nobody played: random players at the table, held to the rules by the engine alone."""

from __future__ import annotations

from random import Random

from rules.game import Event, Game, Step
from rules.game.events import (
    Award,
    AwardResult,
    BestMove,
    CancelBallot,
    Check,
    Fine,
    Foul,
    Lift,
    Next,
    Nominate,
    Note,
    Protest,
    Remove,
    Roles,
    Shoot,
    Sign,
    TeamDefeat,
    Void,
    Vote,
    Withdraw,
)
from rules.record import record
from rules.regulation import Regulation
from rules.sheet import BLACK, DEALT, DRAW, SEATS
from tabletui.text import N_, _

FOULS = 0.02
"""Chance of a foul before each step."""

INSIGHT = 0.35
"""Chance that a table which could know who is black acts on it; sets how often red wins."""


@record
class Rare:
    """Chances of what is seldom, each asked before every step of a game that has some seventy of them."""

    removal: float = 0.0008
    team_defeat: float = 0.0004
    award_result: float = 0.0002
    cancel_ballot: float = 0.0002
    note: float = 0.003
    withdrawal: float = 0.1
    by_name: float = 0.1
    protest: float = 0.02
    fine: float = 0.05


SELDOM = Rare()

NOTES = (
    N_("a telephone rang"),
    N_("the light went out for a moment"),
    N_("asked for a pause"),
    N_("talked to the audience"),
)
REASONS = (N_("by decision of the panel"), N_("two games' noise was heard in the hall"))


def play(regulation: Regulation, random: Random, judge: str, rare: Rare | None = None) -> Game:
    """A whole game, signed. The same state of `random` gives the same game. rare: what is seldom, too."""
    game = Game.new(regulation)
    while game.step.id != "finished":
        seldom = None if rare is None else unlikely(game, random, rare)
        game = game.apply(choose(game, random, judge) if seldom is None else seldom)
    return game


def play_void(regulation: Regulation, random: Random, judge: str) -> Game:
    """A game that was broken off somewhere and does not count."""
    game, left = Game.new(regulation), random.randrange(40)
    while left and not game.decided:
        game, left = game.apply(choose(game, random, judge)), left - 1
    if not game.decided:
        game = game.apply(Void(_(random.choice(REASONS))))
        return game.apply(Sign(judge))
    return play_void(regulation, random, judge)


def unlikely(game: Game, random: Random, rare: Rare) -> Event | None:
    """Something seldom that is legal now; mostly None."""
    step, reg = game.step, game.regulation
    if step.id == "deal":
        return None
    if random.random() < rare.note:
        return Note(_(random.choice(NOTES)), random.choice((None, *SEATS)))
    if step.id == "closing":
        return _unlikely_closing(game, random, rare)
    if step.id == "speech" and random.random() < rare.withdrawal and "withdraw" in game.legal():
        return Withdraw(step.seat or 0)
    if step.id in ("ballot", "reballot") and random.random() < rare.by_name:
        return _by_name(game, random)
    for kind, chance in (
        ("remove", rare.removal),
        ("team_defeat", rare.team_defeat),
        ("award_result", rare.award_result),
        ("cancel_ballot", rare.cancel_ballot),
    ):
        if random.random() < chance and (choice := game.legal().get(kind)) is not None:
            match kind:
                case "remove" | "team_defeat":
                    listed = reg.reasons_for("removal" if kind == "remove" else kind)
                    reasons = [reason.id for reason in listed if reason.id != "fouls"]
                    seat = random.choice([seat for seat in choice.seats if seat is not None])
                    if reasons:
                        make = Remove if kind == "remove" else TeamDefeat
                        return make(seat, random.choice(reasons))
                case "award_result":
                    return AwardResult(str(random.choice(list(choice.values))), _(random.choice(REASONS)))
                case "cancel_ballot":
                    return CancelBallot(_(random.choice(REASONS)))
    return None


def _unlikely_closing(game: Game, random: Random, rare: Rare) -> Event | None:
    legal = game.legal()
    if random.random() < rare.protest and "protest" in legal:
        return Protest(_(random.choice(REASONS)), random.choice(list(SEATS)))
    if random.random() < rare.fine and (choice := legal.get("fine")) is not None:
        amount = random.choice(sorted(game.regulation.scoring.game_fines))
        seat = random.choice([seat for seat in choice.seats if seat is not None])
        return Fine(seat, amount, _(random.choice(REASONS)))
    return None


def _by_name(game: Game, random: Random) -> Event | None:
    """A vote with the seats that raised their hands."""
    choice = game.legal().get("vote")
    if choice is None or choice.hands is None:
        return None
    hands = _hands(game, game.step, random)
    hands = min(max(hands, choice.hands[0]), choice.hands[1], len(choice.voters))
    voters = tuple(sorted(random.sample(choice.voters, hands)))
    return Vote(game.step.seat or 0, None, voters)


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
        # Who was removed this minute may still count among the living until the step is over.
        if there := [seat for seat in game.state.living if game.state.at_table(seat)]:
            return Foul(random.choice(there), random.choice(reasons) if reasons else None)
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
