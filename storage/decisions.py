"""Whether a decision may be kept: known players, rounds that exist, fines the regulation allows.

Asked on entry, where a person can still put it right; what comes from other laptops is kept as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.sheet_json import BadProtocol, parse_points
from storage.errors import WrongInput

if TYPE_CHECKING:
    from collections.abc import Collection

    from rules.course.seatings import Key, RoundSeating
    from rules.regulation import Regulation

OF_A_PLAYER = ("withdrawal", "exclusion", "missed", "fine", "lot", "substitution")
OF_PLAYERS = ("approval", "cut", "swap")
OF_A_ROUND = ("missed", "swap")
OF_A_STAGE = ("cut", "substitution")
WITH_A_REASON = ("withdrawal", "exclusion", "fine", "swap", "substitution", "undo")


def check_decision(
    decision: Mapping[str, Any],
    regulation: Regulation,
    roster: Collection[str],
    seated: Mapping[Key, RoundSeating],
) -> None:
    """Raises WrongInput, one clear sentence, where a decision cannot be meant.

    roster: known ids. seated: the seating of each round that is drawn.
    """
    kind = decision["kind"]
    if kind in WITH_A_REASON and not str(decision.get("reason") or "").strip():
        raise WrongInput("no_reason", "A decision of this kind needs a reason.")
    _check_players(decision, roster)
    _check_round(decision, regulation)
    match kind:
        case "fine":
            _check_fine(decision, regulation)
        case "lot":
            number = decision.get("number")
            if type(number) is not int or not 0 < number < 1_000_000:
                raise WrongInput("wrong_lot", "The number of a lot is a whole number from 1.")
        case "swap":
            _check_swap(decision, seated)
        case "substitution":
            _check_substitution(decision, seated)


def _check_players(decision: Mapping[str, Any], roster: Collection[str]) -> None:
    named: list[Any] = []
    if decision["kind"] in OF_A_PLAYER:
        named.append(decision.get("player"))
    if decision["kind"] == "substitution":
        named.append(decision.get("by"))
    if decision["kind"] in OF_PLAYERS:
        players = decision.get("players")
        if not isinstance(players, (list, tuple)) or not players:
            raise WrongInput("no_players", "The decision names no players.")
        named += players
        if len(set(named)) < len(named):
            twice = next(player for player in named if named.count(player) > 1)
            raise WrongInput("player_twice", "Player {player} is named twice.", player=twice)
    for player in named:
        if player not in roster:
            raise WrongInput("not_on_roster", "Player {id} is not on the roster.", id=player)


def _check_round(decision: Mapping[str, Any], regulation: Regulation) -> None:
    stage, number = decision.get("stage"), decision.get("round")
    kind = decision["kind"]
    if stage is None:
        if number is not None or kind in OF_A_ROUND or kind in OF_A_STAGE:
            raise WrongInput("no_stage_named", "The decision names no stage.")
        return
    known = next((one for one in regulation.stages if one.id == stage), None)
    if known is None:
        raise WrongInput(
            "no_such_stage",
            "There is no stage {stage}; the stages are {known}.",
            stage=stage,
            known=", ".join(one.id for one in regulation.stages) or "–",
        )
    if number is None:
        if kind in OF_A_ROUND:
            raise WrongInput("no_round_named", "The decision names no round.")
    elif type(number) is not int or not 1 <= number <= known.rounds:
        raise WrongInput(
            "no_such_round",
            "Stage {stage} has rounds 1 to {rounds}, and no round {round}.",
            stage=stage,
            rounds=known.rounds,
            round=number,
        )


def _check_fine(decision: Mapping[str, Any], regulation: Regulation) -> None:
    try:
        points = parse_points(decision.get("points"), "points")
    except BadProtocol:
        raise WrongInput(
            "wrong_points",
            "“{points}” are no points; write -1, -1/2 or -0.5.",
            points=str(decision.get("points"))[:20],
        ) from None
    allowed = regulation.scoring.panel_fines
    if points >= 0:
        raise WrongInput("no_fine", "A fine takes points: write -1 and not 1.")
    if allowed and points not in allowed:
        raise WrongInput(
            "fine_not_allowed",
            "The regulation allows these fines: {allowed}; not {points}.",
            allowed=", ".join(map(str, allowed)),
            points=points,
        )


def _seating(decision: Mapping[str, Any], seated: Mapping[Key, RoundSeating]) -> RoundSeating:
    found = seated.get((decision["stage"], decision["round"]))
    if found is None:
        raise WrongInput(
            "not_drawn",
            "Stage {stage}, round {round}: no seating is published.",
            stage=decision["stage"],
            round=decision["round"],
        )
    return found


def _check_swap(decision: Mapping[str, Any], seated: Mapping[Key, RoundSeating]) -> None:
    if len(decision["players"]) != 2:
        raise WrongInput("not_two", "Two players change places, no more and no fewer.")
    seating = _seating(decision, seated)
    for player in decision["players"]:
        if player not in seating.everybody:
            raise WrongInput(
                "no_place",
                "Player {player} has no place in stage {stage}, round {round}.",
                player=player,
                stage=seating.stage,
                round=seating.round,
            )


def _check_substitution(decision: Mapping[str, Any], seated: Mapping[Key, RoundSeating]) -> None:
    if decision["player"] == decision["by"]:
        raise WrongInput("by_himself", "Nobody takes his own place.")
    first = decision.get("round")
    rounds = [
        seating
        for (stage, number), seating in seated.items()
        if stage == decision["stage"] and (first is None or number >= first)
    ]
    if not rounds:
        raise WrongInput("not_drawn_yet", "Stage {stage}: no seating is published.", stage=decision["stage"])
    if not any(decision["player"] in seating.everybody for seating in rounds):
        raise WrongInput(
            "no_place",
            "Player {player} has no place in stage {stage}, round {round}.",
            player=decision["player"],
            stage=decision["stage"],
            round=rounds[0].round if first is None else first,
        )
    for seating in rounds:
        if decision["by"] in seating.everybody:
            raise WrongInput(
                "has_a_place",
                "Player {player} has a place of his own in stage {stage}, round {round}; swap the two.",
                player=decision["by"],
                stage=seating.stage,
                round=seating.round,
            )
