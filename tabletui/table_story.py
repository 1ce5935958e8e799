"""What the records of a journal tell: the history of the game, when each move was made, the clock's rest.

Live and after a power cut it is the same fold: `told` takes the story so far and one record. A record is one
of these, each with `at` (ISO time) and, where the step has a clock, `left` (whole seconds left just then):

    {"event": …}                                  a fact, in the form of the protocol
    {"undo": true}   {"redo": true}
    {"amend": {"index": 3, "event": … or null}}
    {"clock": {"left": 47, "running": true}}      nothing but the clock
    {"end": …}                                    written when the game is closed
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.game import Amendment, Event, History, State, event_json, parse_event
from rules.game.history import Move
from rules.record import record, replace

Record = Mapping[str, Any]


@record
class Mark:
    """When a move was made and how many seconds its step had left then (None: no clock)."""

    at: str
    left: int | None


@record
class Story:
    """marks and undone go along with the moves of the history and with those taken back.

    left: seconds the present step has left by the records, None where nothing says so: all of them.
    audit: what was taken back, returned or amended, as JSON rows.
    """

    history: History
    marks: tuple[Mark, ...] = ()
    undone: tuple[Mark, ...] = ()
    left: int | None = None
    audit: tuple[Mapping[str, Any], ...] = ()

    @property
    def times(self) -> tuple[str, ...]:
        """The time of each fact that stands; an amended one keeps its own."""
        times: list[str] = []
        for move, mark in zip(self.history.moves, self.marks, strict=True):
            if not isinstance(move, Amendment):
                times.append(mark.at)
            elif move.event is None:
                del times[move.index]
        return tuple(times)

    def rows(self) -> list[dict[str, Any]]:
        """The facts that stand, as JSON with their times."""
        events = self.history.game.events
        return [event_json(event) | {"at": at} for event, at in zip(events, self.times, strict=True)]


def same_step(one: State, other: State) -> bool:
    """Whether a clock that runs in one state runs on in the other."""

    def clocked(s: State) -> tuple[object, ...]:
        return (s.step, s.day, s.night, s.seat, s.tied, s.seconds, s.silenced)

    return clocked(one) == clocked(other)


def told(story: Story, record: Record) -> Story:
    """The story after one more record.

    Raises what the history raises (IllegalEvent, IllegalFact, NothingToUndo, NothingToRedo, NoSuchEvent),
    BadEvent for a malformed fact and ValueError for a record of no known kind.
    """
    before = story.history
    mark = Mark(record.get("at", ""), record.get("left"))
    if "event" in record:
        after = before.apply(parse_event(record))
        fresh = replace(story, history=after, marks=(*story.marks, mark), undone=())
        return _settled(fresh, before, mark.left, None)
    if "undo" in record:
        after = before.undo()
        *kept, last = story.marks
        fresh = replace(story, history=after, marks=tuple(kept), undone=(*story.undone, last))
        return _settled(_audited(fresh, mark, "undo", before.moves[-1]), before, mark.left, last.left)
    if "redo" in record:
        after = before.redo()
        *rest, again = story.undone
        fresh = replace(story, history=after, marks=(*story.marks, again), undone=tuple(rest))
        return _settled(_audited(fresh, mark, "redo", after.moves[-1]), before, mark.left, None)
    if "amend" in record:
        return _amended(story, record["amend"], mark)
    if "clock" in record:
        return replace(story, left=record["clock"]["left"])
    if "end" in record:
        return story
    raise ValueError(f"a record of no known kind: {', '.join(record)}")


def _amended(story: Story, amend: Mapping[str, Any], mark: Mark) -> Story:
    before = story.history
    index, put = amend["index"], amend["event"]
    event = None if put is None else parse_event(put)
    was: Event | None = before.game.events[index] if 0 <= index < len(before.game.events) else None
    after = before.amend(index, event)
    row: dict[str, Any] = {"at": mark.at, "did": "amend", "index": index, "event": put}
    if was is not None:
        row["was"] = event_json(was)
    fresh = replace(story, history=after, marks=(*story.marks, mark), undone=(), audit=(*story.audit, row))
    return _settled(fresh, before, mark.left, None)


def _audited(story: Story, mark: Mark, did: str, move: Move) -> Story:
    row: dict[str, Any] = {"at": mark.at, "did": did}
    if isinstance(move, Amendment):
        row |= {"index": move.index, "event": None if move.event is None else event_json(move.event)}
    else:
        row["event"] = event_json(move)
    return replace(story, audit=(*story.audit, row))


def _settled(story: Story, before: History, kept: int | None, restored: int | None) -> Story:
    """The seconds left: those of just now where the step goes on, else those of then where it comes back."""
    stays = same_step(before.game.state, story.history.game.state)
    return replace(story, left=kept if stays else restored)


def tell(story: Story, records: Iterable[Record]) -> Story:
    """The story after all records. Raises as `told` does."""
    for one in records:
        story = told(story, one)
    return story
