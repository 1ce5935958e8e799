"""Input that is wrong: one clear line with file and place, status 2, nothing written, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import ROOT, TWO_GAMES, WORKED, Said, command, games, told, written

from tabletui.text import set_language

READERS = ("replay", "score", "check")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    yield tmp_path
    set_language("ru")


def refused(said: Said, file: object, where: str, code: str) -> None:
    """One line that names the place, and the same as an object."""
    assert said.status == 2
    assert said.err.count("\n") == 1
    assert said.err.startswith(f"tabletui: {file}: ")
    for part in where.replace("line", "строка").replace("column", "столбец").split(", "):
        assert part in said.err
    assert "Traceback" not in said.err
    assert (said.error["file"], said.error["code"]) == (str(file), code)
    assert said.error["where"].startswith(where)
    assert said.error["message"]


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    game = games()[0]
    change(game)
    return game


NOT_JSON: list[Any] = [
    pytest.param(b"", "line 1, column 1", "empty_file", id="empty"),
    pytest.param(b" \n\t ", "line 1, column 1", "empty_file", id="blank"),
    pytest.param(b"hello", "line 1, column 1", "not_json", id="prose"),
    pytest.param(b'{"a": 1,\n "b" 2}', "line 2, column 6", "not_json", id="colon missing"),
    pytest.param(b'{"a": 1,\n "b": "x\n"}', "line 2, column 9", "not_json", id="text over two lines"),
    pytest.param(b'{"a": [1, 2}', "line 1, column 12", "not_json", id="bracket missing"),
    pytest.param(b'{"a": 1} {"a": 2}', "line 1, column 10", "not_json", id="two values"),
    pytest.param(b'{"a": 1,\n "\xff": 2}', "line 2, column 3", "not_utf8", id="a byte of no text"),
    pytest.param('{"имя": 1}'.encode("cp1251"), "line 1, column 3", "not_utf8", id="cp1251"),
    pytest.param('{"a": 1}'.encode("utf-16"), "line 1, column 1", "not_utf8", id="utf-16"),
    pytest.param(b'{"a": 1, "b": {"c": 1, "c": 2}}', "line 1, column 24", "key_twice", id="key twice"),
    pytest.param(b'{"a": 1, "\\u0061": 2}', "line 1, column 10", "key_twice", id="key twice, escaped"),
    pytest.param(b'{"NaN": "NaN", "b": NaN}', "line 1, column 21", "no_number", id="NaN"),
    pytest.param(b'["x", -Infinity]', "line 1, column 7", "no_number", id="Infinity"),
    pytest.param(b'{"a":\n ' + b"9" * 5000 + b"}", "line 2, column 2", "number_too_large", id="digits"),
    pytest.param(b'{"a": 1e999}', "line 1, column 7", "number_too_large", id="exponent"),
    pytest.param(b'{"a": "\\ud800"}', "line 1, column 8", "half_character", id="half a character"),
    pytest.param(b"[" * 100_000, "line 1, column 65", "too_deep", id="very deep and open"),
    pytest.param(b"[" * 70 + b"]" * 70, "line 1, column 65", "too_deep", id="a little too deep"),
    pytest.param(b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "line 1", "too_deep", id="very deep objects"),
    pytest.param(bytes(range(256)) * 40, "line", "not_utf8", id="binary"),
    pytest.param(b"\x00" * 100, "line 1, column 1", "not_json", id="zeros"),
]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(("content", "where", "code"), NOT_JSON)
def test_what_is_not_json_is_told_with_line_and_column(
    name: str, content: bytes, where: str, code: str, tmp_path: Path
) -> None:
    file = written(tmp_path / "a.json", content)
    refused(told(name, file, "--json"), file, where, code)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = written(tmp_path / "a.json", b"\xef\xbb\xbf" + WORKED.read_bytes())
    assert told("replay", file).status == 0


WRONG_SHAPES: list[Any] = [
    pytest.param([], "", "bad_protocol", id="empty list"),
    pytest.param({}, "format", "bad_protocol", id="empty object"),
    pytest.param(None, "", "bad_protocol", id="null"),
    pytest.param(7, "", "bad_protocol", id="a number"),
    pytest.param([[]], "[0]", "bad_protocol", id="list in a list"),
    pytest.param(changed(lambda g: g.update(format="chess")), "format", "bad_protocol", id="format"),
    pytest.param(changed(lambda g: g.update(version=2)), "version", "unknown_version", id="version 2"),
    pytest.param(changed(lambda g: g.update(version=True)), "version", "unknown_version", id="version true"),
    pytest.param(changed(lambda g: g.pop("version")), "version", "unknown_version", id="no version"),
    pytest.param(changed(lambda g: g.pop("players")), "players", "bad_protocol", id="no players"),
    pytest.param(
        changed(lambda g: g["players"].append({"seat": 11, "id": "P11", "name": "K"})),
        "players",
        "bad_protocol",
        id="eleven players",
    ),
    pytest.param(changed(lambda g: g["players"].pop()), "players", "bad_protocol", id="nine players"),
    pytest.param(
        changed(lambda g: g["players"][3].update(id="P01")), "players", "bad_protocol", id="an id twice"
    ),
    pytest.param(
        changed(lambda g: g["players"][3].update(seat=1)), "players", "bad_protocol", id="a seat twice"
    ),
    pytest.param(
        changed(lambda g: g["players"][3].update(seat=0)), "players[3].seat", "bad_protocol", id="seat 0"
    ),
    pytest.param(
        changed(lambda g: g["players"][3].update(id="")), "players[3].id", "bad_protocol", id="no id"
    ),
    pytest.param(changed(lambda g: g.update(events={})), "events", "bad_protocol", id="events an object"),
    pytest.param(
        changed(lambda g: (g.pop("events"), g.pop("sheet"))), "", "bad_protocol", id="no events, no sheet"
    ),
    pytest.param(
        changed(lambda g: g["sheet"].update(winner="green")), "sheet.winner", "bad_protocol", id="winner"
    ),
    pytest.param(
        changed(lambda g: g["sheet"]["left"][0].update(cause="fled")),
        "sheet.left[0].cause",
        "bad_protocol",
        id="cause",
    ),
    pytest.param(
        changed(lambda g: g["sheet"].update(recorded_points={"1": {"total": 1.5}})),
        "sheet.recorded_points.1.total",
        "bad_protocol",
        id="points that are not exact",
    ),
    pytest.param(changed(lambda g: g.update(round="3")), "round", "bad_protocol", id="round as text"),
    pytest.param(
        changed(lambda g: g.update(round=10**30)), "round", "bad_protocol", id="round beyond all rounds"
    ),
]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(("value", "where", "code"), WRONG_SHAPES)
def test_what_is_no_protocol_is_told_with_its_place(
    name: str, value: Any, where: str, code: str, tmp_path: Path
) -> None:
    file = written(tmp_path / "a.json", value)
    refused(told(name, file, "--json"), file, where, code)


def test_the_place_in_a_list_says_which_of_the_protocols(tmp_path: Path) -> None:
    one, two = games()
    two["version"] = 3
    file = written(tmp_path / "a.json", [one, two])
    refused(told("replay", file, "--json"), file, "[1].version", "unknown_version")


WRONG_REGULATIONS: list[Any] = [
    pytest.param('[clock]\nspeech = "long"\n', "line 6", "clock.speech", id="wrong type"),
    pytest.param("[clock]\nspech = 60\n", "line 6", "clock.spech", id="unknown key"),
    pytest.param("[clock\n", "line 5", "", id="not TOML"),
    pytest.param("[scoring]\nwin = 2.5\n", "line 6", "scoring.win", id="points that are not exact"),
    pytest.param('[[stage]]\nid = "one"\n', "line", "stage[0]", id="missing key"),
]


@pytest.mark.parametrize("name", ["replay", "score", "check"])
@pytest.mark.parametrize(("rest", "line", "key"), WRONG_REGULATIONS)
def test_a_wrong_regulation_is_told_with_line_and_key(
    name: str, rest: str, line: str, key: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[regulation]\nid = "own"\ntitle = "Own"\nbase = "aktau-2017"\n' + rest, "utf-8")
    said = told(name, WORKED, "--regulation", file, "--json")
    refused(said, file, line, "wrong_regulation")
    assert key in said.error["where"]


@pytest.mark.parametrize("asked", ["no-such", "../aktau-2017", "", ".", "no/such.toml", "ФИИМ", "a\x00b"])
def test_a_regulation_that_is_not_there_is_named(asked: str) -> None:
    said = told("replay", WORKED, "--regulation", asked, "--json")
    assert said.status == 2
    assert said.err.count("\n") == 1
    assert said.error["code"] == "wrong_regulation"


def test_a_protocol_cannot_name_a_file_as_its_regulation(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[regulation]\nid="own"\ntitle="O"\nbase="aktau-2017"\n', "utf-8")
    file = written(tmp_path / "a.json", games()[0] | {"regulation": str(tmp_path / "own.toml")})
    refused(told("replay", file, "--json"), file, "regulation", "wrong_regulation")


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_file_is_said_so(name: str, tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    refused(told(name, missing, "--json"), missing, "", "no_file")
    refused(told(name, tmp_path, "--json"), tmp_path, "", "not_a_file")
    assert told(name, "a\x00b").status == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(told("replay", tmp_path / "pipe", "--json"), tmp_path / "pipe", "", "unreadable")


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_said_so(tmp_path: Path) -> None:
    file = written(tmp_path / "a.json", games())
    file.chmod(0)
    refused(told("replay", file, "--json"), file, "", "unreadable")


def test_a_file_of_seventeen_megabytes_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "big.json"
    with file.open("wb") as stream:
        stream.truncate(17 << 20)
    refused(told("replay", file, "--json"), file, "", "too_large")


@pytest.mark.parametrize("name", ["standings", "players"])
@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b'{"_default": {}}', b'{"_file":{"1":{}}}', b"\xff\xfe\x00"]
)
def test_what_is_no_tournament_is_said_so(name: str, content: bytes, tmp_path: Path) -> None:
    file = written(tmp_path / "t.json", content)
    said = told(name, file, "--json")
    assert said.status == 2
    assert str(file) in said.err
    assert said.err.count("\n") == 1
    assert said.error["message"]
    assert said.error["file"] == str(file)
    assert file.read_bytes() == content


def test_a_protocol_is_no_tournament_and_the_other_way_round(tmp_path: Path) -> None:
    assert told("standings", TWO_GAMES).status == 2
    assert told("new", tmp_path / "t.json", "--regulation", "aktau-2017").status == 0
    said = told("replay", tmp_path / "t.json", "--json")
    refused(said, tmp_path / "t.json", "format", "bad_protocol")


def test_words_that_are_no_command_are_refused_in_one_line() -> None:
    for words in (["standing"], ["replay"], ["replay", "--regulation"], ["standings", "a", "--what"]):
        said = told(*words)
        assert (said.status, said.out) == (2, "")
        assert said.err.count("\n") == 1


def test_a_name_with_terminal_commands_reaches_no_terminal(tmp_path: Path) -> None:
    game = games()[0]
    game["players"][0]["name"] = "\x1b[2J\x1b]0;x\x07Агат\u202e\n"
    file = written(tmp_path / "\x1b[31ma.json", game)
    for said in (told("replay", file), told("score", file), told("check", file), told("replay", tmp_path)):
        assert not set(said.out + said.err) & {"\x1b", "\x07", "\u202e"}


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"version": None}, "version: эта программа читает версию 1, а здесь null"),
        ({"version": True}, "а здесь true"),
        ({"format": None}, 'format: здесь должно быть "tabletui/protocol", а не null'),
        ({"round": False}, "round: здесь должно быть целое число от 1 до 9999, а не false"),
        ({"stage": ["a"]}, 'stage: здесь должен быть текст, а не ["a"]'),
        (
            {"sheet": {"winner": {"a": None}}},
            'sheet.winner: здесь должно быть одно из: red, black, draw, а не {"a": null}',
        ),
        (
            {"events": [{"event": "vote", "seat": True}]},
            'событие "vote": в поле "seat" нужно: номер места, а здесь true',
        ),
        ({"events": [{"event": None}]}, "неизвестное событие null"),
    ],
)
def test_a_wrong_value_is_shown_as_it_stands_in_the_file(
    change: dict[str, Any], shown: str, tmp_path: Path
) -> None:
    file = written(tmp_path / "a.json", games()[0] | change)
    said = told("replay", file)
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert str(file) in said.err and shown in said.err


def test_a_regulation_that_a_protocol_names_and_nobody_knows_is_told_with_the_file(tmp_path: Path) -> None:
    for named in ("no-such", "\x1b[31mx"):
        file = written(tmp_path / "a.json", games()[0] | {"regulation": named})
        refused(told("replay", file, "--json"), file, "regulation", "wrong_regulation")


def test_json_output_holds_no_character_that_acts_on_a_terminal(tmp_path: Path) -> None:
    hostile = "\u009b31mX\x7f\u202e\u2066\x1b[2J\x07\u200f\u061c\u0085"
    game = games()[0]
    game["players"][0]["id"] = hostile
    file = written(tmp_path / "a.json", game)
    told("new", tmp_path / "t.json", "--regulation", "aktau-2017", "--title", "T")
    game["stage"] = hostile
    wrong = written(tmp_path / "b.json", game)
    answers = [
        told("replay", file, "--json"),
        told("score", file, "--json"),
        told("import", tmp_path / "t.json", wrong, "--json"),
        told("replay", file, "--json", "--" + hostile),
    ]
    for said in answers:
        assert not set(said.out) & (set(hostile) - set("31mX[2J")), said.out
        assert said.json
    assert answers[0].json[0]["points"][0]["id"] == hostile


def test_mutilated_protocols_never_end_in_a_traceback(tmp_path: Path) -> None:
    """600 mutations, by bytes and by values; whatever the status, it is a documented one."""
    random = Random(11)
    values: list[Any] = [None, True, -1, 11, 10**25, 0.5, "", "x", [], {}, [[]], {"1": []}, "1/0", "red"]
    text = TWO_GAMES.read_bytes()
    file = tmp_path / "a.json"
    for number in range(600):
        if number % 3 == 0:
            mutated = bytearray(text)
            for _ in range(random.randint(1, 4)):
                mutated[random.randrange(len(mutated))] = random.randrange(256)
            file.write_bytes(bytes(mutated))
        else:
            game = games()[random.randrange(2)]
            holder, key = random.choice(list(_places(game)))
            if random.random() < 0.25:
                del holder[key]
            else:
                holder[key] = random.choice(values)
            written(file, game)
        for name in READERS:
            said = told(name, file, "--json")
            assert said.status in (0, 1, 2), (said.err, file.read_text("utf-8", "replace"))
            json.loads(said.out)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])


def test_the_real_command_refuses_binary_garbage_without_a_traceback(tmp_path: Path) -> None:
    file = written(tmp_path / "a.json", bytes(range(256)) * 100)
    for name in (*READERS, "standings", "players"):
        said = command(name, file, data=tmp_path / "..")
        assert (said.status, said.out) == (2, "")
        assert said.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_goes_away_is_no_mistake(tmp_path: Path) -> None:
    many = written(tmp_path / "many.json", games() * 200)
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m tabletui replay "{many}" --json | head -c 10'],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TABLETUI_DATA": str(tmp_path)},
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (len(done.stdout), done.stderr) == (10, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("replay {game} >/dev/full", 74, "вывод не записался"),
        ("--json replay {game} >/dev/full", 74, "вывод не записался"),
        ("replay {game} >&-", 0, ""),
        ("replay none.json 2>/dev/full", 2, ""),
        ("--json replay none.json >/dev/full", 74, "вывод не записался"),
        ("replay none.json 2>&-", 2, ""),
        ("what 2>/dev/full", 2, ""),
    ],
)
def test_an_output_that_is_full_or_closed_is_told_and_no_mistake(
    words: str, status: int, said: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m tabletui ' + words.format(game=WORKED)],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TABLETUI_DATA": str(tmp_path)},
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    err = done.stderr.decode("utf-8")
    assert done.returncode == status, err
    assert said in err and "Traceback" not in err and "Exception" not in err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_in_the_place_of_groups_or_of_a_draw_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    draw = ["seating", "--players", "20", "--tables", "2", "--rounds", "2", "--seed", "1", "--apart"]
    for arguments in ([*draw, pipe], ["seating", "--verify", pipe]):
        said = told(*arguments)
        assert (said.status, said.err.count("\n")) == (2, 1) and str(pipe) in said.err
