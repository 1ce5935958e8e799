"""Proof that nobody chose the draw: what is published before it, and the seed that follows from it.

Before: the SHA-256 of a secret, and of the list of players; afterwards the secret itself. The seed is
SHA-256 of secret, list, library and parameters, so whoever drew could not try list or parameters until the
draw was to his liking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from unicodedata import normalize

from rules.draw import library
from rules.record import record

VERSION = 1
"""Of the method: another number may draw otherwise from the same seed."""

Parameters = Mapping[str, object]


@record
class Audit:
    """commitment, players, library, seed: SHA-256 in hexadecimal. parameters: all that was asked."""

    version: int
    library: str
    parameters: Parameters
    players: str
    commitment: str
    seed: str

    def to_json(self) -> dict[str, object]:
        """As it stands beside a draw."""
        return {
            "version": self.version,
            "library": self.library,
            "parameters": dict(self.parameters),
            "players": self.players,
            "commitment": self.commitment,
            "seed": self.seed,
        }


def audit(secret: str, players: Iterable[str], parameters: Parameters, public: str = "") -> Audit:
    """What proves a draw. players: ids, in any order. public: known to all only after the commitment, such as
    the results so far; what is drawn then follows from them too."""
    listed = digest(sorted(normalize("NFC", player) for player in players))
    seed = digest([secret, public, listed, library.digest(), str(VERSION), _canonical(parameters)])
    return Audit(VERSION, library.digest(), parameters, listed, digest([secret]), seed)


def digest(lines: Iterable[str]) -> str:
    """SHA-256 of lines, in UTF-8 with a line feed between them."""
    return sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _canonical(parameters: Parameters) -> str:
    import json

    return json.dumps(parameters, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
