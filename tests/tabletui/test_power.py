"""The installed program on a terminal of its own, and the plug pulled: what was on the screen is on the disk.

TABLETUI_KILLS=50 pulls the plug fifty times instead of five; TABLETUI_KILLS_SEED=7 chooses other moments.
"""

from __future__ import annotations

import os
import random
import re
import signal
import time
from collections.abc import Iterator, Mapping, Sequence

import pytest
from shell_stage import TEN
from table_stage import DEALT, NEXT, Time, begin, open_folder
from whole_games.terminal import Terminal, pexpect

from rules.game import Event, History, event_json, events
from storage.files import Files
from storage.journal import read_journal
from tabletui.table import regulation_of
from tabletui.table_story import Story, tell

KILLS = int(os.environ.get("TABLETUI_KILLS", "5"))
SEED = int(os.environ.get("TABLETUI_KILLS_SEED", "1"))


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals that a test has opened; no program outlives the test."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.child.close(force=True)


def without_clock(screen: str) -> list[str]:
    """The lines without the clock, which alone may differ: its figures, its state, its key."""
    lines = [line.partition("│")[0] if 2 <= y <= 4 else line for y, line in enumerate(screen.split("\n"))]
    return [" ".join(line.replace("пауза", "часы").split()) for line in lines]


def seat_and_deal(terminal: Terminal) -> None:
    """From the first screen into day 1 of a one-off game: don 7, mafia 2 and 9, sheriff 4."""
    terminal.until("Здесь пока пусто.")
    terminal.press("g")
    terminal.until("Рассадка")
    for count, name in enumerate(TEN, 1):
        terminal.press(f"{name}\r")
        terminal.until(f"{count} из 10")
    terminal.press("\x1b[21~")  # F10
    terminal.until("Кто судья?")
    terminal.press("Судья\x1b[21~")
    terminal.until("РАЗДАЧА РОЛЕЙ")
    terminal.press("7294\r")
    terminal.until("ДОГОВОРКА")
    terminal.press("\r")
    terminal.until("ОСМОТР")
    terminal.press("\r")
    terminal.until("РЕЧЬ · игрок 1 Вега")


def go_on(terminal: Terminal) -> str:
    """From the first screen to the table of the game that waits, the topmost line there."""
    terminal.until("Незаконченные игры")
    terminal.press("\r")
    terminal.until("Говорит:", "сохранено")
    return terminal.at_rest()


def test_a_killed_game_goes_on_at_the_same_step_with_its_clock_standing(tmp_path, terminals):
    terminals.append(one := Terminal(tmp_path))
    seat_and_deal(one)
    for seat in range(2, 11):
        one.press("\r")
        one.until(f"РЕЧЬ · игрок {seat} ")
    one.press("\r")
    one.until("ОТСТРЕЛ")
    for keys, words in (("5", "ПРОВЕРКА ДОНА"), ("4\r", "ПРОВЕРКА ШЕРИФА"), ("7\r", "ПОСЛЕДНЯЯ МИНУТА")):
        one.press(keys)
        one.until(words)
    one.press("729\r")
    one.until("лучший ход: 7, 2, 9")
    one.press("\r")
    one.until("день 2", "РЕЧЬ · игрок 2 Норд")
    one.press("7")
    one.until("2 → 7 выставил")
    one.press("\rf6")
    one.until("РЕЧЬ · игрок 3 ", "6 фол №1")
    one.press(" ")
    one.until("идёт")
    time.sleep(1.1)  # a clock that has lost no second yet may stand as if nobody had touched it
    one.press("f9")
    one.until("9 фол №1", "идёт", "сохранено")
    before = one.at_rest()

    # Somebody opens the program once more meanwhile.
    terminals.append(second := Terminal(tmp_path))
    second.child.expect(pexpect.EOF)
    said = second.child.before.decode().replace("\r", "")
    second.child.close()
    assert second.child.exitstatus == 3
    (sentence,) = [
        line for line in said.splitlines() if line and not re.fullmatch(r"tabletui [\d.]+ …", line)
    ]
    assert sentence.startswith("tabletui: ") and sentence.endswith(".")
    assert "Traceback" not in said

    one.kill()
    terminals.append(again := Terminal(tmp_path))
    again.until("Незаконченные игры", "день 2, речь игрока 3")
    after = go_on(again)
    assert "пауза" in after
    assert without_clock(after) == without_clock(before)

    # And it goes on from there.
    again.press("2\r")
    again.until("3 → 2 выставил", "РЕЧЬ · игрок 4 ")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "the terminal is closed"])
def test_a_program_that_is_told_to_end_loses_nothing_and_lets_the_next_one_in(tmp_path, terminals, name):
    folder = open_folder(tmp_path)
    begin(folder, Time(), facts=(DEALT, NEXT, NEXT)).release()
    folder.release()
    terminals.append(one := Terminal(tmp_path))
    go_on(one)
    one.press("7")
    one.until("1 → 7 выставил")
    one.press("\rf3")
    before = one.until("3 фол №1", "РЕЧЬ · игрок 2 ", "сохранено")
    if name == "the terminal is closed":
        one.hang_up()
    else:
        one.kill(getattr(signal, name))

    terminals.append(again := Terminal(tmp_path))
    again.until("день 1, речь игрока 2")
    assert without_clock(go_on(again)) == without_clock(before)


