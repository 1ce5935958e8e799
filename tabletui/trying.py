"""Keys and bell, tried by the person who will use them: asked one by one on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from tabletui.examination import BAD, GOOD, NOTE, Line
from tabletui.text import N_, _

ESCAPE = "\x1b"
KEYS: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("key_letter", N_("Press the key F (А on a Russian layout)."), frozenset("fFаА")),
    ("key_digit", N_("Press the digit 7."), frozenset("7")),
    ("key_space", N_("Press the space bar."), frozenset(" ")),
    ("key_arrow", N_("Press the arrow up."), frozenset(("\x1b[A", "\x1bOA", "\xe0H", "\x00H"))),
    ("key_f10", N_("Press F10."), frozenset(("\x1b[21~", "\x00D"))),
)
"""Code, question, and what the terminal may send for the key."""

Read = Callable[[], str]


def asked(*, read: Read | None = None, ring: Callable[[], None] | None = None) -> Iterator[Line]:
    """Asks on standard error, so that the output stays for programs. Esc leaves a question out."""
    if read is None:
        if not sys.stdin.isatty():
            yield Line("keys", NOTE, N_("keys and bell were not tried: there is no terminal"))
            return
        read = _read_key
    for code, question, answers in KEYS:
        _ask(_(question))
        got = read()
        if got == ESCAPE:
            yield Line(code, NOTE, N_("left out: {question}"), {"question": _(question)})
        elif got in answers:
            yield Line(code, GOOD, N_("the key comes: {question}"), {"question": _(question)})
        else:
            said = N_("{question} The terminal sent {got}.")
            remedy = N_("free the key in the terminal's settings, or choose another in settings.toml")
            yield Line(code, BAD, said, {"question": _(question), "got": ascii(got)}, remedy)
    _ask(_("Was there a sound? Enter: yes, any other key: no."))
    (ring or _ring)()
    if read() in ("\r", "\n"):
        yield Line("bell", GOOD, N_("the bell can be heard"))
    else:
        remedy = N_("switch the sound of the terminal on; the clock flashes its last seconds too")
        yield Line("bell", NOTE, N_("the bell cannot be heard"), {}, remedy)


def _ask(question: str) -> None:
    print(f"? {question}", file=sys.stderr, flush=True)


def _ring() -> None:
    print("\a", end="", file=sys.stderr, flush=True)


def _read_key() -> str:
    """One key as the terminal sends it."""
    if sys.platform == "win32":
        import msvcrt

        first = msvcrt.getwch()
        return first + msvcrt.getwch() if first in ("\x00", "\xe0") else first
    import os
    import select
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        sent = os.read(descriptor, 32)
        while select.select([descriptor], [], [], 0.05)[0]:
            sent += os.read(descriptor, 32)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    return sent.decode("utf-8", "replace")
