"""`tabletui regulation list / show / check`, as a person types it and as a program reads it."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.regulation import load, shipped
from rules.regulation.content import from_json, values
from tabletui.commands.regulation import run
from tabletui.text import set_language

ROOT = Path(__file__).parents[2]
OWN = """\
[regulation]
id = "own"
title = "Own Cup"
base = "white-nights-2015"
[clock]
speech = 45
"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("ru")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one regulation of the judge's own."""
    (tmp_path / "regulations").mkdir()
    (tmp_path / "regulations" / "own.toml").write_text(OWN, "utf-8")
    return tmp_path


def given(action: str, target: object = None, *, data: Path, json: bool = False) -> int:
    target = None if target is None else str(target)
    return run(Namespace(action=action, target=target, json=json, data=str(data)))


def test_list_names_the_shipped_regulations_and_the_judges_own(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("list", data=data) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()[1:]] == [*shipped(), "own"]
    assert str(data / "regulations" / "own.toml") in out
    assert err == ""


def test_list_tells_programs_id_title_base_source_and_file(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("list", data=data, json=True) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == [*shipped(), "own"]
    assert rows[0]["base"] == "fiim-base" and rows[0]["file"] is None
    assert rows[0]["title"]["ru"] == "Aktau Open Cup 2017"
    assert rows[-1]["file"] == str(data / "regulations" / "own.toml")


def test_list_goes_on_past_a_wrong_file_and_says_so(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "regulations" / "bad.toml").write_text(OWN.replace('"own"', '"bad"').replace("45", "0"), "utf-8")
    (data / "regulations" / "aktau-2017.toml").write_text(OWN, "utf-8")
    assert given("list", data=data) == 1
    out, err = capsys.readouterr()
    assert "own.toml" in out and "bad.toml" not in out
    taken, bad = err.splitlines()
    assert "aktau-2017.toml: a shipped regulation has this name" in taken
    assert "bad.toml:6: clock.speech: expected a whole number from 1 to 3600, found 0" in bad


def test_list_needs_no_data_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert given("list", data=tmp_path / "none") == 0
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("id", ["aktau-2017", "white-nights-2015", "fiim-base"])
def test_show_prints_every_value_with_readings_and_reasons(
    id: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("show", id, data=data) == 0
    out = capsys.readouterr().out
    regulation = load(id)
    for reading in regulation.readings:
        assert reading["en"] in out
    for reason in regulation.reasons:
        assert f" {reason.id} " in out and reason.name["en"] in out
    for value in values(regulation):
        section, _, key = value.key.partition(".")
        if section != "regulation":
            assert f"\n[{section}]\n" in out
            assert not key or any(line[2:].startswith(key) for line in out.splitlines()), value.key
    assert regulation.digest in out


def test_show_marks_what_differs_from_the_base(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert given("show", "aktau-2017", data=data) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "* marks what differs from fiim-base" in lines
    marked = {line[2:].split()[0] for line in lines if line.startswith("* ")}
    plain = {line[2:].split()[0] for line in lines if line.startswith("  ")}
    assert {"withdrawal", "lift_forbidden", "missed_round", "tears", "final"} <= marked
    assert {"speech", "quiet_rounds", "insult", "win"} <= plain


def test_show_names_the_reasons_of_the_base_that_are_left_out(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("show", "white-nights-2015", data=data) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("- hint_from_audience") for line in lines)


def test_show_says_that_a_scoring_is_reconstructed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given("show", "white-nights-2015", data=data)
    assert "The scoring is reconstructed" in capsys.readouterr().out
    given("show", "aktau-2017", data=data)
    assert "The scoring is reconstructed" not in capsys.readouterr().out


def test_show_gives_programs_the_whole_regulation_and_what_differs(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("show", "aktau-2017", data=data, json=True) == 0
    told = json.loads(capsys.readouterr().out)
    digest, differs = told.pop("digest"), told.pop("differs")
    assert from_json(told) == load("aktau-2017")
    assert digest == load("aktau-2017").digest
    assert "stage.final" in differs and "clock.speech" not in differs
    assert told["scoring"]["best_move"] == {"2": "1/4", "3": "1/2"}


@pytest.mark.parametrize("by_path", [False, True])
def test_show_takes_the_judges_own_file_by_id_and_by_path(
    by_path: bool, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = data / "regulations" / "own.toml" if by_path else "own"
    assert given("show", target, data=data, json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["regulation"]["title"] == {"und": "Own Cup"}
    assert told["differs"] == ["clock.speech"]


def test_show_finds_a_base_beside_a_file_anywhere(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "club.toml").write_text(OWN.replace('"own"', '"club"'), "utf-8")
    child = tmp_path / "evening.toml"
    child.write_text(OWN.replace('"own"', '"evening"').replace('"white-nights-2015"', '"club"'), "utf-8")
    assert given("show", child, data=data, json=True) == 0
    assert json.loads(capsys.readouterr().out)["differs"] == []


def test_an_unknown_id_is_one_line_and_status_2(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert given("show", "aktau-2018", data=data) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"tabletui: aktau-2018: no such regulation; shipped are {', '.join(shipped())}\n"


def test_an_error_is_an_object_for_programs(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = data / "wrong.toml"
    wrong.write_text(OWN.replace("45", "1.5"), "utf-8")
    assert given("show", wrong, data=data, json=True) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert (error["file"], error["line"], error["where"]) == (str(wrong), 6, "clock.speech")
    assert error["code"] == "wrong_regulation"
    assert error["message"] == "expected a whole number from 1 to 3600, found 1.5"
    assert len(err.splitlines()) == 1


def test_check_says_ok_in_one_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = data / "regulations" / "own.toml"
    assert given("check", path, data=data) == 0
    assert capsys.readouterr().out == f"{path}: OK, own\n"


def test_check_accepts_every_shipped_file_without_a_remark(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for id in shipped():
        assert given("check", ROOT / "rules" / "regulations" / f"{id}.toml", data=data) == 0
    assert capsys.readouterr().err == ""


def test_check_tells_every_mistake_on_a_line_of_its_own(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / "wrong.toml"
    path.write_text(OWN.replace("speech = 45", "speech = 0\ndefense = 30"), "utf-8")
    assert given("check", path, data=data) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"tabletui: {path}:6: clock.speech: expected a whole number from 1 to 3600, found 0",
        f"tabletui: {path}:7: clock.defense: unknown key; did you mean defence?",
    ]
    assert given("check", path, data=data, json=True) == 2
    told = json.loads(capsys.readouterr().out)
    assert [mistake["line"] for mistake in told["mistakes"]] == [6, 7]
    assert told["error"] == told["mistakes"][0]


def test_check_remarks_on_a_changed_file_with_the_id_of_a_shipped_one(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / "mine.toml"
    shipped_text = (ROOT / "rules" / "regulations" / "aktau-2017.toml").read_text("utf-8")
    path.write_text(shipped_text.replace("entrants = 40", "entrants = 45"), "utf-8")
    assert given("check", path, data=data) == 0
    out, err = capsys.readouterr()
    assert out == f"{path}: OK, aktau-2017\n"
    assert "the id aktau-2017 is that of a shipped regulation" in err


def test_a_file_that_is_not_there_is_one_line_and_status_2(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert given("check", data / "none.toml", data=data) == 2
    assert capsys.readouterr().err == f"tabletui: {data / 'none.toml'}: there is no such file\n"


def test_a_hostile_file_reaches_the_terminal_without_its_control_characters(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / "evil.toml"
    path.write_text(OWN + '"\\u001b[2J" = 1\nwarning = "\\u202e\\n\\u0007"\n', "utf-8")
    assert given("check", path, data=data) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 2
    assert all(line.isprintable() for line in err.splitlines())


def test_meanings_are_told_in_russian_too() -> None:
    catalogue = (ROOT / "tabletui/locale/ru/regulation.po").read_text("utf-8")
    for id in shipped():
        for value in values(load(id)):
            if not value.key.startswith("regulation."):
                assert f'\nmsgid "{value.note}"\n' in catalogue, value.key


def test_the_command_works_from_the_command_line_without_textual(data: Path) -> None:
    code = (
        "import sys; from tabletui.cli import main;"
        f"status = main(['regulation', 'show', 'own', '--json', '--data', {str(data)!r}]);"
        "sys.exit(status or ('textual' in sys.modules) * 99)"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout)["clock"]["speech"] == 45
