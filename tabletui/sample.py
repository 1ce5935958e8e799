"""A sample tournament for looking around: invented players, some rounds of random games, one game running.

Everything goes through the engine, the storage and the session of a table, as in a real hall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from rules.protocol import make_protocol
from rules.regulation import Regulation, load
from rules.regulation.content import as_json
from rules.sheet import Player
from storage.folder import Folder
from storage.roster import PlayerEntry
from storage.slots import Slot
from storage.tournament import Tournament
from storage.tournaments import create
from tabletui.demo_games import play, play_to
from tabletui.text import _

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


def make_sample(folder: Folder, *, now: Callable[[], str], seed: int = SEED) -> Path:
    """Makes the sample in an empty data folder and returns its tournament file. The lock must be held.

    The same seed gives the same tournament. Raises StorageError.
    """
    random = Random(seed)
    regulation = load(REGULATION)
    path = folder.root / "sample.json"
    with create(
        folder,
        path,
        tournament_id=f"sample-{seed}",
        title=_("Sample tournament"),
        regulation=regulation.id,
        source=as_json(regulation),
        now=now,
    ) as tournament:
        roster = tournament.put_players(
            [PlayerEntry(name, city=random.choice(CITIES), paid=random.random() < 0.9) for name in NAMES]
        )
        date = now()[:10]
        protocols = []
        running: tuple[Slot, tuple[Player, ...]] | None = None
        for slot, players in _seats(roster, random):
            if slot.round <= ROUNDS or slot.table < RUNNING_TABLE - 1:
                game = play(regulation, random, judge=_("Judge {number}").format(number=slot.table))
                place = {"tournament": tournament.header.id, "stage": slot.stage}
                place |= {"round": slot.round, "table": slot.table}
                protocols.append(make_protocol(game, players, slot=place, date=date))
            elif slot.table == RUNNING_TABLE:
                running = slot, players
        tournament.store_all(protocols)
        if running is not None:
            _leave_running(folder, tournament, regulation, *running, random=random, now=now)
    return path


def _seats(roster: Sequence[PlayerEntry], random: Random) -> Iterator[tuple[Slot, tuple[Player, ...]]]:
    for number in range(1, ROUNDS + 2):
        order = list(roster)
        random.shuffle(order)
        for table in range(1, len(order) // 10 + 1):
            ten = order[10 * (table - 1) : 10 * table]
            players = tuple(Player(seat, entry.id, entry.name) for seat, entry in enumerate(ten, 1))
            yield Slot("qualifying", number, table), players


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
