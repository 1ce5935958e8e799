"""A sample tournament for looking around: invented players, some rounds of random games, one game running.

Everything goes through the engine, the storage and the session of a table, as in a real hall. The demo has
what a chief judge meets besides: a published draw, sheets that are missing, two protocols of one game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rules.protocol import make_protocol
from rules.regulation import Regulation, load
from rules.regulation.content import as_json
from rules.sheet import Player
from storage.folder import Folder
from storage.kinds import Slot
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from storage.tournaments import create
from tabletui.demo_games import play, play_to
from tabletui.text import _

Seated = tuple[Slot, tuple[Player, ...]]
"""Ten players at a table in a round."""

REGULATION = "aktau-2017"
SEED = 2017
ROUNDS = 2
"""Rounds that are over; of the next one some tables are."""
RUNNING_TABLE = 5
RUNNING_DAY = 2

NAMES = [
    "Вега",
    "Норд",
    "Сойка",
    "Аргус",
    "Ива",
    "Лот",
    "Мираж",
    "Кедр",
    "Оникс",
    "Рысь",
    "Бриз",
    "Сигма",
    "Тундра",
    "Фобос",
    "Янтарь",
    "Зенит",
    "Калан",
    "Лазурь",
    "Мангуст",
    "Нектар",
    "Орион",
    "Пихта",
    "Ратник",
    "Сапсан",
    "Терция",
    "Ураган",
    "Фрегат",
    "Хорус",
    "Цитра",
    "Шафран",
    "Эхо",
    "Юнга",
    "Яшма",
    "Агат",
    "Бора",
    "Вольт",
    "Гранит",
    "Дельта",
    "Ежевика",
    "Жерех",
    "Зефир",
    "Иней",
    "Каскад",
    "Лемур",
    "Мята",
    "Нота",
    "Опал",
    "Пульсар",
    "Ригель",
    "Скат",
    "Титан",
    "Умбра",
    "Факел",
    "Хвощ",
    "Циркон",
    "Чибис",
    "Шквал",
    "Эльбрус",
    "Юкка",
    "Альбатрос",
]
CITIES = ("Актау", "Атырау", "Уральск", "Астана", "Алматы", "Баку", "Саратов")


MISSING = ((3, 4), (3, 6))
"""Rounds and tables of the demo whose sheets have not come."""
TWICE = (2, 3)
"""Round and table of the demo from which two protocols have come."""
LATE = 46
"""Which player of the demo is fined."""


def make_sample(folder: Folder, *, now: Callable[[], str], seed: int = SEED) -> Path:
    """Makes the sample in an empty data folder and returns its tournament file. The lock must be held.

    The same seed gives the same tournament. Raises StorageError.
    """
    random = Random(seed)
    with _created(folder, now, seed) as tournament:
        roster = _roster(tournament, random, paid=0.9)
        _play(folder, tournament, _shuffled(roster, random), ROUNDS, random=random, now=now)
        return tournament.path


def make_demo(folder: Folder, *, now: Callable[[], str], seed: int = SEED) -> Path:
    """As `make_sample`, with the course of a qualifying stage: the list is approved, all rounds are drawn and
    published, three of them are over but for two sheets, one game has two protocols, one runs.
    """
    from rules.sheet import SEATS
    from tabletui.course import Course

    random = Random(seed)
    with _created(folder, now, seed) as tournament:
        roster = _roster(tournament, random, paid=1)
        course = Course(tournament, load(REGULATION))
        course.approve()
        course.publish(course.draw(str(seed)))
        named = {entry.id: entry.name for entry in roster}
        seats = [
            (
                Slot(stage, number, table),
                tuple(Player(seat, id, named[id]) for seat, id in zip(SEATS, ten, strict=True)),
            )
            for (stage, number), drawn in sorted(course.seatings().items())
            if number <= ROUNDS + 2
            for table, ten in enumerate(drawn.tables, 1)
        ]
        _play(folder, tournament, seats, ROUNDS + 1, random=random, now=now, left_out=MISSING)
        slot, players = next(one for one in seats if (one[0].round, one[0].table) == TWICE)
        tournament.store(_protocol(tournament, slot, players, random, now))
        course.fine(roster[LATE].id or "", "-1", _("late for the game"), "qualifying", 2)
        return tournament.path


def _created(folder: Folder, now: Callable[[], str], seed: int) -> Tournament:
    regulation = load(REGULATION)
    return create(
        folder,
        folder.root / "sample.json",
        tournament_id=f"sample-{seed}",
        title=_("Sample tournament"),
        regulation=regulation.id,
        source=as_json(regulation),
        now=now,
    )


def _roster(tournament: Tournament, random: Random, *, paid: float) -> Sequence[PlayerEntry]:
    return tournament.put_players(
        [PlayerEntry(name, city=random.choice(CITIES), paid=random.random() < paid) for name in NAMES]
    )


def _shuffled(roster: Sequence[PlayerEntry], random: Random) -> Iterator[Seated]:
    for number in range(1, ROUNDS + 2):
        order = list(roster)
        random.shuffle(order)
        for table in range(1, len(order) // 10 + 1):
            ten = order[10 * (table - 1) : 10 * table]
            players = tuple(Player(seat, entry.id, entry.name) for seat, entry in enumerate(ten, 1))
            yield Slot("qualifying", number, table), players


def _play(
    folder: Folder,
    tournament: Tournament,
    seats: Iterable[Seated],
    rounds: int,
    *,
    random: Random,
    now: Callable[[], str],
    left_out: Collection[tuple[int, int]] = (),
) -> None:
    """So many rounds, and of the next one some tables; one game of it is left open."""
    protocols, running = [], None
    for slot, players in seats:
        if (slot.round, slot.table) in left_out:
            continue
        if slot.round <= rounds or slot.table < RUNNING_TABLE - 1:
            protocols.append(_protocol(tournament, slot, players, random, now))
        elif slot.table == RUNNING_TABLE:
            running = slot, players
    tournament.store_all(protocols)
    if running is not None:
        _leave_running(folder, tournament, load(REGULATION), *running, random=random, now=now)


def _protocol(
    tournament: Tournament,
    slot: Slot,
    players: tuple[Player, ...],
    random: Random,
    now: Callable[[], str],
) -> dict[str, Any]:
    game = play(load(REGULATION), random, judge=_("Judge {number}").format(number=slot.table))
    place = {
        "tournament": tournament.header.id,
        "stage": slot.stage,
        "round": slot.round,
        "table": slot.table,
    }
    return make_protocol(game, players, slot=place, date=now()[:10])


def _leave_running(
    folder: Folder,
    tournament: Tournament,
    regulation: Regulation,
    slot: Slot,
    players: tuple[Player, ...],
    *,
    random: Random,
    now: Callable[[], str],
) -> None:
    """A game on its second day, left by its judge for a moment."""
    from tabletui.board import slot_title
    from tabletui.table import Session

    session = Session.start(
        folder,
        regulation,
        slot={
            "tournament": folder.named(tournament.path),
            "tournament_id": tournament.header.id,
            "stage": slot.stage,
            "round": slot.round,
            "table": slot.table,
        },
        players=players,
        judge=_("Judge {number}").format(number=slot.table),
        title=f"{tournament.header.title} · {slot_title(regulation, slot)}",
        now=now,
        tournament=tournament,
    )
    for event in play_to(regulation, random, RUNNING_DAY):
        session.apply(event)
    session.release()
