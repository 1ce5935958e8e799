"""The choices of the user, one a line: what is changed holds at once and is on the disk at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.record import record
from tabletui import themes
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.settings import NAME, Settings, system_language
from tabletui.terminal import MANY, NONE
from tabletui.text import LANGUAGES, N_, NAMES, _, ngettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp


@record
class Choice:
    """One setting. id: the field of Settings, or a place that is only told. told: msgid of the line below."""

    id: str
    title: str
    told: str


CHOICES = (
    Choice("language", N_("language"), N_("←→ turn; a running game goes on in the new language.")),
    Choice("theme", N_("colours"), N_("←→ turn. Own theme files lie in the themes folder below.")),
    Choice("sound", N_("sound"), N_("The bell ten seconds before the end of a speech and at its end.")),
    Choice("animations", N_("animations"), N_("Whether anything may glide. Nothing ever blinks.")),
    Choice("judge", N_("judge"), N_("Proposed at the next game. Enter: type it.")),
    Choice("keys", N_("keys"), N_("Enter: other keys for any action, in both alphabets at once.")),
)
FOLDERS = (
    Choice(
        "hall", N_("shared folder"), N_("Records travel through it between laptops. Enter: type its path.")
    ),
    Choice("page", N_("page of the hall"), N_("Renewed here after each protocol. Enter: type the folder.")),
    Choice("page_points", N_("points on it"), N_("Standings on the page before the last game is over.")),
    Choice("data", N_("data folder"), N_("Everything is kept here; --data or TABLETUI_DATA names another.")),
    Choice("regulations", N_("regulations"), N_("Own regulation files are looked for here.")),
    Choice("themes", N_("themes"), N_("Own theme files are looked for here.")),
)
TURNED = ("language", "theme", "sound", "animations", "page_points")


class SettingsScreen(Once, Screen[None]):
    """The list; the line under the cursor is explained below it."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("settings", "screen")]

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[Choice | None] = []

    def compose(self) -> ComposeResult:
        yield Head()
        yield Rows([Column("", 16), Column("", 0)], head=False)
        yield Static("", classes="note", markup=False)
        yield Foot("settings", "screen", before=(("↑↓", N_("choose")),))

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        """Keys may have been changed."""
        self.show()

    # -- the list ----------------------------------------------------------------------------------------

    def show(self) -> None:
        """All choices as they are, in the language in use."""
        lines: list[Line] = []
        self._shown = []

        def add(line: Line, choice: Choice | None = None) -> None:
            lines.append(line)
            self._shown.append(choice)

        for choice in CHOICES:
            add(Line((_(choice.title), self._value(choice.id))), choice)
        add(Line((), "text"))
        add(Line((_("Folders"),), "heading"))
        for choice in FOLDERS:
            kind = "" if choice.id in ("hall", "page", "page_points") else "quiet"
            add(Line((_(choice.title), self._value(choice.id)), kind), choice)
        warnings = self.app.warnings()
        if warnings:
            add(Line((), "text"))
            add(Line((_("Not as written"),), "heading"))
            for warning in warnings:
                add(Line(("!", warning), "caution"))
        self.query_one(Head).say(_("Preferences"), str(self.app.home.root / NAME))
        self.query_one(Rows).show(lines)
        self._tell(self.query_one(Rows).index)
        self.query_one(Foot).refresh(layout=True)

    def _value(self, id: str) -> str:
        settings, home = self.app.settings, self.app.home.root
        match id:
            case "language":
                taken = _("as the system: {language}").format(language=NAMES[system_language()])
                return NAMES[settings.language] if settings.language else taken
            case "theme":
                return themes.title(self.app.colours) + self._terminal_words()
            case "sound" | "animations" | "page_points":
                return _("on") if getattr(settings, id) else _("off")
            case "keys":
                own = len(self.app.own_keys)
                words = ngettext("{count} own key", "{count} own keys", own).format(count=own)
                return words if own else _("as shipped")
            case "data":
                return str(home)
            case "regulations" | "themes":
                return str(home / id)
        return str(getattr(settings, id)) or _("not set")

    def _terminal_words(self) -> str:
        """Why other colours are worn than those that were chosen."""
        if self.app.terminal.colours == MANY:
            return ""
        if self.app.terminal.colours == NONE:
            return " · " + _("the terminal has no colours, or NO_COLOR is set")
        return " · " + _("the terminal has sixteen colours")

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        self._tell(event.index)

    def _tell(self, index: int) -> None:
        choice = self._shown[index] if 0 <= index < len(self._shown) else None
        line = self.query_one(Rows).line
        words = _(choice.told) if choice is not None else line.cells[1] if line is not None else ""
        self.query_one(Static).update(words)

    @property
    def _choice(self) -> Choice | None:
        index = self.query_one(Rows).index
        return self._shown[index] if 0 <= index < len(self._shown) else None

    # -- changes -----------------------------------------------------------------------------------------

    def action_turn(self, way: int) -> None:
        choice = self._choice
        if choice is None:
            return
        if choice.id in TURNED:
            self._take(choice.id, self._following(choice.id, way))
        elif choice.id in ("judge", "keys", "hall", "page"):
            self.action_choose()
        else:
            self.app.say(_(choice.told))

    def _following(self, id: str, way: int) -> str | bool:
        settings = self.app.settings
        match id:
            case "language":
                values: Sequence[str] = ("", *LANGUAGES)
            case "theme":
                values = themes.known(self.app.home.root / "themes")
            case _:
                return not getattr(settings, id)
        now = getattr(settings, id)
        return values[(values.index(now) + way) % len(values)] if now in values else values[0]

    def _take(self, id: str, value: str | bool) -> None:
        app = self.app
        if id == "theme":
            app.wear(str(value))
        else:
            app.choose(replace(app.settings, **{id: value}))
        if id == "page_points":
            app.publish()
        if id == "sound" and value:
            app.bell()
        if id == "language" and app.settings.spoken == "kk":
            app.say(_("The Kazakh texts await a native reader; what is missing is shown in Russian."))
        self.show()

    @on(Rows.Chosen)
    def action_choose(self) -> None:
        choice = self._choice
        if choice is None:
            return
        match choice.id:
            case "keys":
                from tabletui.screens.settings_keys import KeysScreen

                self.app.push_screen(KeysScreen())
            case "judge":
                self._type(_("Who judges?"), "judge")
            case "hall":
                detail = _("A folder that all laptops of the hall reach; empty: none.")
                self._type(_("Shared folder"), "hall", detail)
            case "page":
                detail = _("A folder that the screen of the hall or a web server shows; empty: none.")
                self._type(_("Page of the hall"), "page", detail)
            case _:
                self.action_turn(1)

    def _type(self, title: str, id: str, detail: str = "") -> None:
        from tabletui.screens.dialogs import TextDialog

        def answered(text: str | None) -> None:
            if text is not None:
                self._typed(id, text)

        initial = str(getattr(self.app.settings, id))
        self.app.push_screen(TextDialog(title, initial, detail=detail, blank=True), answered)

    def _typed(self, id: str, text: str) -> None:
        app = self.app
        if id not in ("hall", "page"):
            self._take(id, text)
            return
        path = Path(text).expanduser().absolute() if text else None
        if path is not None and not path.is_dir():
            app.say(_("{folder}: there is no such folder.").format(folder=path), "error")
            return
        if id == "page" and path is not None and app.home.root.absolute() in (path, *path.parents):
            app.say(_("This is in the data folder, which the program keeps for itself."), "error")
            return
        self._take(id, str(path) if path is not None else "")
        if id == "hall":
            app.hall.share(path)
        else:
            app.publish()

    def action_default(self) -> None:
        choice = self._choice
        if choice is not None and hasattr(Settings(), choice.id):
            if choice.id in ("hall", "page"):
                self._typed(choice.id, "")
            elif choice.id == "keys":
                app = self.app
                app.choose(replace(app.settings, keys={}))
                self.show()
            else:
                self._take(choice.id, getattr(Settings(), choice.id))

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Preferences"), help_lines("settings", "list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()
