"""Reading protocols from files of any name: what is wrong with one is said with its place in it."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

from rules.protocol import Protocol, parse_protocols
from rules.record import record
from rules.sheet_json import BadProtocol
from storage.errors import WrongFile, why
from storage.files import Files
from storage.json_text import BadJson, parse_text

LARGEST = 16 << 20
"""Bytes; a whole tournament of protocols is about one million."""


class WrongProtocolFile(WrongFile):
    """A file of protocols that cannot be taken. str() is one line: file, place, what is wrong.

    path: the file; where: the place in it, "line 3, column 7" or "[0].players[2].seat", empty where it has
    none. template and details make the sentence without file and place.
    """

    def __init__(self, path: Path, where: str, code: str, template: str, **details: object) -> None:
        super().__init__(code, template, **details)
        self.path = path
        self.where = where
        self.message = template.format(**details)

    def __str__(self) -> str:
        return ": ".join(part for part in (str(self.path), self.where, self.message) if part)


@record
class Found:
    """A protocol and where it stands: its file, and its place there, such as "[2]"; empty if it is alone."""

    path: Path
    where: str
    protocol: Protocol

    def place(self, inner: str) -> str:
        """A place within the protocol as a place within the file."""
        return f"{self.where}.{inner}" if self.where and inner else self.where or inner


def read_protocols(files: Files, path: Path) -> tuple[Found, ...]:
    """The protocols of a file, in its order. Raises WrongProtocolFile."""
    return protocols_of(path, read_bytes(files, path))


def protocols_of(path: Path, data: bytes) -> tuple[Found, ...]:
    """The protocols in the bytes of a file; path is for the message. Raises WrongProtocolFile."""
    value = json_of(path, data)
    try:
        protocols = parse_protocols(value)
    except BadProtocol as bad:
        raise WrongProtocolFile(path, bad.where, bad.code, "{message}", message=bad.message) from None
    if not isinstance(value, list):
        return (Found(path, "", protocols[0]),)
    return tuple(Found(path, f"[{index}]", protocol) for index, protocol in enumerate(protocols))


def json_of(path: Path, data: bytes) -> Any:
    """The JSON in the bytes of a file. Raises WrongProtocolFile."""
    try:
        return parse_text(data)
    except BadJson as bad:
        where = f"line {bad.line}, column {bad.column}"
        raise WrongProtocolFile(path, where, bad.code, bad.template, **bad.details) from None


def read_bytes(files: Files, path: Path) -> bytes:
    """All bytes of a file of at most 16 MB. Raises WrongProtocolFile."""
    try:
        if files.size(path) <= LARGEST:
            return files.read(path)
    except FileNotFoundError:
        raise WrongProtocolFile(path, "", "no_file", "there is no such file") from None
    except IsADirectoryError:
        raise WrongProtocolFile(path, "", "not_a_file", "this is a folder; name the file in it") from None
    except OSError as error:
        if path.is_dir():
            raise WrongProtocolFile(path, "", "not_a_file", "this is a folder; name the file in it") from None
        if error.errno == errno.EINVAL and not path.is_file():
            raise WrongProtocolFile(
                path, "", "unreadable", "a device or a pipe, not a file; name a file"
            ) from None
        raise WrongProtocolFile(path, "", "unreadable", "cannot be read ({why})", why=why(error)) from None
    except ValueError:
        raise WrongProtocolFile(path, "", "no_file", "this is not the name of a file") from None
    raise WrongProtocolFile(
        path, "", "too_large", "more than {most} MB; this is no protocol", most=LARGEST >> 20
    )
