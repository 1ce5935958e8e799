"""The roster as organisers write it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.errors import WrongInput
from storage.roster import PlayerEntry, tidied
from storage.roster_csv import MOST, as_text, read_roster

ENTRIES = (
    PlayerEntry("Ёж", id="E1", club="Полночь", city="Актау", paid=True, note="опоздает, на час"),
    PlayerEntry("Бык"),
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "header",
    ["name,id,club,city,paid,note", "Ник,Ид,Клуб,Город,Оплачено,Примечание", "ИГРОК,ID,клуб,City,paid:,note"],
)
def test_every_usual_way_of_saving_a_table_is_read(
    encoding: str, separator: str, newline: str, header: str
) -> None:
    lines = [header, 'Ёж,E1,Полночь,Актау,да,"опоздает, на час"', "", "Бык,,,,,"]
    quoted = [line.replace('"опоздает, на час"', "@").replace(",", separator) for line in lines]
    text = newline.join(quoted).replace("@", '"опоздает, на час"')
    assert read_roster(text.encode(encoding)) == ENTRIES


def test_a_bare_list_of_names_is_a_roster() -> None:
    found = read_roster("Ёж\n\n  Бык Второй \nMr. Fox".encode())
    assert [entry.name for entry in found] == ["Ёж", "Бык Второй", "Mr. Fox"]


def test_a_player_may_be_called_like_a_column() -> None:
    assert [entry.name for entry in read_roster("Клуб\nНомер".encode())] == ["Клуб", "Номер"]


def test_columns_nobody_knows_are_passed_over_and_short_rows_are_filled() -> None:
    found = read_roster("телефон;имя;клуб\n+7 701;Ёж\n;Бык;Полночь".encode())
    assert found == (PlayerEntry("Ёж"), PlayerEntry("Бык", club="Полночь"))


def test_names_are_kept_tidy() -> None:
    dirty = "name\n\u200bИ\u0306од\u00a0\u202e  Второй\u200d\x07\n"
    assert read_roster(dirty.encode())[0].name == "Йод Второй"


@pytest.mark.parametrize(
    ("cell", "paid"),
    [
        ("да", True),
        ("+", True),
        ("1", True),
        ("5000 тг", True),
        ("", False),
        ("нет", False),
        ("0", False),
        ("-", False),
    ],
)
def test_paid_is_understood_as_people_write_it(cell: str, paid: bool) -> None:
    assert read_roster(f"имя;взнос\nЁж;{cell}".encode())[0].paid is paid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player"),
        ("\n \n", "there is no player"),
        ("name,club\n", "there is no player"),
        ("name\nЁж\nБык\nеж", "line 4: еж is in line 2 already"),
        ("name,id\nЁж,1\nБык,1", "line 3: id 1 is in line 2 already"),
        ("name,club\nЁж,\n,Полночь", "line 3: A player has no name"),
        ("name\n" + "Б" * 81, "line 2: .*longer than 80"),
        ("id,club\n1,Полночь", "line 1: no column is called name"),
        ("id\n1\n", r"line 1: no column is called name \(имя\); the columns are name \(имя\), id \(ид\)"),
        ("№\n1\n", "line 1: no column is called name"),
        ("foo,bar\nЁж,1", r"line 1: a header that is not understood; the columns are name \(имя\), id"),
        ("имя;ник\nа;б", "line 1: the column ник is there twice"),
        ("name,id\nЁж,1,2", "line 2: 2 stands in no column"),
        ("Ёж\nБык; Полночь\n", "line 2: Полночь stands in no column"),
        ('name,note\n"Ёж,\nБык,x', "line 2: a quotation mark"),
        ('name,note\nБык,x\n"Ёж" ты,x', "line 3: a quotation mark"),
        ("name,id\nЁж,a b", "line 2: The id 'a b'"),
        ("name,paid\nЁж,может быть", "line 2: может быть is neither yes nor no"),
        ("name\n" + "\n".join(f"n{n}" for n in range(MOST + 1)), "more than 2000"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_with_its_line(text: str, message: str) -> None:
    with pytest.raises(WrongInput, match=message) as refused:
        read_roster(text.encode(), source="players.csv")
    assert str(refused.value).startswith("players.csv")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04\x00\x00", b"\x98\xff", b"x" * 1_000_001, "имя\nЁж".encode("utf-16")]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(WrongInput):
        read_roster(data)


def test_a_line_number_counts_lines_of_the_file_not_rows() -> None:
    text = 'name,note\n"Ёж","в две\nстроки"\n\nБык,\nбык,'
    with pytest.raises(WrongInput, match="line 6: бык is in line 5 already"):
        read_roster(text.encode())


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=200), st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace"))
    )
)
def test_any_bytes_are_a_roster_or_refused(data: bytes) -> None:
    try:
        found = read_roster(data)
    except WrongInput as error:
        assert "\n" not in str(error)
        return
    assert found and all(tidied(entry) == entry for entry in found)


def test_a_large_roster_is_read_quickly() -> None:
    data = ("name\n" + "\n".join(f"Игрок {n}" for n in range(MOST))).encode()
    start = time.perf_counter()
    assert len(read_roster(data)) == MOST
    assert time.perf_counter() - start < 2


@given(
    st.text(alphabet="'=+-@＝ aЯ", min_size=1, max_size=6).map(
        lambda text: tidied(PlayerEntry(f"{text}я")).name
    )
)
def test_a_name_that_looks_like_a_formula_is_written_as_text_and_read_as_it_was(name: str) -> None:
    cell = as_text(name)
    assert not cell.startswith(("=", "+", "-", "@", "＝"))
    assert [entry.name for entry in read_roster(f"name;city\n{cell};\n".encode())] == [name]
