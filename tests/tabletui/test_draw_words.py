"""The words around a draw: who must not meet, figures beside their bounds, what changes at a table."""

from __future__ import annotations

import pytest

from rules.draw.drawing import draw
from rules.draw.quality import measure
from storage.roster import PlayerEntry
from tabletui.screens.draw_panel import Page, figures, packed, pages_of, remarks, room_for, table_rows
from tabletui.screens.draw_settings import DrawSettings, UnknownName, groups_of, of_clubs
from tabletui.screens.seating_changes import changes_between
from tabletui.seats import Person
from tabletui.widgets.lines import plain

ROSTER = (
    PlayerEntry("Вега", id="P01", club="Парус"),
    PlayerEntry("Ёлка", id="P02", club="парус"),
    PlayerEntry("Норд", id="P03", club="Якорь"),
    PlayerEntry("Лот", id="P04"),
)


def body() -> dict[str, object]:
    drawn = draw(60, 6, 7, "seed")
    quality = measure(drawn.rounds, range(1, 61))
    return {
        "stage": "qualifying",
        "rounds": list(range(1, 8)),
        "tables": [[[f"P{p:02}" for p in table] for table in row] for row in drawn.rounds],
        "sit_outs": [[] for _ in drawn.rounds],
        "quality": quality.to_json(),
        "method": drawn.method,
    }


def test_groups_are_typed_by_name_or_id_whatever_the_spelling() -> None:
    assert groups_of("вега, елка; p03,Лот", ROSTER) == (("P01", "P02"), ("P03", "P04"))
    assert groups_of(" ; ", ROSTER) == ()


@pytest.mark.parametrize(
    ("typed", "named"), [("Вега, Никто", "Никто"), ("Вега", "Вега"), ("Вега, P01", "Вега")]
)
def test_a_group_that_says_nothing_is_named(typed: str, named: str) -> None:
    with pytest.raises(UnknownName, match=named):
        groups_of(typed, ROSTER)


def test_clubs_keep_their_own_apart_where_two_come_from_one() -> None:
    assert of_clubs(ROSTER) == (("P01", "P02"),)
    settings = DrawSettings(clubs=True, groups=(("P03", "P04"),))
    assert settings.apart(ROSTER) == (("P03", "P04"), ("P01", "P02"))
    assert DrawSettings().apart(ROSTER) == ()


def test_every_figure_stands_beside_its_bound() -> None:
    told = " ".join(figures(body()))
    assert "504 / 504" in told and "0: 384" in told and "3 / 2" in told and "45–47" in told


@pytest.mark.parametrize(("width", "most"), [(60, 5), (80, 6), (120, 6)])
def test_as_many_tables_stand_side_by_side_as_have_room(width: int, most: int) -> None:
    page = pages_of(body(), draft=True)[0]
    rows = table_rows(page, {}, 0, width)
    assert room_for(width, 6) == most and len(rows) == 11
    assert all(len(line) <= width for line in plain(rows).splitlines())
    assert all(page.tables[0][seat - 1] in plain([rows[seat]]) for seat in range(1, 11))


def test_who_sits_out_is_told_under_the_tables() -> None:
    page = Page("s", 1, (tuple(f"P{n:02}" for n in range(1, 11)),), ("P11", "P12"), {})
    assert "Вега, P12" in plain(table_rows(page, {"P11": "Вега"}, 0, 60)[-1:])


def test_a_swiss_draw_names_its_window_its_floats_and_who_meets_again() -> None:
    swiss = {
        "method": "swiss",
        "window": 3,
        "floats": [{"player": "P01", "from": 1, "to": 2}],
        "repeats": [["P01", "P02", 1], ["P03", "P04", 2]],
    }
    told = "\n".join(remarks(swiss, {"P01": "Вега"}))
    assert "w = 3" in told and "Вега 1→2" in told and "Вега – P02" in told and "P03 – P04 ×3" in told


def test_no_figure_is_torn_over_two_lines() -> None:
    assert packed(["one two", "three", "four five"], 17) == ["one two  ·  three", "four five"]


def people(*ids: str) -> list[Person]:
    return [Person(id, id) for id in ids]


def test_a_newcomer_takes_a_place_and_those_of_the_round_change_theirs() -> None:
    published = people("A", "B", "C")
    (change,) = changes_between(published, people("A", "X", "C"), ["A", "B", "C"])
    assert (change.player.id, change.by.id, change.swap) == ("B", "X", False)
    (change,) = changes_between(published, people("B", "A", "C"), ["A", "B", "C"])
    assert {change.player.id, change.by.id} == {"A", "B"} and change.swap
    (change,) = changes_between(published, people("A", "O", "C"), ["A", "B", "C", "O"])
    assert (change.player.id, change.by.id, change.swap) == ("B", "O", True)
    assert changes_between(published, published, []) == []


def test_swaps_made_one_after_another_lead_to_those_who_sit() -> None:
    sitting = people("C", "A", "D", "B")
    now = ["A", "B", "C", "D"]
    for change in changes_between(people(*now), sitting, now):
        one, other = now.index(change.player.id), now.index(change.by.id)
        now[one], now[other] = now[other], now[one]
    assert now == ["C", "A", "D", "B"]
