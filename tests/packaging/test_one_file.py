"""The one file: nothing installed, nothing compiled, the same program from the zip and unpacked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tabletui import one_file

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests" / "samples"


@pytest.fixture
def pyz(packed: Path) -> Path:
    return packed / "tabletui.pyz"


def run(
    words: Sequence[object], home: Path, before: Sequence[str] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """The one file in an empty folder with nothing in the environment but a home."""
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [*before, sys.executable, *map(str, words)],
        env={"HOME": str(home), "PATH": os.defpath, **environment},
        cwd=home, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip


def test_nothing_in_it_is_compiled_for_one_machine(pyz: Path) -> None:
    names = zipfile.ZipFile(pyz).namelist()
    assert "tabletui/app.py" in names and "textual/app.py" in names and "content" in names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".dll", ".pyc"))]


def test_the_licences_of_what_is_inside_are_inside(pyz: Path) -> None:
    names = zipfile.ZipFile(pyz).namelist()
    folders = {name.split("/")[0] for name in names} - {"rules", "storage", "tabletui", "themes", "licenses"}
    licensed = " ".join(name.lower().replace("-", "_") for name in names if name.startswith("licenses/"))
    for folder in folders - {"__main__.py", "content"}:
        assert folder.removesuffix(".py") in licensed, folder


def test_the_same_sources_give_the_same_file(pyz: Path, tmp_path: Path) -> None:
    import pack

    assert pack.one_file(tmp_path / "again.pyz").read_bytes() == pyz.read_bytes()


@pytest.mark.parametrize("unpack", ["1", "0"])
def test_regulations_seatings_and_both_catalogues_are_found_inside(
    pyz: Path, tmp_path: Path, unpack: str, offline: list[str]
) -> None:
    home = tmp_path / "home"
    shown = run([pyz, "regulation", "list"], home, offline, TABLETUI_UNPACK=unpack)
    assert shown.returncode == 0 and "белых ночей" in shown.stdout.lower() and not shown.stderr
    english = run([pyz, "regulation", "list"], home, offline, LANG="en_GB.UTF-8", TABLETUI_UNPACK=unpack)
    assert english.stdout != shown.stdout
    drawn = ["seating", "--players", 60, "--tables", 6, "--rounds", 7, "--seed", "x", "--trials", 1, "--json"]
    seating = run([pyz, *drawn], home, offline, TABLETUI_UNPACK=unpack)
    assert json.loads(seating.stdout)["quality"]["s2"] > 0, seating.stderr
    assert (home / ".cache" / "tabletui").exists() == (unpack == "1")


def test_a_second_start_runs_what_the_first_has_unpacked(pyz: Path, tmp_path: Path) -> None:
    assert run([pyz, "--version"], tmp_path / "home").returncode == 0
    (folder,) = (tmp_path / "home" / ".cache" / "tabletui" / "program").iterdir()
    (folder / "tabletui" / "__init__.py").write_text('__version__ = "unpacked"\n')
    assert run([pyz, "--version"], tmp_path / "home").stdout == "tabletui unpacked\n"


def test_an_interrupted_unpacking_leaves_no_program_and_the_next_start_makes_it(
    pyz: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_file, "stamp_of", lambda archive: "0123456789abcdef")

    def pulled(*_words: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as power:
        power.setattr(one_file, "_compile", pulled)
        with pytest.raises(KeyboardInterrupt):
            one_file.unpacked(str(pyz), str(tmp_path))
    assert not list(tmp_path.iterdir())
    folder = Path(one_file.unpacked(str(pyz), str(tmp_path)))
    assert (folder / "tabletui" / "cli.py").exists() and [*tmp_path.iterdir()] == [folder]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners of files are not at hand on this system")
def test_a_folder_that_others_may_write_into_is_not_run(
    pyz: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_file, "stamp_of", lambda archive: "0123456789abcdef")
    monkeypatch.setattr(one_file, "_compile", lambda folder: None)
    folder = one_file.unpacked(str(pyz), str(tmp_path))
    assert folder
    os.chmod(folder, 0o777)
    assert not one_file.unpacked(str(pyz), str(tmp_path))


def test_where_nothing_can_be_kept_it_runs_from_the_file_itself(pyz: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run([pyz, "--version"], tmp_path / "home", XDG_CACHE_HOME=str(tmp_path / "file"))
    assert done.returncode == 0 and re.fullmatch(r"tabletui [\d.]+\n", done.stdout), done.stderr


def test_a_mistake_of_the_screen_can_still_be_told(pyz: Path, tmp_path: Path) -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); from rich.traceback import Traceback;"
    code += "from rich.console import Console\ntry: 1 / 0\nexcept Exception: Console().print(Traceback())"
    done = run(["-I", "-S", "-c", code, pyz], tmp_path / "home")
    assert "ZeroDivisionError" in done.stdout, done.stderr


def test_an_older_python_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    assert one_file.main() == 2
    assert "3.11" in capsys.readouterr().err
    compile((ROOT / "tabletui" / "one_file.py").read_text("utf-8"), "one_file", "exec")


def test_the_stick_starts_the_one_file(packed: Path, tmp_path: Path) -> None:
    stick = packed / "tabletui-stick"
    assert {"README.txt", "settings.toml", "tabletui.cmd", "tabletui.command", "tabletui.sh"} <= {
        file.name for file in stick.iterdir()
    }
    assert (stick / "tabletui.pyz").read_bytes() == (packed / "tabletui.pyz").read_bytes()
    for starter in ("tabletui.sh", "tabletui.command"):
        done = subprocess.run(
            ["sh", str(stick / starter), "--version"],
            env={"HOME": str(tmp_path), "PATH": f"{Path(sys.executable).parent}:{os.defpath}"},
            capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0 and done.stdout.startswith("tabletui "), done.stderr
    assert (stick / "tabletui.cmd").read_bytes().count(b"\r\n") > 10


def test_the_example_of_the_settings_is_read_without_a_complaint(packed: Path, tmp_path: Path) -> None:
    from tabletui import settings

    text = (packed / "tabletui-stick" / "settings.toml").read_text("utf-8")
    (tmp_path / "settings.toml").write_text(text, encoding="utf-8")
    read, complaints = settings.examined(tmp_path)
    assert not complaints and read.regulation == "aktau-2017"
