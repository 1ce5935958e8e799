"""The first screen: games to go on with, tournaments of this machine, and what can be begun."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from storage.errors import StorageError
from tabletui import themes
from tabletui.keys import bindings, help_lines, label, rows, shown
from tabletui.text import LANGUAGES, N_, NAMES, _, language, ngettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.lost import Lost
    from tabletui.shelf import Shelved
    from tabletui.unfinished import Waiting

    Entry = Waiting | Lost | Path | str | None


class StartScreen(Screen[None]):
    """The list; everything in it has a key, and Enter or a click do the same."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("start", "screen")]

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Entry] = []
        self._games: list[Waiting] = []
        self._files: list[Path] = []
        self._seen: dict[Path, Shelved | None] = {}
        self._lost: list[Lost] = []
        self._looked = False

    def compose(self) -> ComposeResult:
        yield Head("tabletui", _("the judge's table of sport mafia"))
        yield Rows([Column("", 2), Column("", 0), Column("", 26)], head=False)
        yield Foot("app", before=(("↑↓", N_("choose")), ("Enter", N_("open")), ("F1", N_("help"))))

    def on_mount(self) -> None:
        # What can be begun is on the screen at once; what lies in the folder follows after the first paint.
        self._draw()
        self.call_after_refresh(self.reload)

    def on_resize(self) -> None:
        """The first words are broken anew."""
        if self._looked and not self._files and not self._games:
            self._draw()

    def on_screen_resume(self) -> None:
        """Something may have been begun or finished meanwhile."""
        if self._looked:
            self.reload()

    # -- the list ----------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Looks at the data folder anew; the tournament files are read after the first paint."""
        from tabletui import shelf

        self._looked = True
        self._games = []
        if shelf.has_journals(self.app.folder):
            from tabletui.unfinished import waiting

            self._games = waiting(self.app.folder)
        self._files = shelf.tournament_files(self.app.folder, self.app.settings.recent)
        self._seen = {path: seen for path, seen in self._seen.items() if path in self._files}
        self._draw()
        if self._files or shelf.has_records(self.app.folder):
            self.run_worker(self._look, exclusive=True)

    async def _look(self) -> None:
        """One file at a time, so that keys are heard in between."""
        import asyncio

        from tabletui import shelf

        for path in self._files:
            await asyncio.sleep(0)
            self._seen[path] = shelf.look(self.app.folder, path)
            self._draw()
        self._lost = await asyncio.to_thread(shelf.lost, self.app.folder, self._files, self._seen)
        self._draw()

    def _draw(self) -> None:
        lines: list[Line] = []
        entries: list[Entry] = []

        def add(line: Line, entry: Entry = None) -> None:
            lines.append(line)
            entries.append(entry)

        if self._games:
            add(Line((_("Unfinished games"),), "heading"))
            for game in self._games:
                if game.can_go_on:
                    add(Line(("", game.title, game.step)), game)
                    continue
                # Why not is a whole sentence: it gets lines of its own.
                add(Line(("!", game.title), "caution"), game)
                for part in wrap(game.step, max(self.app.size.width - 6, 20)):
                    add(Line((f"    {part}",), "text"))
            add(Line((), "text"))
        if self._lost:
            add(Line((_("Tournaments without a file"),), "heading"))
            for lost in self._lost:
                add(Line(("!", _capital(lost.title or _("one-off games"))), "caution"), lost)
                words = _("the file is lost, its records are whole: Enter makes it anew")
                for part in wrap(words, max(self.app.size.width - 6, 20)):
                    add(Line((f"    {part}",), "text"))
            add(Line((), "text"))
        files = [path for path in self._files if self._seen.get(path, True) is not None]
        if files:
            add(Line((_("Tournaments on this machine"),), "heading"))
            for path in files:
                add(self._tournament_line(path), path)
            add(Line((), "text"))
        elif self._looked and not self._games and not self._lost:
            for text in _first_words():
                for line in wrap(text, max(self.size.width - 2, 20)):
                    add(Line((line,), "text"))
            add(Line((), "text"))
        for row in (*rows("start"), *rows("app")):
            if row.context == "start" or row.action == "settings":
                key, words = label(shown(row)[0]), _(row.text if row.context == "start" else row.foot)
                action = row.action if row.context == "start" else f"app.{row.action}"
                add(Line((key, _capital(words), self._state_of(row.action))), action)
        before, self._entries = self._entries, entries
        self.query_one(Rows).show(lines, _same_place(before, entries, self.query_one(Rows).index))
        sample = self.app.folder is not self.app.home
        where = _("sample: nothing of it is kept") if sample else str(self.app.folder.root)
        self.query_one(Head).say("tabletui", where)

    def _tournament_line(self, path: Path) -> Line:
        seen = self._seen.get(path)
        one_off = path == self.app.folder.one_off
        if seen is None:
            return Line(("", _capital(_("one-off games")) if one_off else path.stem, "…"))
        players = ngettext("{count} player", "{count} players", seen.players).format(count=seen.players)
        games = ngettext("{count} game", "{count} games", seen.games).format(count=seen.games)
        title = _capital(_("one-off games")) if one_off else seen.title
        return Line(("", title, f"{players} · {games}"))

    def _state_of(self, action: str) -> str:
        if action == "language":
            return NAMES[language()]
        if action == "colours":
            return themes.title(self.app.colours)
        if action == "demo" and self.app.folder is not self.app.home:
            return _("back to your own data")
        if action == "sound":
            return _("on") if self.app.settings.sound else _("off")
        return ""

    @on(Rows.Chosen)
    async def _chosen(self, event: Rows.Chosen) -> None:
        entry = self._entries[event.index]
        if entry == self.app.folder.one_off:
            # Games without a plan have no board; their table leads to every player and game.
            self.app.open_standings(self.app.folder.one_off)
        elif isinstance(entry, Path):
            self.app.open_tournament(entry)
        elif entry == "leave":
            self.app.action_leave()
        elif isinstance(entry, str):
            await self.run_action(entry)
        elif hasattr(entry, "damaged"):
            from tabletui.screens.rescue import ask_to_rebuild

            ask_to_rebuild(self.app, entry)
        elif entry is not None:
            from tabletui.screens.going_on import go_on

            go_on(self.app, entry)

    # -- what can be begun -------------------------------------------------------------------------------

    def action_new_tournament(self) -> None:
        from tabletui.screens.new_tournament import NewTournamentScreen

        self.app.push_screen(NewTournamentScreen())

    def action_one_off(self) -> None:
        from tabletui.screens.seating_doors import seat_one_off

        seat_one_off(self.app)

    def action_club_evening(self) -> None:
        from tabletui.screens.evening import open_evening

        open_evening(self.app)

    def action_open_file(self) -> None:
        from tabletui.screens.open_file import OpenFileScreen

        def opened(path: Path | None) -> None:
            if path is not None:
                self.app.open_tournament(path)

        self.app.push_screen(OpenFileScreen(_("Open a tournament file"), (".json",)), opened)

    def action_demo(self) -> None:
        """Into the sample, and out of it."""
        try:
            path = self.app.toggle_sample()
        except (StorageError, OSError) as error:
            self.app.refuse(error)
            return
        self.reload()
        if path is not None:
            self.app.open_tournament(path)

    def action_regulations(self) -> None:
        from tabletui.screens.regulation import open_regulations

        open_regulations(self.app)

    # -- choices -----------------------------------------------------------------------------------------

    async def action_language(self) -> None:
        """The next language; the whole screen is made anew in it."""
        following = LANGUAGES[(LANGUAGES.index(language()) + 1) % len(LANGUAGES)]
        self.app.choose(replace(self.app.settings, language=following))
        index = self.query_one(Rows).index
        await self.recompose()
        self._draw()
        self.query_one(Rows).move_to(index)
        self.query_one(Rows).focus()
        if following == "kk":
            self.app.say(_("The Kazakh texts await a native reader; what is missing is shown in Russian."))

    def action_colours(self) -> None:
        known = themes.known(self.app.home.root / "themes")
        now = self.app.settings.theme
        self.app.wear(known[(known.index(now) + 1) % len(known)] if now in known else themes.DEFAULT)
        self._draw()

    def action_sound(self) -> None:
        self.app.choose(replace(self.app.settings, sound=not self.app.settings.sound))
        if self.app.settings.sound:
            self.app.bell()
        self._draw()

    def action_back(self) -> None:
        """There is nothing behind the first screen; leaving by a slip would be rude."""
        self.app.say(_("Ctrl+Q leaves; a running game is kept."))

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("the first screen"), help_lines("start", "list", "app")))

    def action_leave(self) -> None:
        self.app.action_leave()


def _first_words() -> tuple[str, ...]:
    return (
        _("Nothing is here yet."),
        _("One game with ten people: G, type the ten names, F10."),
        _("A tournament: N, then its title, its regulation and its players."),
        _("To look around without harm: D, a sample with invented players."),
        _("What you confirm is on the disk at once: the laptop may go off at any moment."),
    )


def _same_place(before: list[Entry], after: list[Entry], index: int) -> int:
    """Where the entry of before is now; the beginning where other games wait than before."""
    names_before, names_now = _names(before), _names(after)
    games = [name for name in names_now if name.endswith(".jnl")]
    if games != [name for name in names_before if name.endswith(".jnl")]:
        return 0
    name = names_before[index] if 0 <= index < len(before) else ""
    return names_now.index(name) if name and name in names_now else 0


def _names(entries: list[Entry]) -> list[str]:
    return ["" if entry is None else str(getattr(entry, "path", entry)) for entry in entries]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