# --- the plug is pulled at moments nobody chose ---------------------------------------------------------

Picture = tuple[str, str, tuple[int, ...], tuple[int, ...]]
"""Day or night, the step, fouls by seat, who is nominated in which order (0: not)."""

STEPS = {"shooting": "ОТСТРЕЛ", "don_check": "ПРОВЕРКА ДОНА", "sheriff_check": "ПРОВЕРКА ШЕРИФА"}


def shown(screen: str) -> Picture:
    """What a screen of the table tells of the game."""
    lines = screen.split("\n")
    day = re.search(r"(день|ночь) \d+", lines[0])
    title = re.search(r"РЕЧЬ\s+·\s+игрок \d+|" + "|".join(STEPS.values()), lines[1])
    seats = [re.search(r"([●·]{4}) +(\d*) *│", line) for line in lines[2:12]]
    assert day and title and all(seats), screen
    fouls = tuple(seat[1].count("●") for seat in seats if seat)
    nominated = tuple(int(seat[2] or 0) for seat in seats if seat)
    return day[0], " ".join(title[0].split()), fouls, nominated


def until_shown(terminal: Terminal, picture: Picture) -> None:
    terminal.until_it(lambda screen: shown(screen) == picture, str(picture))


def told(records: Sequence[Mapping[str, object]], header: Mapping[str, object]) -> History:
    """The game that these records of a journal tell of."""
    return tell(Story(History.new(regulation_of(header))), records).history


def expected(history: History) -> Picture:
    """What the screen tells of a game, said by another hand."""
    state = history.game.state
    night = state.step in STEPS
    step = STEPS[state.step] if night else f"РЕЧЬ · игрок {state.seat}"
    order = [nomination.seat for nomination in state.nominations]
    nominated = tuple(order.index(seat) + 1 if seat in order else 0 for seat in range(1, 11))
    return f"ночь {state.night}" if night else f"день {state.day}", step, state.fouls, nominated


def some_move(history: History, chance: random.Random) -> tuple[str, Event | None]:
    """A key and the fact it becomes, None for an undo; nobody ever leaves and no ballot is held."""
    game, state = history.game, history.game.state
    if state.step == "shooting":
        return "m", events.Shoot(None)
    if state.step.endswith("_check"):
        return "n", events.Check(state.step.removesuffix("_check"), None)
    if len(history.moves) > 3 and chance.random() < 0.1:
        return "u", None
    light = [seat for seat in range(1, 11) if state.fouls[seat - 1] < 2]
    if light and chance.random() < 0.3:
        seat = chance.choice(light)
        return f"f{seat % 10}", events.Foul(seat)
    if state.nominations:
        return "w", events.Withdraw(state.seat)
    if "nominate" in game.legal() and chance.random() < 0.3:
        seat = chance.randint(1, 10)
        return str(seat % 10), events.Nominate(state.seat, seat)
    return "\r", NEXT


def plain(record: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in record.items() if key not in ("at", "left")}


def test_what_the_screen_had_shown_when_the_plug_was_pulled_is_on_the_disk(tmp_path, terminals):
    chance = random.Random(SEED)
    folder = None
    for pulled in range(KILLS):
        if pulled % 4 == 0:  # a game is long enough for so many
            root = tmp_path / f"game-{pulled}"
            folder = open_folder(root)
            session = begin(folder, Time(), facts=(DEALT, NEXT, NEXT))
            path = session.path
            session.release()
            folder.release()
            terminals.append(terminal := Terminal(root))
            go_on(terminal)
        before = read_journal(Files(), path)
        typed = [plain(record) for record in before.records if "clock" not in record]
        pictures = [expected(told(typed, before.header))]

        # The first move is waited for, the others come as they come, and the end comes in between.
        end = None
        while end is None or time.monotonic() < end:
            history = told(typed, before.header)
            keys, fact = some_move(history, chance)
            typed.append({"undo": True} if fact is None else event_json(fact))
            pictures.append(expected(told(typed, before.header)))
            terminal.press(keys)
            if end is None:
                until_shown(terminal, pictures[1])
                end = time.monotonic() + chance.uniform(0.05, 0.6)
            time.sleep(chance.choice((0, 0.002, 0.02, 0.05)))
        last = shown(terminal.kill())

        found = read_journal(Files(), path)
        assert found.condition in ("clean", "torn")
        kept = [plain(record) for record in found.records if "clock" not in record]
        assert kept == typed[: len(kept)], "nothing is on the disk that was not typed"
        count = len(kept) - (len(typed) - len(pictures) + 1)
        assert last in pictures[: count + 1], "the screen had shown what is not on the disk"
        assert last in pictures[1:]

        terminals.append(terminal := Terminal(root))
        assert shown(go_on(terminal)) == pictures[count]
