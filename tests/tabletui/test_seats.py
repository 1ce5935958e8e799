"""Ten people onto ten seats, as the judge chooses them or the draw does."""

from __future__ import annotations

from random import Random

import pytest

from tabletui.seats import SEATS, Person, Seats

PEOPLE = tuple(Person(f"P{number:02}", f"Игрок {number}") for number in range(1, 13))


def names(seats: Seats) -> list[str | None]:
    return [one and one.id for one in seats.at]


def test_who_takes_another_seat_leaves_his_own() -> None:
    seats = Seats(PEOPLE).seated(1, PEOPLE[0]).seated(5, PEOPLE[0])
    assert names(seats)[0] is None and names(seats)[4] == "P01" and seats.count == 1


def test_who_sits_is_not_offered_again_until_he_stands_up() -> None:
    seats = Seats(PEOPLE).seated(1, PEOPLE[0])
    assert PEOPLE[0] not in seats.found("")
    assert PEOPLE[0] in seats.emptied(1).found("")


def test_a_name_that_begins_with_the_typed_part_comes_first() -> None:
    seats = Seats((Person("1", "Анна-Мария"), Person("2", "Марина"), Person("3", "Мария")))
    assert [one.name for one in seats.found("МАР")] == ["Марина", "Мария", "Анна-Мария"]


def test_who_plays_at_another_table_is_offered_last_and_never_drawn() -> None:
    seats = Seats(PEOPLE, busy=(("P01", "стол 2"), ("P02", "стол 2")))
    assert [one.id for one in seats.found("")][-2:] == ["P01", "P02"]
    for seed in range(20):
        assert not {"P01", "P02"} & set(names(seats.drawn(Random(seed))))


def test_the_same_seed_draws_the_same_seats_and_another_seed_others() -> None:
    seats = Seats(PEOPLE)
    drawn = names(seats.drawn(Random(7)))
    assert drawn == names(seats.drawn(Random(7)))
    assert drawn != names(seats.drawn(Random(8)))
    assert len(set(drawn)) == SEATS and None not in drawn


def test_a_draw_keeps_those_who_sit_and_fills_up() -> None:
    seats = Seats(PEOPLE).seated(3, PEOPLE[11])
    for seed in range(20):
        assert "P12" in names(seats.drawn(Random(seed)))


def test_every_seat_is_drawn_for_a_player_about_as_often() -> None:
    ten = Seats(PEOPLE[:10]).placed(PEOPLE[:10])
    random = Random(1)
    hits = [0] * SEATS
    for _ in range(5000):
        hits[names(ten.drawn(random)).index("P01")] += 1
    assert all(400 < number < 600 for number in hits)


def test_the_next_empty_seat_is_looked_for_around_the_table() -> None:
    seats = Seats(PEOPLE).placed(PEOPLE[:10]).emptied(2)
    assert seats.next_empty(5) == 2
    assert Seats(PEOPLE).placed(PEOPLE[:10]).next_empty(5) == 5


def test_a_stand_in_keeps_his_mark_into_the_game() -> None:
    seats = Seats(PEOPLE).placed(PEOPLE[:10]).marked(4)
    players = seats.players()
    assert [player.seat for player in players if player.stand_in] == [4]
    assert not seats.marked(4).players()[3].stand_in


def test_an_empty_seat_makes_no_table() -> None:
    with pytest.raises(ValueError, match="seat 2"):
        Seats(PEOPLE).placed(PEOPLE[:10]).emptied(2).players()
