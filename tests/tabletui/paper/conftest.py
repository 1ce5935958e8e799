"""A whole tournament that nobody played, with names that mean harm, made once for all tests of paper."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(ROOT / "tests" / "tabletui")]

from paper_stage import CUP, HOSTILE  # noqa: E402

from tabletui.paper.gather import Material, gather  # noqa: E402
from tabletui.sample import NAMES  # noqa: E402
from tabletui.text import set_language  # noqa: E402


@pytest.fixture(scope="session")
def cups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `whole.json`, played to the end, and `half.json`, where the third round is next."""
    from command_line import told

    root = tmp_path_factory.mktemp("paper")
    names = [*HOSTILE, *NAMES[: 36 - len(HOSTILE)]]
    lines = ["name;id;paid"]
    for number, name in enumerate(names, 1):
        quoted = name.replace('"', '""')
        mark = "'" if name.lstrip("' ")[0] in "=+-@＝" else ""
        lines.append(f'"{mark}{quoted}";P{number:02};да')
    (root / "roster.csv").write_text("\n".join(lines), "utf-8")
    (root / "own-36.toml").write_text(CUP, "utf-8")
    set_language("ru")
    for name, through in (("whole", ()), ("half", ("--through", "groups:2"))):
        file, data = root / f"{name}.json", ("--data", str(root / "data"))
        words = (
            "--regulation",
            root / "own-36.toml",
            "--title",
            "Кубок <b>Q</b>",
            "--players",
            root / "roster.csv",
        )
        said = told("new", file, "--title", "Кубок <b>Q</b>", *words, *data)
        assert said.status == 0, said.err
        said = told("simulate", file, "--seed", "paper", *through, *data)
        assert said.status == 0, said.err
    return root


@pytest.fixture(scope="session")
def whole(cups: Path) -> Material:
    set_language("ru")
    return gather(cups / "whole.json", str(cups / "data"))


@pytest.fixture(scope="session")
def half(cups: Path) -> Material:
    set_language("ru")
    return gather(cups / "half.json", str(cups / "data"))


@pytest.fixture(scope="session")
def exported(cups: Path) -> Path:
    """What `export` writes of the whole tournament."""
    from command_line import told

    set_language("ru")
    said = told("export", cups / "whole.json", "--to", cups / "out", "--data", cups / "data")
    assert said.status == 0, said.err
    return cups / "out"


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    set_language("ru")
    yield
    set_language("ru")
