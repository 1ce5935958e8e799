"""The full-screen app: it holds what all screens share and moves between them.

It decides no rule and stores nothing of a game; the session of a table does. Leaving at any moment loses
nothing.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from storage.errors import StorageError
from storage.folder import Folder
from tabletui import settings as choices
from tabletui import themes
from tabletui.cli import sentence
from tabletui.keys import bindings, use_own
from tabletui.terminal import NONE, Terminal
from tabletui.text import N_, _, absence, ngettext, set_language
from tabletui.widgets.frame import Foot

if TYPE_CHECKING:
    from textual.theme import Theme

    from rules.said import Said
    from storage.kinds import Slot
    from storage.tournament import Tournament
    from tabletui.hall import Hall, News
    from tabletui.publishing import Publisher
    from tabletui.table import Session


STORED_AT_START = {
    "stored": N_("The protocol of {game} was stored now."),
    "same": N_("The protocol of {game} was stored before already; it counts once."),
    "conflict": N_("The protocol of {game} was stored now; another one is on record too: a conflict."),
}


class PageTold(Message):
    """The page of the hall is not renewed, or is again."""

    def __init__(self, trouble: Said | None) -> None:
        super().__init__()
        self.trouble = trouble


class RecordsArrived(Message):
    """The hall has news: records of other laptops, or trouble with the shared folder."""

    def __init__(self, news: News) -> None:
        super().__init__()
        self.news = news


@runtime_checkable
class Listing(Protocol):
    """A screen that lists what lies in the data folder."""

    def reload(self) -> None:
        """Looks again."""


def random_id() -> str:
    """An id that nobody else has."""
    import secrets

    return secrets.token_hex(8)


def random_seed() -> int:
    """A seed from 0 to 999,999 that nobody can foresee."""
    import secrets

    return secrets.randbelow(1_000_000)


class TabletuiApp(App[int]):
    """The app over a data folder whose lock is held. file: a tournament to open at the start.

    now: ISO local time with seconds; monotonic: seconds; seed: makes every draw of seats that the judge asks
    for; new_id: a random id. All are handed in, so that a test can say what they give.
    """

    TITLE = "tabletui"
    CSS = themes.style_sheet(themes.FIRST_SHEETS)
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app")]

    def __init__(
        self,
        folder: Folder,
        *,
        now: Callable[[], str],
        file: Path | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        new_id: Callable[[], str] = random_id,
        seed: Callable[[], int] = random_seed,
        terminal: Terminal | None = None,
    ) -> None:
        self.settings, self._wrong_settings = choices.examined(folder.root)
        set_language(self.settings.spoken)
        self.terminal = terminal or Terminal()
        self.colours = self._colours_of(self.settings.theme, folder)
        # Before Textual makes its style sheets: put on later, a theme has all of them read a second time.
        self.set_reactive(App.theme, self.colours.theme.name)
        super().__init__()
        self._dress()
        self.folder = folder
        self.home = folder
        self.now = now
        self.monotonic = monotonic
        self.new_id = new_id
        self.seed = seed
        self._file = file
        self.is_demo = False
        self._scratch = ExitStack()
        self._sample: tuple[Folder, Path] | None = None
        self._hall: Hall | None = None
        self._publisher: Publisher | None = None
        self._published: Path | None = None
        self._offered: set[str] = set()
        self.own_keys: Mapping[str, str] = {}
        self.wrong_keys: tuple[str, ...] = ()
        self._take_keys()
        self.say_later(self._in_short(self.warnings()))

    # -- start and end -----------------------------------------------------------------------------------

    def get_default_screen(self) -> Screen[Any]:
        from tabletui.screens.start import StartScreen

        return StartScreen()

    def on_mount(self) -> None:
        """Closes what an earlier run could not, after the first paint."""
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        if self._file is not None:
            self.open_tournament(self._file)
        if self.is_demo:
            from tabletui.screens.tutorial import Tutorial

            self.push_screen(Tutorial())
        if self.settings.hall:
            self.hall.share(Path(self.settings.hall))
        self._end_on_signals()
        self.call_after_refresh(self.store_signed)

    def _end_on_signals(self) -> None:
        """Ended from outside, the app gives the terminal back as it was; nothing waits to be saved."""
        import asyncio
        import contextlib
        import signal
        from functools import partial

        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # Windows has neither the signal nor the call.
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                if number is not None:
                    end = partial(self.exit, return_code=128 + number)
                    asyncio.get_running_loop().add_signal_handler(number, end)

    def push_screen(self, screen: Any, *args: Any, **more: Any) -> Any:
        """As of Textual; the style sheets that the screen asks for are there before it."""
        self.read_sheets(getattr(screen, "SHEETS", themes.LATER_SHEETS))
        return super().push_screen(screen, *args, **more)

    def read_sheets(self, names: Sequence[str]) -> None:
        """Adds style sheets that the first screen does without; they are parsed when a style is asked for."""
        for name in names:
            if not self.stylesheet.has_source("themes", name):
                sheet = themes.style_sheet((name,))
                self.stylesheet.add_source(sheet, read_from=("themes", name), is_default_css=False)

    def store_signed(self, where: Mapping[str, Path] | None = None) -> None:
        """Stores what was signed and could not be stored before: after the start, and when asked for.

        where: files by tournament id, where they are not in the place that the journals name.
        """
        from tabletui.shelf import has_signed

        if not has_signed(self.folder):
            return
        from storage.finishing import redo_finishing

        done = redo_finishing(self.folder, now=self.now, where=where)
        for finished in done:
            said = sentence(finished.notice or "")
            if finished.outcome is None:
                self.say(said, "warning")
            else:
                stored = _(STORED_AT_START[finished.outcome]).format(game=finished.path.stem)
                self.say(f"{stored} {said}".rstrip(), "warning" if said else "information")
        if done and isinstance(self.screen, Listing):
            self.screen.reload()

    def toggle_sample(self) -> Path | None:
        """Into a folder with a sample tournament, and back; returns its file. What is done there is thrown
        away at the end. Raises StorageError, OSError.
        """
        if self.folder is not self.home:
            self.folder = self.home
            return None
        if self._sample is None:
            from tempfile import TemporaryDirectory

            from tabletui.sample import make_sample

            scratch = self._scratch.enter_context(TemporaryDirectory(prefix="tabletui-sample-"))
            folder = self._scratch.enter_context(Folder(self.home.files, Path(scratch)))
            self._sample = folder, make_sample(folder, now=self.now)
        self.folder, path = self._sample
        return path

    # -- the hall ----------------------------------------------------------------------------------------

    @property
    def hall(self) -> Hall:
        """The watcher of what other laptops send; it is made when somebody asks for it."""
        if self._hall is None:
            from tabletui.hall import Hall, News
            from tabletui.hall_words import AGAIN

            self.hall_news = News()
            self._hall = Hall(self.home, lambda news: self.post_message(RecordsArrived(news)))
            self._hall.start()
            self.set_interval(AGAIN, self._say_trouble_again)
        return self._hall

    def _attend(self, tournament: Tournament | None) -> None:
        """What comes is taken into the tournament that is open; nobody else has the sample's."""
        if self.folder is self.home:
            self.hall.attend(tournament)
            self._published = None if tournament is None else tournament.path
            self.publish()

    def publish(self) -> None:
        """The page of the hall follows the open tournament; without a folder for it there is none."""
        page = self.settings.page
        if self._publisher is None:
            if not page or self._published is None:
                return
            from tabletui.publishing import Publisher

            self._publisher = Publisher(
                self.home.files, self.home.root, self.now, lambda said: self.post_message(PageTold(said))
            )
        folder = Path(page) if page else None
        self._publisher.show(self._published, folder, points=self.settings.page_points)

    def on_page_told(self, event: PageTold) -> None:
        """Says why the hall sees an old page; nothing else waits for it."""
        if event.trouble is not None:
            self.say(sentence(event.trouble), "warning")
        else:
            self.say(_("The page of the hall is renewed again."))

    def on_records_arrived(self, event: RecordsArrived) -> None:
        """Says what came; the screen on top looks anew, those below it when they come up again."""
        from tabletui.hall_words import message

        news, before = event.news, self.hall_news
        self.hall_news = news
        changed = news.taken or news.came or (news.trouble is None) != (before.trouble is None)
        if changed and isinstance(self.screen, Listing):
            self.screen.reload()
        said = message(news, before, self._slot_title, self.hall.shared)
        # Who leads a game is told what needs him, not that another table has ended.
        if said is not None and not (self.at_a_table and said[1] == "information"):
            self.say(*said)
        self._offer(news)

    def _offer(self, news: News) -> None:
        """At the start, and once for each: a tournament of the hall that is not on this laptop."""
        fresh = sorted(set(news.others or ()) - self._offered)
        if fresh and len(self.screen_stack) == 1:
            from tabletui.hall_join import offer

            self._offered.add(fresh[0])
            offer(self, fresh[0], (news.others or {})[fresh[0]])

    @property
    def hall_state(self) -> str:
        """The shared folder in a few words; empty where there is none."""
        if self._hall is None or self._hall.shared is None:
            return ""
        from tabletui.hall_words import state

        return state(self.hall_news)

    def _slot_title(self, slot: Slot) -> str:
        from tabletui.board import slot_title
        from tabletui.results import regulation_of

        tournament = self.hall.tournament
        if tournament is None:
            return slot.label()
        return slot_title(regulation_of(tournament, (self.regulations,)), slot)

    def _say_trouble_again(self) -> None:
        """What keeps records from travelling is said until it is over."""
        trouble = self.hall.silent() or self.hall_news.trouble
        if trouble is not None:
            self.say(sentence(trouble), "warning")

    def on_unmount(self) -> None:
        """The sample goes."""
        if self._hall is not None:
            self._hall.stop()
        if self._publisher is not None:
            self._publisher.stop()
        self._scratch.close()

    def action_leave(self) -> None:
        """Leaves at once; every fact of a running game is on the disk already."""
        kept = _("The game is kept; start tabletui again and it goes on from this step.")
        self.exit(0, message=kept if self.at_a_table else None)

    def on_key(self, event: events.Key) -> None:
        """A key that nothing on the screen took says so in one line; the table says it itself."""
        if (
            event.is_printable
            and self.screen.name != "table"
            and event.key not in self.screen.active_bindings
        ):
            text = _("The key {key} does nothing here; F1 shows what does.")
            self.say(text.format(key=event.character))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Nothing blinks, the cursor of a field neither."""
        if getattr(event.widget, "cursor_blink", False):
            event.widget.cursor_blink = False  # type: ignore[attr-defined]

    def action_help_quit(self) -> None:
        """Ctrl+C says how one leaves: nobody should lose his place by a slip."""
        self.say(_("Ctrl+Q leaves; a running game is kept."))

    def action_command_palette(self) -> None:
        """All actions of the screen, to be searched by their words."""
        from tabletui.screens.actions import open_actions

        open_actions(self)

    def action_settings(self) -> None:
        """Language, colours, sound, keys, folders: over any screen, a running game too."""
        from tabletui.screens.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen())

    def _fatal_error(self) -> None:
        """A mistake of the program itself ends the app with one sentence; the details go into a file.

        The toolkit would print pages of its insides, with the names and the roles of a running game in them.
        """
        where = self.home.root / "mistake.txt"
        details = "".join(traceback.format_exception(self._exception or sys.exc_info()[1]))
        try:
            where.write_text(details, encoding="utf-8", errors="replace")
            place = _("The details are in {file}.").format(file=where)
        except OSError:
            place = ""
        text = _("A mistake in tabletui itself; the game is kept up to the last confirmed fact. Start again.")
        self.panic(Text(f"{text} {place}".rstrip()))

    # -- between the screens -----------------------------------------------------------------------------

    def say(self, text: str, severity: str = "information") -> None:
        """One message: above the keys of the screen, or at its edge where it has no such line."""
        if not text:
            return
        # A query goes by the name of the class, and a dialog's line of keys has the same.
        foot = next((one for one in self.screen.query(Foot) if isinstance(one, Foot)), None)
        if foot is not None:
            foot.say(text, severity)
        else:
            self.notify(text, severity=severity, markup=False)  # type: ignore[arg-type]

    def say_later(self, text: str | None, severity: str = "warning") -> None:
        """A message on the screen that is just being opened."""
        if text:
            self.call_after_refresh(self.say, sentence(text), severity)

    def refuse(self, error: Exception) -> None:
        """Says why something was not done."""
        self.say(sentence(error), "error")

    @property
    def at_a_table(self) -> bool:
        """Whether a game is open: there is one table at a time, and one hand on its journal."""
        return any(screen.name == "table" for screen in self.screen_stack)

    def open_table(self, session: Session) -> None:
        """Puts the table of a running game on the screen."""
        from tabletui.screens.table import TableScreen

        def left(end: str | None) -> None:
            if end == "standings":
                self.show_standings(session)

        self.push_screen(TableScreen(session), left)
        self.say_later(session.notice)

    def open_tournament(self, path: Path) -> None:
        """Opens a tournament file, or says why not."""
        from storage.tournaments import open_tournament
        from tabletui.screens.tournament import TournamentScreen

        try:
            tournament = open_tournament(self.folder, path, write=True, now=self.now)
        except StorageError as error:
            self.refuse(error)
            return
        if self.folder is self.home:
            self.choose(self.settings.with_recent(path))
        self._attend(tournament)
        self.push_screen(TournamentScreen(tournament), lambda _: self._attend(None))
        self.say_later(tournament.notice)

    def show_standings(self, session: Session) -> None:
        """The standings of the tournament that a running game belongs to."""
        self.open_standings(self.folder.root / str(session.slot.get("tournament", "")))

    def open_standings(self, path: Path) -> None:
        """The standings of a tournament file; no lock and no writing."""
        from storage.tournaments import open_tournament
        from tabletui.screens.standings import StandingsScreen

        try:
            tournament = open_tournament(self.folder, path)
        except StorageError as error:
            self.refuse(error)
            return
        self.push_screen(StandingsScreen(tournament))

    def draw(self) -> tuple[random.Random, int]:
        """A random source for one draw of seats, and its seed, so that the draw can be told and repeated."""
        seed = self.seed()
        return random.Random(seed), seed

    # -- choices -----------------------------------------------------------------------------------------

    @property
    def regulations(self) -> Path:
        """The folder of the judge's own regulation files."""
        return self.home.root / "regulations"

    def choose(self, settings: choices.Settings) -> None:
        """Takes new choices and keeps them; where they cannot be kept they hold for this run."""
        if settings == self.settings:
            return
        before, self.settings = self.settings, settings
        set_language(settings.spoken)
        if settings.keys != before.keys:
            self._take_keys()
        try:
            choices.write(self.home.files, self.home.root, settings)
        except OSError as error:
            text = _("The settings could not be kept ({why}); they hold until you leave.")
            self.say(text.format(why=error.strerror or error), "warning")
        if settings.spoken != before.spoken:
            self.say(absence(), "warning")
            self._speak()
        self.animation_level = "full" if settings.animations else "none"

    def _speak(self) -> None:
        """The feet of all screens in the language that was chosen; what else they say follows when they come
        up again."""
        for screen in self.screen_stack:
            for foot in screen.query(Foot):
                foot.refresh(layout=True)

    def _take_keys(self) -> None:
        """The user's own keys, in both alphabets like all others; one that cannot be used is told."""
        heard: dict[str, str] = {}
        self.own_keys, self.wrong_keys = {}, ()
        if self.settings.keys:
            from tabletui import own_keys

            self.own_keys, refused = own_keys.checked(self.settings.keys)
            heard = own_keys.heard(self.own_keys)
            root = self.home.root
            self.wrong_keys = tuple(choices.key_sentence(root, one.id, one.sentence()) for one in refused)
        use_own(self.own_keys)
        self.set_keymap(heard)

    def warnings(self) -> list[str]:
        """What is wrong in the settings, the keys and the colours, a sentence each."""
        missing = absence()
        wrong = [one.sentence() for one in self._wrong_settings]
        return [*([missing] if missing else []), *wrong, *self.wrong_keys, *self.colours.warnings]

    def _in_short(self, warnings: Sequence[str]) -> str:
        """The first of them, and how many more the settings screen tells."""
        if len(warnings) < 2:
            return "".join(warnings)
        more = ngettext("and {count} more: F2", "and {count} more: F2", len(warnings) - 1)
        return f"{warnings[0]} ({more.format(count=len(warnings) - 1)})"

    def wear(self, name: str) -> None:
        """Changes the colours and keeps the choice."""
        self.colours = self._colours_of(name, self.home)
        self.register_theme(self.colours.theme)
        self.theme = self.colours.theme.name
        self._warn_of_colours()
        self.choose(replace(self.settings, theme=name))

    def _colours_of(self, name: str, folder: Folder) -> themes.Loaded:
        """The theme that was chosen, or that of a terminal which cannot show its colours."""
        found = themes.load(name, folder.root / "themes")
        instead = self.terminal.theme
        if instead is None or (found.theme.ansi and instead != themes.MONO):
            return found
        return themes.load(instead, folder.root / "themes")

    def _dress(self) -> None:
        """What the terminal cannot show is put otherwise; where nothing may move, nothing does."""
        from textual.filter import NoColor

        if self.terminal.colours == NONE and not self.no_color:
            self.no_color = True
            self._filters.append(NoColor())
        instead = self.terminal.filter()
        if instead is not None:
            self._filters.append(instead)
        if not self.settings.animations:
            self.animation_level = "none"

    def _warn_of_colours(self) -> None:
        self.say_later(self._in_short(self.colours.warnings))

    def get_theme(self, theme_name: str) -> Theme | None:
        """Textual asks for the theme that is worn before it can be registered, and often in each paint."""
        worn = self.colours.theme
        return worn if theme_name == worn.name else super().get_theme(theme_name)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What a theme that is not one of this program lacks."""
        return dict.fromkeys(themes.VARIABLES, "#808080")
