"""`tabletui log [--follow] [--roles]`: the running games line by line, for whoever hears a screen or reads it
with the fingers.

It takes no lock, so it runs beside the app in a second terminal. What is taken back or amended is told as a
line of its own, because a line that was read out cannot be unsaid.
"""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Iterator

from storage.files import Files
from storage.folder import Folder, locate
from tabletui.commands.reporting import DONE, print_json, speaking, visible
from tabletui.facts import fact_lines
from tabletui.table_header import players_of
from tabletui.text import _
from tabletui.unfinished import Waiting, told_so_far, waiting

AGAIN = 0.5
"""Seconds between two looks."""


@speaking
def run(args: Namespace) -> int:
    """follow: go on with what comes; roles: tell roles and checks too; data, json: as everywhere."""
    folder = Folder(Files(), locate(args.data, os.environ))
    if args.json:
        games = waiting(folder)
        print_json({"games": [_game_json(game, secrets=args.roles) for game in games]})
        return DONE
    said: dict[str, list[str]] = {}
    for words in _told(folder, said, secrets=args.roles):
        print(visible(words), flush=True)
    if not said:
        print(_("No game is running."), flush=True)
    while args.follow:
        time.sleep(AGAIN)
        for words in _told(folder, said, secrets=args.roles):
            print(visible(words), flush=True)
    return DONE


def _told(folder: Folder, said: dict[str, list[str]], *, secrets: bool) -> Iterator[str]:
    """What is new in the games of the folder since it was said, game by game."""
    games = waiting(folder)
    for game in games:
        before, now = said.get(game.path.name), [*_lines(game, secrets=secrets)]
        said[game.path.name] = now
        if before is None:
            yield game.title
        old = before or []
        same = next((n for n, (one, other) in enumerate(zip(old, now, strict=False)) if one != other), None)
        kept = min(len(old), len(now)) if same is None else same
        for line in reversed(old[kept:]):
            yield _("taken back: {line}").format(line=line)
        yield from now[kept:]
        if old != now or before is None:
            yield _("now: {step}").format(step=game.step)
    running = {game.path.name for game in games}
    for name in [name for name in said if name not in running]:
        del said[name]
        yield _("A game has ended and is stored.")


def _lines(game: Waiting, *, secrets: bool) -> Iterator[str]:
    """The facts of a game that stand, each with its time."""
    story, _taken = told_so_far(game.running)
    if story is None:
        return
    names = {player.seat: player.name for player in players_of(game.running.header)}
    played = story.history.game
    lines = fact_lines(played.events, names, played.regulation, secrets=secrets)
    for event, line, at in zip(played.events, lines, story.times, strict=False):
        if type(event).__name__ != "Next":
            yield f"{at[11:19]}  {line}"


def _game_json(game: Waiting, *, secrets: bool) -> dict[str, object]:
    return {
        "journal": game.path.name,
        "title": game.title,
        "step": game.step,
        "lines": [*_lines(game, secrets=secrets)],
    }
