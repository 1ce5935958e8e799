"""Lines of a form: words on the left, a field of one line on the right."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static


class Field(Horizontal):
    """A label and its field. wide: cells of the label where the usual ones are too few."""

    DEFAULT_CSS = """
    Field { height: 1; width: 100%; }
    Field > .label { width: 13; padding: 0 1; color: $muted; }
    Field > :last-child { width: 1fr; }
    """

    def __init__(self, words: str, field: Widget, *, wide: int | None = None) -> None:
        super().__init__()
        self._words = words
        self._wide = wide
        self.field = field

    def compose(self) -> ComposeResult:
        label = Static(self._words, classes="label", markup=False)
        if self._wide is not None:
            label.styles.width = self._wide
        yield label
        yield self.field


def line(value: str = "", *, id: str, placeholder: str = "", length: int = 200) -> Input:
    """A field for one line of text."""
    return Input(value, id=id, placeholder=placeholder, max_length=length, select_on_focus=False)


class QuickField(Input):
    """A field whose Enter goes on to the next before another key is heard: lines typed fast stay apart."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key != "enter":
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        following = self.screen.focus_next()
        if following is not None and following is not self:
            self._hand_on(following)

    def _hand_on(self, following: Widget) -> None:
        """Keys that came here while this one was being heard belong to the next field, in their order.

        The toolkit has handed them to whatever had the focus then; nothing is awaited here, so that no later
        key can overtake them.
        """
        queue = self._message_queue
        waiting = [queue.get_nowait() for _ in range(queue.qsize())]
        if isinstance(self._pending_message, events.Key):  # looked at already, to join it with others
            waiting.insert(0, self._pending_message)
            self._pending_message = None
        for message in waiting:
            if isinstance(message, events.Key):
                following.post_message(message)
            else:
                queue.put_nowait(message)


class NameField(Input):
    """A field whose Enter takes the text before the next key is heard: names typed fast stay apart."""

    def __init__(self, taken: Callable[[str], None], *, id: str, placeholder: str = "") -> None:
        super().__init__(id=id, placeholder=placeholder, max_length=60, select_on_focus=False)
        self._taken = taken

    async def _on_key(self, event: events.Key) -> None:
        # As a binding Enter would take the way over the screen, and the next name could overtake it.
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._taken(self.value)
