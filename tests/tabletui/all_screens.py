"""Every screen of the program in a state that is always the same: for text snapshots, contrast and pictures.

One app a folder is led from scene to scene; clock, ids, seeds and people are invented and fixed.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from shell_stage import Running, app_in, data_folder, now, settle, type_text
from table_stage import AKTAU, DEALT, NEXT, Time, begin
from textual.screen import ModalScreen
from textual.widgets import Input, TextArea
from textual.worker import WorkerCancelled

from rules.game import Event, History, IllegalEvent, events
from storage.folder import Folder
from storage.slots import Slot
from storage.tournaments import open_tournament
from tabletui import settings
from tabletui.sample import make_sample
from tabletui.screens.start import StartScreen
from tabletui.text import set_language
from tabletui.widgets.rows import Rows

EMPTY, SAMPLE, TOURNAMENT, STANDINGS, GAME = "empty", "sample", "tournament", "standings", "game"
DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Scene:
    """name: of its snapshot. place: where it begins. keys: pressed there. typed: text typed after that.
    facts: of the running game, where the place is a game. then: keys after the text.
    """

    name: str
    place: str
    keys: tuple[str, ...] = ()
    typed: str = ""
    facts: tuple[Event, ...] = ()
    then: tuple[str, ...] = ()


TEAM_DEFEAT = AKTAU.reasons_for("team_defeat")[0].id
NAMED = (DEALT, events.Nominate(2, 7), events.Nominate(4, 9), events.Foul(9, "knocking"), events.Foul(3))
BALLOT = (*NAMED, events.Vote(7, 4))
TIED = (*NAMED, events.Vote(7, 5), events.Vote(9, 5))
VOTED = (*NAMED, events.Vote(7, 9), events.Vote(9, 1))
LIFT = (*TIED, events.Vote(7, 5), events.Vote(9, 5))
SHOT = (*VOTED, events.Shoot(1), events.Check("don", None), events.Check("sheriff", 5))

DOWN5 = ("down",) * 5
SCENES: tuple[Scene, ...] = (
    Scene("start-empty", EMPTY),
    Scene("help", EMPTY, ("f1",)),
    Scene("actions", EMPTY, ("ctrl+p",), "ре"),
    Scene("preferences", EMPTY, ("f2",)),
    Scene("keys", EMPTY, ("f2", *DOWN5, "enter")),
    Scene("new-key", EMPTY, ("f2", *DOWN5, "enter", "down", "enter", "q")),
    Scene("new-tournament", EMPTY, ("n",), "Кубок"),
    Scene("open-file", EMPTY, ("o",), "нет"),
    Scene("regulations", EMPTY, ("r",)),
    Scene("regulation", EMPTY, ("r", "enter")),
    Scene("seating-one-off", EMPTY, ("g",), "Вега\nНорд\nСой"),
    Scene("evening-empty", EMPTY, ("c",)),
    Scene("start", SAMPLE),
    Scene("tournament", TOURNAMENT),
    Scene("players", TOURNAMENT, ("p",)),
    Scene("players-find", TOURNAMENT, ("p", "f"), "ор"),
    Scene("player", TOURNAMENT, ("p", "a"), "Новый"),
    Scene("draw", TOURNAMENT, ("d",)),
    Scene("draw-settings", TOURNAMENT, ("d", "e")),
    Scene("cut", TOURNAMENT, ("c",)),
    Scene("decisions", TOURNAMENT, ("l",)),
    Scene("decision", TOURNAMENT, ("l", "n")),
    Scene("decision-find", TOURNAMENT, ("l", "n", "4"), "ор"),
    Scene("conflict", TOURNAMENT, ("up", "up", "left", "left", "left", "enter")),
    Scene("missing", TOURNAMENT, ("m",)),
    Scene("paper-sheets", TOURNAMENT, ("t",)),
    Scene("paper-entry", TOURNAMENT, ("t", "1"), "1 2 3 4 5 6 7 8 9 60\n7 5 9 3\nч\n5д2 9д3 7д4\n"),
    Scene("seating", TOURNAMENT, ("n",), "Орион\nЭх"),
    Scene("record", TOURNAMENT, ("up", "up", "enter")),
    Scene("standings", STANDINGS),
    Scene("standings-find", STANDINGS, (), "ор"),
    Scene("card", STANDINGS, ("enter",)),
    Scene("rounds", STANDINGS, ("f5",)),
    Scene("awards", STANDINGS, ("f7",)),
    Scene("table-deal", GAME),
    Scene("table-typed-deal", GAME, ("7", "2")),
    Scene("cards", GAME, ("d",)),
    Scene("replace", GAME, ("y",)),
    Scene("table-night", GAME, facts=NAMED[:1]),
    Scene("table-speech", GAME, facts=NAMED),
    Scene("table-roles", GAME, ("r",), facts=NAMED),
    Scene("table-foul", GAME, ("f",), facts=NAMED),
    Scene("table-wrong-key", GAME, ("k",), facts=NAMED),
    Scene("foul-reason", GAME, ("F",), facts=NAMED),
    Scene("removal-reason", GAME, ("x", "5"), facts=NAMED),
    Scene("leave", GAME, ("escape",), facts=NAMED),
    Scene("note", GAME, ("e",), "стук", facts=NAMED),
    Scene("log", GAME, ("l",), facts=NAMED),
    Scene("amend", GAME, ("l", "enter"), facts=NAMED),
    Scene("amend-roles", GAME, ("l", "home", "enter", "1"), facts=NAMED),
    Scene("amend-best-move", GAME, ("l", "end", "enter", "1"), facts=(*SHOT, events.BestMove((5, 7, 2)))),
    Scene("unreadable", DAMAGED, facts=NAMED),
    Scene("result", GAME, ("v",), facts=NAMED),
    Scene("table-help", GAME, ("f1",), facts=NAMED),
    Scene("table-ballot", GAME, facts=BALLOT),
    Scene("table-ballot-by-name", GAME, ("b", "1", "5"), facts=BALLOT),
    Scene("table-defence", GAME, facts=TIED),
    Scene("table-lift", GAME, ("6",), facts=LIFT),
    Scene("table-last-word", GAME, facts=VOTED),
    Scene("table-shooting", GAME, facts=(*VOTED, NEXT)),
    Scene("shots", GAME, ("r", "b"), facts=(*VOTED, NEXT)),
    Scene("table-check", GAME, ("r", "5"), facts=(*VOTED, events.Shoot(1))),
    Scene("table-best-move", GAME, ("5", "7"), facts=SHOT),
    Scene("table-over", GAME, facts=(*NAMED, events.TeamDefeat(5, TEAM_DEFEAT))),
    Scene("protocol", GAME, ("enter",), facts=(*NAMED, events.TeamDefeat(5, TEAM_DEFEAT))),
)


def strict(facts: Iterable[Event]) -> list[Event]:
    """The facts with the ends of steps between them."""
    history, found = History.new(AKTAU), []
    for fact in facts:
        for _step in range(40):
            try:
                history = history.apply(fact)
                found.append(fact)
                break
            except IllegalEvent:
                history = history.apply(NEXT)
                found.append(NEXT)
    return found


@contextmanager
def fixed_folder() -> Iterator[Path]:
    """A folder whose path always has the same length, so that lines on which it stands are alike."""
    root, before = (
        Path(tempfile.mkdtemp(prefix="tt-", dir="/tmp" if Path("/tmp").is_dir() else None)),
        os.getcwd(),
    )
    try:
        os.chdir(root)
        yield root
    finally:
        os.chdir(before)
        shutil.rmtree(root, ignore_errors=True)


class Hall:
    """The app that goes from scene to scene."""

    def __init__(self, pilot: Running, root: Path) -> None:
        self.pilot = pilot
        self.app = pilot.app
        self.root = root

    async def show(self, scene: Scene) -> None:
        """Goes home and from there to the scene."""
        await self.home()
        app = self.app
        if scene.place in (TOURNAMENT, STANDINGS):
            app.open_tournament(app.folder.root / "sample.json")  # type: ignore[attr-defined]
            await self.settle()
        if scene.place == STANDINGS:
            await self.pilot.press("s")
            await self.settle()
        if scene.place == GAME:
            session = begin(app.folder, Time(), facts=strict(scene.facts))  # type: ignore[attr-defined]
            app.open_table(session)  # type: ignore[attr-defined]
            await self.pilot.pause()
        if scene.place == DAMAGED:
            await self._damage(scene)
        for key in scene.keys:
            await self.pilot.press(key)
        await self.settle()
        if scene.typed:
            await type_text(self.pilot, scene.typed)
        if scene.then:
            await self.pilot.press(*scene.then)
        await self.settle()

    async def _damage(self, scene: Scene) -> None:
        """A game whose journal has lost letters in its middle, opened from the first screen."""
        session = begin(self.app.folder, Time(), facts=strict(scene.facts))  # type: ignore[attr-defined]
        session.release()
        lines = session.path.read_bytes().split(b"\n")
        lines[5] = lines[5][:20] + b"?" + lines[5][21:]
        session.path.write_bytes(b"\n".join(lines))
        self.app.screen.reload()  # type: ignore[attr-defined]
        await self.pilot.press("home", "enter")
        await self.settle()
        session.path.unlink()

    async def home(self) -> None:
        """Back to the first screen, with nothing left of the scene."""
        app = self.app
        while len(app.screen_stack) > 1:
            screen = app.screen
            if screen.name == "table":
                screen.session.release()  # type: ignore[attr-defined]
                screen.session.path.unlink()  # type: ignore[attr-defined]
            await app.pop_screen()
        await self.settle()

    async def settle(self) -> None:
        """Until the screen is drawn and nothing is being read; a worker that waits for an answer waits on."""
        await self.pilot.pause()
        if not isinstance(self.app.screen, ModalScreen):
            with suppress(WorkerCancelled):
                await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def resize(self, size: tuple[int, int]) -> None:
        """Another size of the terminal."""
        if tuple(self.app.size) != size:
            await self.pilot.resize_terminal(*size)
            await self.settle()

    def typed(self) -> list[object]:
        """Where the focus is, and what stands in each field."""
        fields = [(field.id, field.value, field.cursor_position) for field in self.app.screen.query(Input)]
        areas = [(area.id, area.text) for area in self.app.screen.query(TextArea)]
        lists = [(one.id, one.index) for one in self.app.screen.query(Rows)]
        face = getattr(getattr(self.app.screen, "board", None), "face", "")
        focused = self.app.focused
        return [focused and (type(focused).__name__, focused.id), *fields, *areas, *lists, face]

    def lines(self) -> list[str]:
        """What stands on the screen, without what differs from run to run."""
        shown = [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]
        return [re.sub(r"/tt-\w{8}", "/tt-00000000", line) for line in shown]


@asynccontextmanager
async def hall(
    place: str, language: str, theme: str = "dark", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Hall]:
    """The app in the folder in which a scene of this place begins."""
    with fixed_folder() as root:
        chosen = f'language = "{language}"\ntheme = "{theme}"\nhall = ""\n'
        (root / settings.NAME).write_text(chosen, "utf-8")
        with data_folder(root) as folder:
            if place in (SAMPLE, TOURNAMENT, STANDINGS):
                set_language(language)
                _make_sample(folder)
            app = app_in(folder, monotonic=Time().monotonic)
            async with app.run_test(size=size) as pilot:
                await settle(pilot)
                assert isinstance(app.screen, StartScreen)
                yield Hall(pilot, root)


def _make_sample(folder: Folder) -> None:
    path = make_sample(folder, now=now)
    with open_tournament(folder, path, write=True, now=now) as tournament:
        stored = tournament.find(Slot("qualifying", 1, 2))[0].protocol
        tournament.store({**stored, "judge": "Другой"})


def by_folder(scenes: Iterable[Scene] = SCENES) -> dict[str, list[Scene]]:
    """The scenes that can be visited in one app."""
    found: dict[str, list[Scene]] = {}
    for scene in scenes:
        kind = SAMPLE if scene.place in (SAMPLE, TOURNAMENT, STANDINGS) else EMPTY
        found.setdefault(kind, []).append(scene)
    return found
