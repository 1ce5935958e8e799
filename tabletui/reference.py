"""Writes docs/reference.md: `python -m tabletui.reference`. For development; a test compares the page.

Everything in it is read off the program: the parser, the tables of codes, keys and settings.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from rules.findings import CODES as FINDINGS
from rules.game.errors import CODES as ILLEGAL
from rules.game.errors import STEP_IDS
from tabletui import cli, keys, settings, text
from tabletui.command_tree import Spelled, Word, commands
from tabletui.key_table import KEYS
from tabletui.locale_build import REFUSALS
from tabletui.refusals import LINES, STEPS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"

STATUSES = {
    cli.DONE: "сделано (незаконченная игра, прогнанная до конца записи, — тоже)",
    cli.FINDINGS: "сделано, но есть что посмотреть: противоречие, лист расходится с событиями, конфликт, "
    "`doctor` говорит «нет»",
    cli.WRONG: "неверные входные данные; одна строка: файл, место в нём, чего ждали; ничего не записано",
    cli.UNUSABLE: "папкой данных нельзя пользоваться: занята, только для чтения, полна",
    cli.BROKEN: "ошибка в самой программе; записанное не пропало, `TABLETUI_DEBUG=1` покажет место",
    cli.NOT_PRINTED: "вывод не записать (диск полон, устройство не отвечает): то, что напечатано, не целиком",
    130: "прервано с клавиатуры (Ctrl+C)",
    141: "тот, кто читал вывод, закрыл его раньше (`tabletui standings cup.json | head -1`)",
}

SETTINGS = {
    "language": "язык: `ru`, `en`, `kk`; пусто — язык системы",
    "theme": "цвета: `dark`, `light`, `contrast`, `colour-blind`, `sixteen` или имя своего файла "
    "из `themes/` папки данных",
    "sound": "сигнал часов",
    "animations": "плавные движения на экране; ничто не мигает и так",
    "judge": "имя судьи, которое предлагается следующей игре",
    "regulation": "регламент, который предлагается разовой игре",
    "hall": "общая папка с другими ноутбуками; пусто — без неё",
    "page": "папка страницы для зала (`index.html`), обновляется после каждого протокола; пусто — без неё",
    "page_points": "показывать ли на ней таблицу до последней игры",
    "recent": "файлы турниров, открытые последними",
    "keys": "раздел `[keys]`: имя действия = клавиши через запятую; имена — в таблицах клавиш ниже",
}


def page() -> str:
    """The page, in Russian."""
    before = text.language()
    text.set_language("ru")
    try:
        return "\n".join(_lines()) + "\n"
    finally:
        text.set_language(before)


def _lines() -> Iterator[str]:
    yield "# Справочник"
    yield ""
    yield "Страница сделана из самой программы командой `python -m tabletui.reference`; руками её не правят."
    yield ""
    yield "## Команды"
    whole = commands()
    yield from _words(whole, "tabletui")
    for part in _flat(whole):
        yield ""
        yield f"### tabletui {part.name}"
        yield ""
        yield part.what[:1].upper() + part.what[1:] + "."
        yield from _words(part, f"tabletui {part.name}")
        if part.examples:
            yield ""
            yield "```sh"
            yield from (line for line, _what in part.examples)
            yield "```"
    yield from _statuses()
    yield from _codes()
    yield from _settings()
    yield from _keys()


def _flat(whole: Spelled) -> Iterator[Spelled]:
    for part in whole.parts:
        if part.parts:
            yield from _flat(part)
        else:
            yield part


def _words(one: Spelled, line: str) -> Iterator[str]:
    own = [word for word in one.words if one.name == "" or not {"--data", "--json"} & set(word.flags)]
    own = [word for word in own if "-h" not in word.flags]
    if not own:
        return
    yield ""
    yield f"`{' '.join((line, *map(_usage, own)))}`"
    yield ""
    yield "| что | значит |"
    yield "|---|---|"
    for word in own:
        yield f"| {_named(word)} | {_cell(word.what)} |"


def _usage(word: Word) -> str:
    shown = "|".join(word.values) if word.values and len(word.values) < 5 else word.shown
    text = shown + ("…" if word.many else "")
    if word.flags:
        text = f"{word.flags[-1]} {text}" if word.takes else word.flags[-1]
    return text if word.required else f"[{text}]"


def _named(word: Word) -> str:
    return ", ".join(f"`{flag}`" for flag in word.flags) or f"`{word.shown}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _statuses() -> Iterator[str]:
    yield ""
    yield "## Статус завершения"
    yield ""
    yield "| статус | когда |"
    yield "|---|---|"
    for status, when in sorted(STATUSES.items()):
        yield f"| {status} | {_cell(when)} |"


def _codes() -> Iterator[str]:
    yield ""
    yield "## Коды отказов и находок"
    yield ""
    yield "Код — для программ (`--json`), он не переводится; вместо слов в фигурных скобках стоят значения."
    yield ""
    yield "### Событие не по правилам (`replay`, `import`, стол)"
    yield ""
    yield "| код | значит |"
    yield "|---|---|"
    for code, template in sorted(ILLEGAL.items()):
        yield f"| `{code}` | {_cell(text._(LINES[code]) if code in LINES else template)} |"
    for step in STEP_IDS:
        yield f"| `expected_{step}` | событие не к месту: сейчас {text._(STEPS[step])} |"
    yield ""
    yield "### Противоречие в протоколе (`check`)"
    yield ""
    yield "| код | значит |"
    yield "|---|---|"
    for code, template in sorted(FINDINGS.items()):
        yield f"| `{code}` | {_cell(text._(template))} |"
    yield ""
    yield "### Отказы файлов, папок и команд, замечания о турнире"
    yield ""
    yield "| код | значит |"
    yield "|---|---|"
    for code, templates in sorted(refusals().items()):
        yield f"| `{code}` | {_cell(' / '.join(text._(one) for one in sorted(templates)))} |"
    for status, code in sorted(cli._CODES.items()):
        yield f"| `{code}` | общий код статуса {status}, когда точнее не сказать |"
    yield "| `wrong_regulation` | ошибка в файле регламента: строка, ключ и чего ждали |"


def refusals() -> dict[str, set[str]]:
    """What is refused by storage and commands: the sentences of each code, as they stand in the sources."""
    found: dict[str, set[str]] = {}
    for floor in ("storage", "tabletui"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                if named and node.func.id in (*REFUSALS, "Remark"):  # type: ignore[attr-defined]
                    words = [_constant(arg) for arg in node.args]  # type: ignore[attr-defined]
                    for code, template in pairwise(words):
                        if code and template and re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", code):
                            found.setdefault(code, set()).add(template)
    return found


def _constant(node: ast.expr) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _settings() -> Iterator[str]:
    yield ""
    yield "## Настройки (`settings.toml` папки данных)"
    yield ""
    yield "| ключ | по умолчанию | значит |"
    yield "|---|---|---|"
    plain = settings.Settings()
    for one in dataclasses.fields(settings.Settings):
        default = getattr(plain, one.name)
        shown = "пусто" if default in ("", (), {}) else f"`{str(default).lower()}`"
        yield f"| `{one.name}` | {shown} | {SETTINGS[one.name]} |"
    yield ""
    yield "Переменные среды: `TABLETUI_DATA` — папка данных; `TABLETUI_DEBUG=1` — место ошибки в программе;"
    yield "`TABLETUI_UNPACK=0` — не распаковывать `tabletui.pyz`; `NO_COLOR` — без цветов."


def _keys() -> Iterator[str]:
    yield ""
    yield "## Клавиши"
    yield ""
    yield "Первый столбец — имя действия для раздела `[keys]`."
    for context in dict.fromkeys(key.context for key in KEYS):
        yield ""
        yield f"### {context}"
        yield ""
        yield "| действие | клавиши | что делают |"
        yield "|---|---|---|"
        for row in (key for key in KEYS if key.context == context):
            labels = ", ".join(keys.label(key) for key in row.keys.split(","))
            yield f"| `{row.id}` | {_cell(labels)} | {_cell(text._(row.text))} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
