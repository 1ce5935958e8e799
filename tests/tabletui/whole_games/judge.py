"""The judge at the keyboard: presses keys by what stands on their caps, and looks at the screen."""

from __future__ import annotations

from table_stage import Time
from textual.events import Key
from textual.pilot import Pilot

from rules.game import Game
from tabletui.table import Session

CAPS = {
    "Enter": "enter",
    "Space": "space",
    "Esc": "escape",
    "Backspace": "backspace",
    "Tab": "tab",
    "Home": "home",
    "End": "end",
    "PgUp": "pageup",
    "↑": "up",
    "↓": "down",
    "→": "right",
    "+": "plus",
    "?": "question_mark",
}
"""Textual's names of the keys that write no letter."""

PUNCTUATION = {
    " ": "space",
    "-": "minus",
    ".": "full_stop",
    ",": "comma",
    '"': "quotation_mark",
}
"""Textual's names of keys that write something else than a letter or a digit."""

LATIN = "QWERTYUIOPASDFGHJKLZXCVBNM"
RUSSIAN = "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"
DIGITS = "1234567890"
KAZAKH_ROW = '"әіңғ,.үұқ'
"""What the digit row sends under the Kazakh layout."""

CYRILLIC = str.maketrans(LATIN + DIGITS, RUSSIAN + KAZAKH_ROW)


class Judge:
    """cyrillic: letters are pressed under the Russian layout and digits on the Kazakh digit row."""

    def __init__(self, pilot: Pilot[int], time: Time, *, cyrillic: bool = False) -> None:
        self.pilot = pilot
        self.time = time
        self.cyrillic = cyrillic
        self._session: Session | None = None

    # -- the hand ----------------------------------------------------------------------------------------

    async def keys(self, *caps: str) -> None:
        """Presses keys one after another, each when the app is done with the one before."""
        for cap in caps:
            await self._press(self._sent(cap))

    async def enter(self, times: int) -> None:
        """Enter, so many times: whoever has the word says nothing that must be recorded."""
        await self.keys(*["Enter"] * times)

    async def type(self, words: str) -> None:
        """Types a text into the field that has the focus."""
        for letter in words:
            await self._press(letter)

    async def click_seat(self, seat: int) -> None:
        """Clicks a line of the list of seats; the heading is line 0."""
        await self.pilot.click("#table-seats", offset=(5, seat))
        await self.pilot.pause()

    async def click(self, words: str) -> None:
        """Clicks words on the screen, the lowest that there are: those of the line of keys."""
        lines = self.lines()
        places = [(line.find(words), y) for y, line in enumerate(lines) if words in line]
        assert places, f"“{words}” is not on the screen:\n{self.picture()}"
        await self.pilot.click(offset=places[-1])
        await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Makes the terminal another size."""
        await self.pilot.resize_terminal(width, height)
        await self.pilot.pause()
        assert len(self.lines()) == height

    async def seconds_pass(self, seconds: float) -> None:
        """Time passes in the room, and the clock of the step shows another second by itself."""
        before = self.clock
        self.time.pass_(seconds)
        for _look in range(100):
            await self.pilot.pause(0.03)
            if self.clock != before:
                return
        raise AssertionError(f"the clock stands at {before}:\n{self.picture()}")

    async def _press(self, key: str) -> None:
        character = key if len(key) == 1 else None
        self.pilot.app.post_message(Key(PUNCTUATION.get(key, key), character))
        for _way in ("to the app", "to the screen", "to what it opens"):
            await self.pilot.pause(0)

    def _sent(self, cap: str) -> str:
        if cap in CAPS:
            return CAPS[cap]
        modifier, _plus, plain = cap.rpartition("+")
        if modifier == "Ctrl" or (plain.startswith("F") and plain[1:].isdigit()):
            return cap.lower()
        letter = plain.translate(CYRILLIC) if self.cyrillic else plain
        return letter if modifier == "Shift" else letter.lower()

    # -- the eye -----------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """What stands on the screen, line by line."""
        return [strip.text for strip in self.pilot.app.screen._compositor.render_strips()]

    def picture(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines())

    def sees(self, *words: str) -> None:
        """All of these stand on the screen; words broken between two lines are found too."""
        for one in words:
            assert one in self._read(), f"“{one}” is not on the screen:\n{self.picture()}"

    def does_not_see(self, *words: str) -> None:
        for one in words:
            assert one not in self._read(), f"“{one}” is on the screen:\n{self.picture()}"

    def _read(self) -> str:
        """The screen as running text: all lines, then what stands right of the list of seats."""
        beside = (line.partition("│")[2] for line in self.lines())
        return " ".join(" ".join([*self.lines(), *beside]).split())

    def row(self, seat: int) -> str:
        """The line of a seat in the list beside the clock."""
        found = (line.partition("│")[0] for line in self.lines() if "│" in line)
        return next(line for line in found if line[1:3].strip() == str(seat))

    @property
    def clock(self) -> str:
        """What the clock shows, empty where the step has none."""
        return self._table.board.face

    # -- the game ----------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The session of the table on the screen, or of the one that was there last."""
        for screen in self.pilot.app.screen_stack:
            if screen.name == "table":
                self._session = screen.session  # type: ignore[attr-defined]
        assert self._session is not None, f"no table was opened:\n{self.picture()}"
        return self._session

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def step(self) -> tuple[object, ...]:
        """The step, with the seat whose it is: ("speech", 3), ("lift",)."""
        step = self.game.step
        return (step.id,) if step.seat is None else (step.id, step.seat)

    @property
    def _table(self):  # type: ignore[no-untyped-def]
        return next(screen for screen in self.pilot.app.screen_stack if screen.name == "table")
