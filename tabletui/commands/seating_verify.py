"""`tabletui seating --verify FILE`: a published draw, drawn again from its seed and measured again."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from rules.draw import library
from rules.draw.apart import pairs_of
from rules.draw.audit import VERSION
from rules.draw.quality import Quality, faults, measure
from tabletui.commands.reporting import DONE, FINDINGS, Refused, print_json, say_finding, speaking
from tabletui.text import N_, _

LARGEST = 20_000_000
"""Bytes of a draw."""


@speaking
def verify(args: Namespace) -> int:
    """Prints the figures of the file's seating; findings where it is not what its seed gives."""
    from tabletui.commands.seating import as_json, made

    if _is_tournament(args.verify):
        return _verify_published(args)
    given = _read(args.verify)
    proof = given["audit"]
    asked = proof["parameters"]
    if proof["version"] != VERSION or proof["library"] != library.digest():
        raise Refused(
            args.verify,
            "audit.version",
            "other_version",
            N_("was drawn by another version; verify it with that one"),
        )
    groups = asked["apart"]
    drawn, own = made(
        asked["players"], asked["tables"], asked["rounds"], given["seed"], groups, given["trials"]
    )
    players = range(1, asked["players"] + 1)
    quality = measure(drawn.rounds, players, apart=pairs_of(groups))
    expected = as_json(given["seed"], drawn, quality, own)
    found = [key for key in ("rounds", "sit_outs", "quality", "audit") if given[key] != expected[key]]
    figures: Quality | None = None
    wrong: tuple[str, ...] = ()
    if "rounds" in found or "sit_outs" in found:
        figures, wrong = _measured(given, asked["players"], pairs_of(groups))
    for key in found:
        say_finding(args.verify, key, _("is not what the seed gives"))
    for line in wrong:
        say_finding(args.verify, "rounds", line)
    shown = quality if not found else figures
    if args.json:
        print_json({
            "same": not found, "differs": found, "faults": list(wrong),
            "quality": None if shown is None else shown.to_json(),
        })  # fmt: skip
    else:
        from tabletui.commands.seating_text import figures as lines

        for line in lines(shown) if shown is not None else ():
            print(line)
        if not found:
            print(_("The draw is what its seed gives."))
    return FINDINGS if found else DONE


def _is_tournament(path: str) -> bool:
    from storage.files import Files

    # A pipe or a device is neither; reading it as a draw says so.
    return Path(path).is_file() and Files().read(Path(path), 8).startswith(b'{"_file"')


def _verify_published(args: Namespace) -> int:
    """Each published draw of a tournament file, drawn again out of what stands in it."""
    from rules.course.drawing import differs
    from rules.course.seatings import readable
    from storage.files import Files
    from storage.reading import read_tournament

    found = read_tournament(Files(), Path(args.verify))
    rows, status = [], DONE
    for draw in readable(found.draws):
        rounds = draw["rounds"]
        where = f"{draw['stage']}:{rounds[0]}" + (f"-{rounds[-1]}" if len(rounds) > 1 else "")
        proof = draw.get("audit")
        other = not isinstance(proof, dict) or (proof.get("version"), proof.get("library")) != (
            VERSION,
            library.digest(),
        )
        try:
            wrong = ("audit.version",) if other else differs(draw)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            wrong = ("body",)
        for key in wrong:
            status = FINDINGS
            text = _("was drawn by another version; verify it with that one") if other else ""
            say_finding(args.verify, f"{where} {key}", text or _("is not what the seed gives"))
        if not wrong and not args.json:
            print(f"{where}: " + _("The draw is what its seed gives."))
        rows.append({"stage": draw["stage"], "rounds": rounds, "same": not wrong, "differs": list(wrong)})
    if args.json:
        print_json({"same": status == DONE, "draws": rows})
    elif not rows:
        print(_("Nothing is drawn in this tournament."))
    return status


def _measured(
    given: dict[str, Any], players: int, apart: tuple[tuple[int, int], ...]
) -> tuple[Quality | None, tuple[str, ...]]:
    rounds = tuple(tuple(tuple(table) for table in tables) for tables in given["rounds"])
    if len(given["sit_outs"]) != len(rounds):
        return None, ()
    return (
        measure(rounds, range(1, players + 1), apart=apart),
        faults(rounds, given["sit_outs"], players, apart=apart),
    )


def _read(path: str) -> dict[str, Any]:
    """The draw in a file. Raises Refused, naming the place."""
    import json

    from storage.files import Files
    from storage.protocol_files import read_bytes

    data = read_bytes(Files(), Path(path))
    if len(data) > LARGEST:
        raise Refused(path, "", "too_large", N_("the file is too large for a draw"))
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as wrong:
        raise Refused(path, "", "not_json", N_("is no JSON of a draw")) from wrong
    shape: dict[str, Any] = {
        "seed": str, "trials": int, "rounds": [[[int]]], "sit_outs": [[int]], "quality": dict,
        "audit": {
            "version": int, "library": str,
            "parameters": {"players": int, "tables": int, "rounds": int, "apart": [[int]]},
        },
    }  # fmt: skip
    place = _misfit(found, shape, "")
    asked = None if place is not None else found["audit"]["parameters"]
    if asked is not None:
        known = range(1, asked["players"] + 1)
        if any(player not in known for group in asked["apart"] for player in group):
            place = "audit.parameters.apart"
        elif not 0 <= found["trials"] <= 100_000_000:
            place = "trials"
    if place is not None:
        raise Refused(path, place, "no_draw", N_("is not what a draw has there"))
    draw: dict[str, Any] = found
    return draw


def _misfit(value: object, shape: object, place: str) -> str | None:
    """The first place where a value has not the shape, None where it has."""
    if isinstance(shape, type):
        return None if type(value) is shape else place
    if isinstance(shape, list):
        if not isinstance(value, list):
            return place
        inner = (_misfit(one, shape[0], f"{place}[{index}]") for index, one in enumerate(value))
        return next((one for one in inner if one is not None), None)
    if not isinstance(value, dict) or not isinstance(shape, dict):
        return place
    for key, part in shape.items():
        here = f"{place}.{key}" if place else key
        if key not in value:
            return here
        misfit = _misfit(value[key], part, here)
        if misfit is not None:
            return misfit
    return None
