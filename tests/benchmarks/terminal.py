"""A program behind a real pseudo-terminal: its keys, its bytes, its processor time and memory (Linux)."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class Terminal:
    """Starts a command in a terminal of rows × columns; close() ends it."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], rows: int = 24, columns: int = 80
    ) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # Whoever measures has a processor of his own, and each start meets the same caches.
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
            # The size must be right before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], list(command), dict(env))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def read(self, seconds: float) -> bytes:
        """What arrives within so many seconds; b"" when nothing does."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        try:
            return os.read(self.fd, 65536) if ready else b""
        except OSError:
            return b""

    def read_until(self, text: str, seconds: float = 20) -> bytes:
        """Everything up to the chunk that holds the text."""
        got, until = b"", time.monotonic() + seconds
        while text.encode() not in got:
            if time.monotonic() > until:
                raise TimeoutError(f"{text!r} did not appear; the last bytes are {got[-300:]!r}")
            got += self.read(0.2)
        return got

    def drain(self, quiet: float = 0.15, most: float = 5) -> bytes:
        """Everything until nothing arrives for `quiet` seconds."""
        got, until = b"", time.monotonic() + most
        while time.monotonic() < until:
            chunk = self.read(quiet)
            if not chunk:
                break
            got += chunk
        return got

    def press(self, key: str, quiet: float = 0.04) -> tuple[float, int]:
        """Milliseconds from a key to the last byte of what it paints, and how many bytes that is.

        The paint is over when nothing more arrives for `quiet` seconds.
        """
        start = time.perf_counter()
        self.send(key)
        chunk, last, size = self.read(2), start, 0
        while chunk:
            last, size = time.perf_counter(), size + len(chunk)
            chunk = self.read(quiet)
        return (last - start) * 1000, size

    def cpu(self) -> float:
        """Processor seconds of the process so far (user and system, all threads), to the nanosecond."""
        # The clock of another process, as clock_getcpuclockid(3) numbers it; /proc counts in hundredths.
        return time.clock_gettime((~self.pid << 3) | 2)

    def rss(self) -> float:
        """Resident memory in MiB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def close(self) -> None:
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.fd)
