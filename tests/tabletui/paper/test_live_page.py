"""The page of the hall: fresh, whole or not there, silent about points where it is asked to be."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import told
from markupsafe import escape

from rules.said import Said
from storage.errors import NotSaved
from storage.files import Files
from tabletui.paper.gather import Material
from tabletui.paper.live import NAME, live_page, publish
from tabletui.publishing import Publisher

NOW = "2017-07-01T10:00:07+05:00"


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_page_says_how_fresh_it_is_and_renews_itself(half: Material) -> None:
    page = live_page(half, NOW).decode()
    assert "На 10:00:07" in page
    assert '<meta http-equiv="refresh" content="15">' in page
    assert "<script" not in page.replace("&lt;script", "")
    assert "сыграно игр: 6 из" in page


def test_points_can_be_hidden_until_the_last_game_is_over(half: Material, whole: Material) -> None:
    shown, hidden = live_page(half, NOW).decode(), live_page(half, NOW, points=False).decode()
    assert "Баллы" in shown and "Баллы" not in hidden
    assert not any(words in hidden for words in ("Победа красных", "Победа чёрных"))
    assert "Таблица появится после последней игры." in hidden
    over = live_page(whole, NOW, points=False).decode()
    assert "Баллы" in over


def test_the_tables_of_the_round_that_is_played_stand_on_it(half: Material) -> None:
    page = live_page(half, NOW).decode()
    for table in half.seatings["groups", 3].tables:
        for player in table:
            assert f"<li><bdi>{escape(half.names[player])}</bdi></li>" in page


def test_a_page_of_somebody_else_is_never_replaced(half: Material, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("<html>mine</html>", "utf-8")
    with pytest.raises(NotSaved):
        publish(Files(), tmp_path, live_page(half, NOW))
    assert (tmp_path / NAME).read_text("utf-8") == "<html>mine</html>"
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotSaved):
        publish(Files(), tmp_path, live_page(half, NOW))
    assert not (tmp_path / "elsewhere").exists()


def test_a_reader_never_sees_half_a_page(half: Material, whole: Material, tmp_path: Path) -> None:
    pages = [live_page(half, NOW), live_page(whole, NOW)]
    publish(Files(), tmp_path, pages[0])
    seen, ended = set(), threading.Event()

    def look() -> None:
        while not ended.is_set():
            seen.add((tmp_path / NAME).read_bytes())

    reader = threading.Thread(target=look)
    reader.start()
    for number in range(40):
        publish(Files(), tmp_path, pages[number % 2])
    ended.set()
    reader.join()
    assert seen <= set(pages)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_the_page_follows_the_file_and_trouble_is_said_once_and_taken_back(
    cups: Path, tmp_path: Path
) -> None:
    cup, folder = tmp_path / "cup.json", tmp_path / "www"
    cup.write_bytes((cups / "half.json").read_bytes())
    said: list[Said | None] = []
    publisher = Publisher(Files(), cups / "data", lambda: NOW, said.append, every=0.02)
    publisher.show(cup, folder)
    try:
        until(lambda: said)
        time.sleep(0.2)
        assert len(said) == 1 and said[0] is not None
        folder.mkdir()
        until(lambda: (folder / NAME).exists() and said[-1] is None)
        first = (folder / NAME).read_bytes()
        new = tmp_path / "new.json"
        new.write_bytes((cups / "whole.json").read_bytes())
        new.replace(cup)
        until(lambda: (folder / NAME).read_bytes() != first)
        publisher.show(None, folder)
        time.sleep(0.1)
        (folder / NAME).unlink()
        time.sleep(0.2)
        assert not (folder / NAME).exists()
    finally:
        publisher.stop()


def test_a_tournament_that_cannot_be_read_costs_the_page_alone(tmp_path: Path) -> None:
    cup = tmp_path / "cup.json"
    cup.write_text("{}", "utf-8")
    said: list[Said | None] = []
    publisher = Publisher(Files(), tmp_path / "d", lambda: NOW, said.append, every=0.02)
    publisher.show(cup, tmp_path)
    try:
        until(lambda: said)
    finally:
        publisher.stop()
    assert said[0] is not None and not (tmp_path / NAME).exists()


def test_the_command_makes_the_folder_and_keeps_out_of_the_data_folder(cups: Path, tmp_path: Path) -> None:
    words = (cups / "half.json", "--data", cups / "data", "--json")
    assert told("live", *words, "--to", tmp_path / "www").json == str(tmp_path / "www" / NAME)
    assert told("live", *words, "--to", tmp_path / "www", "--hide-points").status == 0
    said = told("live", *words, "--to", cups / "data" / "www")
    assert (said.status, said.error["code"]) == (2, "data_folder")


def test_a_sheet_missing_in_an_earlier_round_does_not_hold_the_page_there(tmp_path: Path) -> None:
    from shell_stage import data_folder, now

    from tabletui.paper.gather import gather
    from tabletui.sample import make_demo

    with data_folder(tmp_path / "data") as folder:
        demo = make_demo(folder, now=now)  # a conflict in round 2, a lack in round 3, now round 4
    page = live_page(gather(demo, str(tmp_path / "data")), NOW).decode()
    assert "тур 4" in page and "тур 2" not in page
