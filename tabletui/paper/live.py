"""The page of the hall: what is being played, what came of it, the standings; it reloads itself.

It stands in a folder that a screen, a share or a web server shows. No script: a page that is not renewed any
more says so by the time that stands on top of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.scoring import shown
from rules.sheet import BLACK, RED
from rules.standings import Row
from storage.errors import NotSaved, why
from storage.files import Files, replace_durably
from tabletui.board import round_time, round_title
from tabletui.paper.gather import Key, Material
from tabletui.paper.pages import page
from tabletui.text import N_, _, decimal, pgettext

NAME = "index.html"
MARK = b'<meta name="generator" content="tabletui live">'
"""By this a page of ours is known; nothing else is ever replaced."""
EVERY = 15
"""Seconds after which a browser loads the page anew."""


def live_page(material: Material, at: str, *, points: bool = True, every: int = EVERY) -> bytes:
    """The page. at: ISO time of now, as it is here. points: False hides standings, points and who won until
    every game of the regulation is closed.
    """
    over = _is_over(material)
    hidden = not points and not over
    key = _current(material)
    return page(
        "live.html",
        material.title,
        every=every,
        fresh=_("As of {time}").format(time=at[11:19] or at),
        day=at[:10],
        closed=_closed(material),
        round=None if key is None or over else _round(material, key, hidden=hidden),
        rows=[] if hidden else [_row(row) for row in material.standings.rows],
        hidden=_("The standings are shown when the last game is over.") if hidden else "",
        words={
            "place": pgettext("column", "Place"),
            "player": pgettext("column", "Player"),
            "points": pgettext("column", "Points"),
            "additional": pgettext("column", "Additional"),
            "games": pgettext("column", "Games"),
            "wins": pgettext("column", "Wins"),
            "standings": _("Standings"),
            "provisional": ""
            if hidden or not material.standings.difficulty.provisional
            else _("Provisional: points of past games still change."),
            "reloads": _("The page renews itself."),
        },
    )


def _row(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.name,
        "points": decimal(row.shown),
        "additional": decimal(shown(row.additional)),
        "games": row.games,
        "wins": row.wins,
    }


def _planned(material: Material) -> int:
    return sum(stage.rounds * stage.tables for stage in material.regulation.stages)


def _is_over(material: Material) -> bool:
    """Whether every round of the regulation is seated and every seated table has its protocol.

    Tables are counted as they were drawn: fewer players than planned need fewer.
    """
    rounds = {(one.id, number) for one in material.regulation.stages for number in range(1, one.rounds + 1)}
    if not rounds:
        return False
    if not material.seatings:
        return len(material.points) >= _planned(material)
    return rounds <= material.seatings.keys() and all(_is_closed(material, key) for key in material.seatings)


def _is_closed(material: Material, key: Key) -> bool:
    tables = range(1, len(material.seatings[key].tables) + 1)
    closed = {slot.table for slot in material.protocols if (slot.stage, slot.round) == key}
    return closed.issuperset(tables)


def _current(material: Material) -> Key | None:
    """The round that is played: the last one with a game, the next one where all of its games are closed.

    A sheet that is missing in an earlier round does not hold the page there.
    """
    keys = list(material.seatings)
    begun = {(slot.stage, slot.round) for slot in (one.slot for one in material.found.protocols)}
    last = max((index for index, key in enumerate(keys) if key in begun), default=0)
    if last + 1 < len(keys) and _is_closed(material, keys[last]):
        last += 1
    return keys[last] if keys else None


def _round(material: Material, key: Key, *, hidden: bool) -> dict[str, Any]:
    seating = material.seatings[key]
    won = {RED: _("Red won"), BLACK: _("Black won")}
    tables = []
    for number, players in enumerate(seating.tables, 1):
        game = next(
            (
                one
                for slot, one in material.games.items()
                if (slot.stage, slot.round, slot.table) == (*key, number)
            ),
            None,
        )
        result = ""
        if game is not None:
            result = _("over") if hidden else won.get(game.sheet.winner or "", _("over"))
        tables.append(
            {
                "title": _("table {number}").format(number=number),
                "players": [material.name(player) for player in players],
                "result": result,
            }
        )
    return {
        "title": round_title(material.regulation, *key),
        "time": round_time(material.regulation, *key),
        "tables": tables,
        "out": ", ".join(material.name(player) for player in seating.sit_outs),
        "sit_out": _("Sit out:"),
    }


def _closed(material: Material) -> str:
    planned = _planned(material)
    count = len(material.protocols)
    if not planned:
        return _("games closed: {count}").format(count=count)
    return _("games closed: {count} of {planned}").format(count=count, planned=max(planned, count))


def publish(files: Files, folder: Path, content: bytes) -> Path:
    """Puts the page into its folder, whole or not at all, and reads it again. Raises NotSaved."""
    path = folder / NAME
    try:
        if not folder.is_dir():
            raise NotSaved("no_folder", N_("{folder}: there is no such folder."), folder=str(folder))
        if path.is_symlink() or (files.exists(path) and MARK not in files.read(path)[:2000]):
            raise NotSaved(
                "not_ours", N_("{path}: this is another page; name a folder of its own."), path=str(path)
            )
        replace_durably(files, path, content)
        if files.read(path) != content:
            raise OSError(_("it reads back differently"))
    except OSError as error:
        raise NotSaved(
            "not_published",
            N_("{path}: the page of the hall is not renewed ({why})."),
            path=str(path),
            why=why(error),
        ) from error
    return path
