"""Games that wait to be gone on with: where each stands, folded from its journal."""

from __future__ import annotations

from pathlib import Path

from rules.game import BadEvent, History, IllegalEvent, IllegalFact, Step
from rules.record import record
from storage.errors import StorageError
from storage.finishing import Running, unfinished
from storage.folder import Folder
from storage.slots import Slot
from tabletui.cli import sentence
from tabletui.refusals import step_name
from tabletui.table_header import regulation_of
from tabletui.table_story import Story, tell
from tabletui.text import N_, _

_OF_A_SEAT = {
    "speech": N_("speech of {seat}"),
    "defence": N_("defence of {seat}"),
    "last_word": N_("last word of {seat}"),
    "best_move": N_("best move of {seat}"),
}


@record
class Waiting:
    """A running game. title: tournament, round and table; step: where it stands, or why it cannot go on."""

    running: Running
    title: str
    step: str
    can_go_on: bool

    @property
    def path(self) -> Path:
        """Its journal."""
        return self.running.path

    @property
    def tournament(self) -> str:
        """The id of its tournament, empty where the journal does not say."""
        return str(self._slot.get("tournament_id") or "")

    @property
    def slot(self) -> Slot | None:
        """Its place in the tournament."""
        stage, number, table = (self._slot.get(key) for key in ("stage", "round", "table"))
        if isinstance(stage, str) and isinstance(number, int) and isinstance(table, int):
            return Slot(stage, number, table)
        return None

    @property
    def _slot(self) -> dict[str, object]:
        slot = self.running.header.get("slot")
        return slot if isinstance(slot, dict) else {}


def waiting(folder: Folder) -> list[Waiting]:
    """All running games of the data folder, the one that began last first. Changes nothing."""
    found = [_waiting(running) for running in unfinished(folder)]
    return sorted(found, key=lambda one: str(one.running.header.get("created", "")), reverse=True)


def step_line(step: Step) -> str:
    """Where a game stands, in a few words without secrets: "day 2, speech of 4"."""
    if step.seat is not None and step.id in _OF_A_SEAT:
        what = _(_OF_A_SEAT[step.id]).format(seat=step.seat)
    else:
        what = step_name(step.id)
    if step.id in ("deal", "closing", "finished"):
        return what
    if step.at_night:
        return _("night {night}, {what}").format(night=step.night, what=what)
    return _("day {day}, {what}").format(day=step.day, what=what)


def _waiting(running: Running) -> Waiting:
    title = str(running.header.get("title") or running.path.stem)
    if running.condition not in ("clean", "torn", "damaged"):
        why = running.notice or _("This game cannot be gone on with.")
        return Waiting(running, title, sentence(why), False)
    if running.condition == "damaged":
        return Waiting(running, title, _("the last entry is damaged"), True)
    if running.ended:
        return Waiting(running, title, _("signed, waits to be stored"), True)
    try:
        regulation = regulation_of(running.header)
        story = tell(Story(History.new(regulation)), running.records)
    except StorageError as error:
        return Waiting(running, title, sentence(error), False)
    except (IllegalEvent, IllegalFact, BadEvent, ValueError, KeyError, TypeError):
        return Waiting(running, title, _("the record does not fit the rules it names"), False)
    return Waiting(running, title, step_line(story.history.game.step), True)
