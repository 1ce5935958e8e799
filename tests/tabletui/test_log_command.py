"""The running game as lines that can be read out: `tabletui log`."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from table_stage import DEALT, NEXT, Time, begin, open_folder

from rules.game import events
from storage.files import Files
from storage.folder import Folder
from tabletui.commands import log


def arguments(root: Path, **more: Any) -> Namespace:
    return Namespace(data=str(root), **{"json": False, "follow": False, "roles": False, **more})


FACTS = (DEALT, NEXT, NEXT, events.Nominate(1, 7), events.Foul(3))


def test_each_fact_is_a_line_with_its_time_and_no_role(tmp_path: Path, capsys: Any) -> None:
    folder = open_folder(tmp_path)
    begin(folder, Time(), facts=FACTS)
    assert log.run(arguments(tmp_path)) == 0, "the app may be open beside it"
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "Кубок · полуфинал · тур 2 · стол 3",
        "20:41:07  роли розданы",
        "20:41:07  1 Вега → 7 Пион выставил",
        "20:41:07  3 Сойка фол №1",
        "сейчас: день 1, речь игрока 1",
    ]
    log.run(arguments(tmp_path, roles=True))
    assert "дон 7" in capsys.readouterr().out
    folder.release()


def test_what_comes_and_what_is_taken_back_is_told_once(tmp_path: Path) -> None:
    folder, looking = open_folder(tmp_path), Folder(Files(), tmp_path)
    session, said = begin(folder, Time(), facts=FACTS), {}
    list(log._told(looking, said, secrets=False))
    assert list(log._told(looking, said, secrets=False)) == []
    session.apply(events.Foul(4))
    assert list(log._told(looking, said, secrets=False)) == [
        "20:41:07  4 Аргус фол №1", "сейчас: день 1, речь игрока 1",
    ]  # fmt: skip
    session.undo()
    first, *_now = log._told(looking, said, secrets=False)
    assert first == "взято назад: 20:41:07  4 Аргус фол №1"
    session.release()
    session.path.unlink()
    assert list(log._told(looking, said, secrets=False)) == ["Игра окончена и сохранена."]
    folder.release()


def test_an_empty_folder_says_so_and_json_is_a_list(tmp_path: Path, capsys: Any) -> None:
    assert log.run(arguments(tmp_path)) == 0
    assert capsys.readouterr().out == "Ни одна игра не идёт.\n"
    log.run(arguments(tmp_path, json=True))
    assert json.loads(capsys.readouterr().out) == {"games": []}


@pytest.mark.parametrize(("figure", "form"), [("1", 1), ("2.5", 2), ("5", 5), ("-1", 1), ("0", 0)])
def test_a_noun_beside_a_fraction_stands_as_beside_two(figure: str, form: int) -> None:
    from tabletui.commands.standings_text import _plural

    assert _plural(figure) == form
