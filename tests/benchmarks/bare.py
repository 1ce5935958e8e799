"""Yardstick: a Textual app with one label."""

import os

os.environ.setdefault("TEXTUAL_FPS", "240")

from textual.app import App, ComposeResult
from textual.widgets import Label


class Bare(App[None]):
    def compose(self) -> ComposeResult:
        yield Label("ready")


Bare().run()
