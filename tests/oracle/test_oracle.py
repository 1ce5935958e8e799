"""The second telling of the rules, held against games worked by hand and games that were played."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .branches import branches_of, expected, rare
from .random_games import HABITS, random_game, thin
from .replay import Oracle, Refused, Step
from .values import AKTAU, BOTH, WHITE_NIGHTS, Values

PLAYED = Path(__file__).parents[2] / ".." / "shared" / "data" / "protocols"
GAMES = int(os.environ.get("TABLETUI_GAMES", "300"))
ROLES = (
    "civilian",
    "civilian",
    "sheriff",
    "civilian",
    "mafia",
    "civilian",
    "don",
    "civilian",
    "mafia",
    "civilian",
)


def dealt(values: Values = AKTAU) -> Oracle:
    """Blacks 5, 7 (don) and 9, sheriff 3."""
    game = Oracle(values)
    game.apply({"event": "roles", "roles": {str(seat): role for seat, role in enumerate(ROLES, 1)}})
    return game


def play(game: Oracle, *events: tuple[Any, ...]) -> Oracle:
    """Play events written short: ("nominate", 1, 5), ("votes", {5: 4, 6: 6}), ("shoot", 3), …"""
    for kind, *rest in events:
        if kind == "votes":
            for seat, votes in rest[0].items():
                game.play({"event": "vote", "seat": seat, "votes": votes})
        else:
            fields = FIELDS[kind]
            game.play({"event": kind, **dict(zip(fields, rest, strict=True))})
    return game


FIELDS: dict[str, tuple[str, ...]] = {
    "next": (),
    "nominate": ("by", "seat"),
    "withdraw": ("by",),
    "lift": ("votes",),
    "shoot": ("seat",),
    "check": ("by", "seat"),
    "best_move": ("seats",),
    "foul": ("seat",),
    "remove": ("seat", "reason"),
    "team_defeat": ("seat", "reason"),
    "cancel_ballot": ("reason",),
    "award_result": ("winner", "reason"),
    "void": ("reason",),
    "award": ("seat", "kind"),
    "sign": ("judge",),
    "protest": ("text",),
}


def code(game: Oracle, event: dict[str, Any]) -> str:
    before = (game.step, game.sheet())
    with pytest.raises(Refused) as refused:
        game.play(event)
    assert (game.step, game.sheet()) == before, "a refused event changed the game"
    return refused.value.code


def to_speech(game: Oracle, seat: int) -> Oracle:
    while game.at != "speech" or game.seat != seat:
        game.apply({"event": "next"})
    return game


def left(game: Oracle) -> list[tuple[int, str, str, int]]:
    return [
        (
            entry["seat"],
            entry["cause"],
            *(("night", entry["night"]) if "night" in entry else ("day", entry["day"])),
        )
        for entry in game.sheet()["left"]
    ]


# ---- a whole game --------------------------------------------------------------------------------------


def test_a_small_game_from_the_deal_to_the_signature() -> None:
    game = play(
        dealt(),
        ("nominate", 1, 5),
        ("nominate", 2, 6),
        ("votes", {5: 7}),
        ("shoot", 1),
        ("check", "don", 3),
        ("check", "sheriff", 7),
        ("best_move", [5, 7, 2]),
        ("nominate", 2, 7),
        ("shoot", None),
        ("nominate", 3, 9),
        ("nominate", 9, 3),
        ("votes", {9: 5, 3: 2}),
    )
    assert game.step == Step("last_word", 9, 60, 3, None)
    assert game.decided
    play(game, ("award", 3, "best"), ("award", 7, "loser_best"), ("sign", "J"))
    assert game.step == Step("finished", None, None, None, None)
    assert game.sheet() == {
        "roles": {str(seat): role for seat, role in enumerate(ROLES, 1)},
        "winner": "red",
        "ending": "ballot",
        "left": [
            {"seat": 5, "cause": "ballot", "day": 1},
            {"seat": 1, "cause": "shot", "night": 1},
            {"seat": 7, "cause": "ballot", "day": 2},
            {"seat": 9, "cause": "ballot", "day": 3},
        ],
        "removed": [],
        "first_killed": 1,
        "best_move": [5, 7, 2],
        "fouls": {},
        "awards": [{"seat": 3, "kind": "best"}, {"seat": 7, "kind": "loser_best"}],
        "fines": [],
    }


def test_the_first_steps_and_their_clocks() -> None:
    game = Oracle(AKTAU)
    assert game.step == Step("deal", None, None, None, 0)
    assert code(game, {"event": "foul", "seat": 1}) == "expected_deal"
    game = dealt()
    steps = []
    for _ in range(4):
        steps.append(game.step)
        game.apply({"event": "next"})
    assert steps == [
        Step("black_meeting", None, 60, None, 0),
        Step("sheriff_look", None, 10, None, 0),
        Step("speech", 1, 60, 1, None),
        Step("speech", 2, 60, 1, None),
    ]


def test_days_open_with_the_next_living_seat_and_skip_the_dead() -> None:
    game = play(dealt(), ("shoot", 2))
    to_speech(game, 3)
    order = []
    while game.at == "speech":
        order.append(game.seat)
        game.apply({"event": "next"})
    assert order == [3, 4, 5, 6, 7, 8, 9, 10, 1]


# ---- nominations, ballot, ties, lift -------------------------------------------------------------------


def test_a_nominated_seat_is_refused_and_the_turn_kept() -> None:
    game = play(dealt(), ("nominate", 1, 5))
    to_speech(game, 2)
    assert code(game, {"event": "nominate", "by": 2, "seat": 5}) == "already_nominated"
    play(game, ("nominate", 2, 6), ("withdraw", 2), ("nominate", 2, 7), ("nominate", 3, 6))
    assert game.nominees == [5, 7, 6]


def test_a_single_candidate_leaves_but_not_on_day_1() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("shoot", None), ("nominate", 2, 6), ("shoot", None))
    assert left(game) == [(6, "ballot", "day", 2)]


def test_the_last_candidates_hands_are_those_that_are_left() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6), ("votes", {5: 3}))
    assert code(game, {"event": "vote", "seat": 6, "votes": 6}) == "votes_do_not_add_up"
    assert code(game, {"event": "vote", "seat": 6, "votes": 7, "voters": [1]}) == "votes_or_voters"
    game.apply({"event": "next"})
    assert game.step == Step("last_word", 6, 60, 1, None)


def test_one_voter_votes_once() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6), ("nominate", 3, 7))
    game.play({"event": "vote", "seat": 5, "voters": [1, 2]})
    assert code(game, {"event": "vote", "seat": 6, "voters": [2, 3]}) == "voted_twice"
    assert code(game, {"event": "vote", "seat": 7, "voters": [3]}) == "not_in_order"


def test_another_number_tied_brings_another_defence_the_same_number_the_lift() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6), ("nominate", 3, 8), ("nominate", 4, 9))
    play(game, ("votes", {5: 3, 6: 3, 8: 3, 9: 1}))
    assert game.step == Step("defence", 5, 30, 1, None)
    play(game, ("votes", {5: 2, 6: 4, 8: 4}))
    assert game.step == Step("defence", 6, 30, 1, None)
    play(game, ("votes", {6: 5, 8: 5}))
    assert game.step == Step("lift", None, None, 1, None)
    half = game.copy()
    half.apply({"event": "lift", "votes": 5})
    assert half.at == "shooting"
    game.apply({"event": "lift", "voters": [1, 2, 3, 4, 6, 8]})
    assert left(game) == [(6, "ballot", "day", 1), (8, "ballot", "day", 1)]
    assert game.step.seat == 6


def test_all_living_seats_tied_twice_stay_without_a_question() -> None:
    game = dealt()
    play(game, *(("nominate", seat, seat % 10 + 1) for seat in range(1, 11)))
    once = dict.fromkeys(game.nominees, 1)
    play(game, ("votes", once))
    assert game.step == Step("defence", 2, 30, 1, None)
    play(game, ("votes", once))
    assert game.step == Step("shooting", None, None, None, 1)


def test_four_living_two_tied_twice_may_be_lifted_only_where_it_is_allowed() -> None:
    for values, step in ((AKTAU, "shooting"), (WHITE_NIGHTS, "lift")):
        game = play(dealt(values), ("remove", 5, "insult"), ("remove", 7, "insult"), ("shoot", 1))
        play(game, ("nominate", 2, 8), ("shoot", 2), ("shoot", 10))
        assert sorted(game.living) == [3, 4, 6, 9]
        play(game, ("nominate", 4, 9), ("nominate", 6, 3))
        for _ in range(2):
            play(game, ("votes", {9: 2, 3: 2}))
        assert game.at == step


# ---- fouls -----------------------------------------------------------------------------------------------


def fouls(game: Oracle, seat: int, number: int) -> Oracle:
    return play(game, *(("foul", seat) for _ in range(number)))


def test_a_third_foul_before_the_own_speech_silences_it_today() -> None:
    game = fouls(to_speech(dealt(), 1), 2, 3)
    to_speech(game, 2)
    assert game.step.seconds == 0
    play(game, ("nominate", 2, 5))
    to_speech(play(game, ("shoot", None)), 2)
    assert game.step.seconds == 60


def test_a_third_foul_in_the_own_speech_silences_the_next_day() -> None:
    game = fouls(to_speech(dealt(), 2), 2, 3)
    assert game.step.seconds == 60
    to_speech(play(game, ("shoot", None)), 2)
    assert game.step == Step("speech", 2, 0, 2, None)


def test_a_third_foul_at_four_living_gives_30_seconds_instead_of_silence() -> None:
    game = play(dealt(), ("remove", 5, "insult"), ("remove", 7, "insult"), ("shoot", 1))
    play(game, ("nominate", 2, 8), ("shoot", 2), ("shoot", 10))
    to_speech(fouls(game, 9, 3), 9)
    assert (len(game.living), game.step.seconds) == (4, 30)


def test_a_fourth_foul_removes_and_cancels_the_ballot_of_the_day() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6))
    fouls(to_speech(game, 3), 4, 4)
    assert left(game) == [(4, "fouls", "day", 1)]
    assert game.sheet()["removed"] == [{"seat": 4, "kind": "fouls", "reason": None}]
    assert game.sheet()["fouls"] == {"4": 4}
    play(game, ("nominate", 5, 7), ("shoot", None))
    assert code(game, {"event": "foul", "seat": 4}) == "not_at_the_table"


# ---- removals and the ballot -----------------------------------------------------------------------------


def voted_out() -> Oracle:
    """The last word of 6, voted out on day 1."""
    return play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6), ("votes", {5: 3, 6: 7}))


def next_day_has_a_ballot(game: Oracle) -> bool:
    first, second, *_ = sorted(game.living - {1, 2})
    play(game, ("shoot", None), ("nominate", first, second), ("nominate", second, first))
    while game.at == "speech":
        game.apply({"event": "next"})
    return game.at == "ballot"


def test_removals_cancel_this_ballot_or_the_next_or_none() -> None:
    assert next_day_has_a_ballot(voted_out())
    assert not next_day_has_a_ballot(play(voted_out(), ("remove", 4, "insult")))
    own = play(voted_out(), ("remove", 6, "insult"))
    assert (own.at, left(own)) == ("shooting", [(6, "ballot", "day", 1)])
    assert next_day_has_a_ballot(own)
    assert not next_day_has_a_ballot(play(voted_out(), ("next",), ("remove", 4, "insult")))


def test_a_removal_breaks_off_a_defence_and_the_last_missing_hands() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6), ("votes", {5: 5}))
    waiting = play(game.copy(), ("remove", 10, "insult"))
    assert (waiting.at, left(waiting)) == ("shooting", [(10, "disqualified", "day", 1)])
    play(game, ("votes", {6: 5}))
    assert game.at == "defence"
    play(game, ("remove", 5, "fouls"))
    assert (game.at, left(game)) == ("shooting", [(5, "fouls", "day", 1)])


def test_removing_the_victim_keeps_the_shot_and_cancels_nothing() -> None:
    for last_word in (False, True):
        game = play(dealt(), ("shoot", 4))
        if last_word:
            play(game, ("next",), ("next",))
        play(game, ("remove", 4, "insult"))
        assert left(game) == [(4, "shot", "night", 1)]
        assert game.sheet()["best_move"] == []
        play(game, ("nominate", 2, 5), ("nominate", 3, 6), ("votes", {5: 1, 6: 8}))
        assert left(game)[1:] == [(6, "ballot", "day", 2)]


def test_a_removal_of_night_0_cancels_day_1_and_a_second_cancellation_nothing_more() -> None:
    game = play(dealt(), ("remove", 1, "insult"), ("cancel_ballot", "noise"))
    assert left(game) == [(1, "disqualified", "night", 0)]
    to_speech(game, 2)
    assert game.step.day == 1
    play(game, ("cancel_ballot", "noise"), ("nominate", 2, 5), ("nominate", 3, 6), ("shoot", None))
    play(game, ("nominate", 3, 5))
    play(game, ("shoot", None))
    assert left(game)[1:] == [(5, "ballot", "day", 2)]


def test_no_ballot_can_be_cancelled_by_hand_after_the_result() -> None:
    assert code(voted_out(), {"event": "cancel_ballot", "reason": "noise"}) == "no_ballot_to_cancel"


# ---- night and best move ---------------------------------------------------------------------------------


def test_shots_hit_only_when_all_living_blacks_show_the_same_seat() -> None:
    game = to_speech(dealt(), 10)
    game.apply({"event": "next"})
    for shots, victim in (
        ({"5": 1, "7": 1, "9": 1}, 1),
        ({"5": 1, "7": 1, "9": 2}, None),
        ({"5": 1, "7": 1, "9": None}, None),
        ({"5": 1, "7": 1}, None),
        ({}, None),
    ):
        after = game.copy()
        after.apply({"event": "shoot", "shots": shots})
        assert after.sheet()["first_killed"] == victim
    assert code(game, {"event": "shoot", "shots": {"1": 2}}) == "not_a_living_black"
    play(game, ("shoot", 1), ("nominate", 2, 3))
    while game.at != "shooting":
        game.apply({"event": "next"})
    assert code(game, {"event": "shoot", "seat": 1}) == "not_living"


def test_a_don_shot_this_night_checks_once_more_and_never_again() -> None:
    game = play(dealt(), ("shoot", 7), ("check", "don", 3))
    assert game.step == Step("sheriff_check", None, 10, None, 1)
    play(game, ("shoot", None))
    assert code(game, {"event": "check", "by": "don", "seat": 3}) == "role_is_gone"
    play(game, ("check", "don", None))


def test_the_best_move_is_the_first_victims_unless_two_left_before() -> None:
    game = play(dealt(), ("remove", 1, "insult"), ("shoot", 2), ("next",), ("next",))
    assert game.step == Step("last_word", 2, 60, 2, None)
    assert code(game, {"event": "best_move", "seats": [2, 5]}) == "wrong_best_move"
    play(game, ("best_move", [1, 5]))
    assert code(game, {"event": "best_move", "seats": []}) == "best_move_recorded"
    assert game.sheet()["best_move"] == [1, 5]
    game = play(dealt(), ("remove", 1, "insult"), ("remove", 4, "insult"), ("shoot", 2))
    assert game.sheet()["best_move"] is None
    assert code(game, {"event": "best_move", "seats": []}) == "best_move_not_granted"
    game = play(dealt(), ("shoot", None), ("shoot", 4))
    assert (game.sheet()["first_killed"], game.sheet()["best_move"]) == (None, None)


# ---- the end ---------------------------------------------------------------------------------------------


def test_a_draw_needs_three_quiet_nights_and_days_and_comes_with_the_end_of_day_4() -> None:
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6), ("votes", {5: 10}))
    play(game, ("shoot", None), ("shoot", None), ("cancel_ballot", "noise"), ("shoot", None))
    game.run_on()
    assert (game.at, game.sheet()["winner"], game.sheet()["ending"]) == ("closing", "draw", "draw")
    assert game.day == 4
    assert code(game, {"event": "award", "seat": 1, "kind": "best"}) == "no_awards"


def test_after_the_decision_a_removal_in_a_last_word_is_a_mark_only() -> None:
    game = play(dealt(), ("remove", 1, "x"), ("remove", 2, "x"), ("remove", 4, "x"), ("shoot", 6))
    assert game.step == Step("last_word", 6, 60, 2, None)
    assert (game.sheet()["winner"], game.sheet()["ending"]) == ("black", "shot")
    play(game, ("remove", 8, "insult"))
    assert [entry["seat"] for entry in game.sheet()["removed"]] == [1, 2, 4, 8]
    assert 8 in game.living
    assert code(game, {"event": "foul", "seat": 8}) == "not_at_the_table"
    play(game, ("remove", 6, "insult"))
    assert game.at == "closing"


def test_a_team_defeat_ends_the_game_at_once_where_the_regulation_knows_it() -> None:
    assert (
        code(dealt(WHITE_NIGHTS), {"event": "team_defeat", "seat": 5, "reason": "oath"}) == "no_team_defeat"
    )
    game = play(voted_out(), ("team_defeat", 6, "oath"))
    assert (game.at, game.sheet()["winner"], game.sheet()["ending"]) == ("closing", "black", "team_defeat")
    assert left(game) == [(6, "ballot", "day", 1)]
    assert game.sheet()["removed"] == [{"seat": 6, "kind": "team_defeat", "reason": "oath"}]
    assert code(game, {"event": "team_defeat", "seat": 5, "reason": "oath"}) == "decided"


def test_awards_fall_with_the_result_they_were_given_for() -> None:
    game = play(
        dealt(), ("award_result", "red", "disputed"), ("award", 1, "best"), ("award", 5, "loser_best")
    )
    assert code(game, {"event": "award", "seat": 2, "kind": "best"}) == "award_given"
    assert code(game, {"event": "award", "seat": 9, "kind": "second"}) == "wrong_team"
    play(game, ("award_result", "black", "disputed again"))
    assert game.sheet()["awards"] == []
    play(game, ("void", "fire"), ("protest", "no"))
    assert (game.sheet()["winner"], game.sheet()["ending"], game.decided) == (None, "void", True)
    play(game, ("award_result", "draw", "after all"), ("sign", "J"))
    assert code(game, {"event": "note", "text": "late"}) == "expected_finished"


# ---- fast-forward ----------------------------------------------------------------------------------------


def test_fast_forward_never_skips_a_deal_a_ballot_a_lift_or_a_shooting() -> None:
    assert code(Oracle(AKTAU), {"event": "shoot", "seat": 1}) == "expected_deal"
    game = play(dealt(), ("nominate", 1, 5), ("nominate", 2, 6))
    assert code(game, {"event": "shoot", "seat": 1}) == "expected_ballot"
    play(game, ("votes", {5: 5}))
    assert code(game, {"event": "shoot", "seat": 1}) == "expected_reballot"
    play(game, ("votes", {5: 5}))
    assert game.at == "reballot"
    assert code(game, {"event": "shoot", "seat": 1}) == "expected_lift"
    play(game, ("lift", 2))
    assert code(game, {"event": "nominate", "by": 2, "seat": 5}) == "expected_shooting"


def test_a_strict_event_of_a_later_step_is_refused() -> None:
    game = dealt()
    with pytest.raises(Refused, match="expected_black_meeting"):
        game.apply({"event": "nominate", "by": 1, "seat": 5})


@pytest.mark.skipif(not PLAYED.is_dir(), reason="the games that were played are not at hand")
def test_the_games_that_were_played_end_as_they_were_recorded() -> None:
    recorded = json.loads((PLAYED / "expected.json").read_text(encoding="utf-8"))
    assert recorded
    for name, result in recorded.items():
        protocol = json.loads((PLAYED / f"{name}.protocol.json").read_text(encoding="utf-8"))
        game = Oracle(WHITE_NIGHTS)
        for event in protocol["events"]:
            game.play(event)
        game.run_on()
        sheet = game.sheet()
        leavings = [
            [entry["seat"], entry["cause"], entry.get("day"), entry.get("night")] for entry in sheet["left"]
        ]
        assert (name, sheet["winner"], sorted(leavings)) == (name, result["winner"], result["left"])


# ---- invented games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", BOTH, ids=lambda values: values["id"])
def test_invented_games_keep_the_invariants_and_their_thin_forms_give_the_same_sheet(values: Values) -> None:
    rng = random.Random(f"invariants {values['id']}")
    for _ in range(GAMES):
        events = random_game(rng, values)
        game = Oracle(values)
        for event in events:
            before = dict(game.fouls)
            game.apply(event)
            seats_left = [entry["seat"] for entry in game.left]
            assert len(set(seats_left)) == len(seats_left)
            assert not game.roles or len(game.living) + len(seats_left) == 10
            assert all(game.fouls[seat] >= before[seat] for seat in before)
        assert game.at == "finished"
        paper = Oracle(values)
        for event in thin(rng, events, values):
            paper.play(event)
        assert paper.sheet() == game.sheet()


@pytest.mark.parametrize("values", BOTH, ids=lambda values: values["id"])
def test_invented_games_touch_every_rule(values: Values) -> None:
    """Of 5,000 games every rule is touched 200 times; of fewer, in proportion, less what chance may take."""
    number = max(GAMES, 1000)
    rng = random.Random(f"branches {values['id']}")
    counted: Counter[str] = Counter()
    for _ in range(number):
        counted.update(branches_of(random_game(rng, values), values))
    share = number * 200 // 5000
    least = share if number >= 5000 else share // 2
    assert {name: counted[name] for name in expected(values) if counted[name] < least} == {}
    assert set(counted) <= {*expected(values), *rare(values)}
    if number >= 5000:
        assert [name for name in rare(values) if not counted[name]] == []


def test_every_habit_plays_to_a_signature_and_the_same_seed_gives_the_same_game() -> None:
    for bias in HABITS:
        one, other = (random_game(random.Random(5), AKTAU, bias=bias) for _ in range(2))
        assert one == other
        assert one[-1]["event"] == "sign"
