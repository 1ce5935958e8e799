"""The seating of a round out of draws and decisions, whatever comes with them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.course.seatings import conflicts, heads, readable, seatings

IDS = [f"P{n:02}" for n in range(1, 24)]


def draw(name: str, rounds: list[int], replaces: tuple[str, ...] = (), turn: int = 0) -> dict[str, Any]:
    order = IDS[turn:] + IDS[:turn]
    return {
        "record": name,
        "stage": "s",
        "rounds": rounds,
        "tables": [[order[:10], order[10:20]] for _ in rounds],
        "sit_outs": [order[20:] for _ in rounds],
        "replaces": list(replaces),
    }


def swap(one: str, other: str, number: int = 1, **more: Any) -> dict[str, Any]:
    return {"kind": "swap", "stage": "s", "round": number, "players": [one, other], **more}


def substitution(player: str, by: str, number: int | None = 1) -> dict[str, Any]:
    return {"kind": "substitution", "stage": "s", "round": number, "player": player, "by": by}


def test_swaps_are_made_in_their_order() -> None:
    seated = seatings([draw("a", [1])], [swap("P01", "P11"), swap("P01", "P12")])["s", 1]
    assert (seated.tables[0][0], seated.tables[1][0], seated.tables[1][1]) == ("P11", "P12", "P01")


def test_one_who_sits_out_changes_with_one_who_plays() -> None:
    seated = seatings([draw("a", [1])], [swap("P01", "P21")])["s", 1]
    assert seated.tables[0][0] == "P21" and "P01" in seated.sit_outs and len(set(seated.everybody)) == 23


def test_a_substitute_takes_the_places_from_his_round_on() -> None:
    seated = seatings([draw("a", [1, 2, 3])], [substitution("P01", "S1", 2)])
    assert [seated["s", n].place_of("S1") for n in (1, 2, 3)] == [None, (1, 1), (1, 1)]
    assert seated["s", 2].drawn[0][0] == "P01"
    whole = seatings([draw("a", [1, 2])], [substitution("P01", "S1", None)])
    assert all(one.place_of("S1") == (1, 1) for one in whole.values())


def test_nobody_ever_sits_twice() -> None:
    decisions = [
        substitution("P01", "P11"),
        substitution("P02", "S1"),
        substitution("P03", "S1"),
        swap("P04", "X"),
        swap("P05", "P05"),
    ]
    seated = seatings([draw("a", [1])], decisions)["s", 1]
    assert len(set(seated.everybody)) == 23
    assert seated.tables[0][0] == "P01" and seated.tables[0][1] == "S1" and seated.tables[0][2] == "P03"


def test_a_swap_belongs_to_the_draw_it_was_made_in() -> None:
    first, second = draw("a", [1]), draw("b", [1], ("a",), turn=3)
    here = seatings([first, second], [swap("P04", "P14", draw="a")])["s", 1]
    assert here.tables == tuple(map(tuple, second["tables"][0]))


def test_a_redraw_takes_the_place_of_its_rounds_alone() -> None:
    seated = seatings([draw("a", [1, 2, 3]), draw("b", [2], ("a",), turn=5)])
    assert [seated["s", n].draw["record"] for n in (1, 2, 3)] == ["a", "b", "a"]


def test_two_draws_of_one_round_are_a_conflict_in_whatever_order_they_come() -> None:
    one, other = draw("a", [1, 2]), draw("b", [2, 3])
    for draws in ([one, other], [other, one]):
        assert set(conflicts(draws)) == {("s", 2)} and set(seatings(draws)) == {("s", 1), ("s", 3)}
    settled = [draw("c", [2], ("a", "b")), one, other]
    assert conflicts(settled) == () and seatings(settled)["s", 2].draw["record"] == "c"


BAD: list[Any] = [
    {},
    {"stage": 1},
    {"rounds": []},
    {"rounds": [1, 1]},
    {"rounds": [0]},
    {"rounds": [True]},
    {"rounds": ["1"]},
    {"rounds": [1, 2]},
    {"tables": [[IDS[:9]]]},
    {"tables": [[IDS[:10], IDS[:10]]]},
    {"tables": [[]]},
    {"tables": [["P01"]]},
    {"tables": [[[1] * 10]]},
    {"tables": "x"},
    {"sit_outs": [["P01"]]},
    {"sit_outs": [None]},
    {"sit_outs": []},
    {"replaces": "a"},
    {"replaces": [1]},
]


@pytest.mark.parametrize("change", BAD)
def test_a_draw_of_another_shape_says_nothing(change: dict[str, Any]) -> None:
    bad = {} if not change else draw("a", [1]) | change
    assert readable([bad]) == () and heads([bad]) == {} and seatings([bad]) == {}


@pytest.mark.parametrize(
    "decision",
    [
        {"kind": "swap", "stage": "s", "round": 1},
        {"kind": "swap", "stage": "s", "round": 1, "players": "P01"},
        {"kind": "swap", "stage": "s", "round": 1, "players": [1, None]},
        {"kind": "swap", "stage": "s", "round": 1, "players": [["P01"], {}]},
        {"kind": "substitution", "stage": "s", "round": "1", "player": "P01", "by": "S1"},
        {"kind": "substitution", "stage": "s", "round": 1, "player": ["P01"], "by": "S1"},
        {"kind": "substitution", "stage": "s", "round": 1, "player": "P01", "by": 7},
        {"kind": "substitution", "stage": ["s"], "round": 1, "player": "P01", "by": "S1"},
        {"kind": ["swap"], "stage": "s"},
        {},
    ],
)
def test_a_decision_of_another_shape_changes_nothing(decision: dict[str, Any]) -> None:
    plain = seatings([draw("a", [1])])["s", 1]
    assert seatings([draw("a", [1])], [decision])["s", 1].tables == plain.tables
