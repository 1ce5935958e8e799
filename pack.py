"""Makes everything that is handed out: `./pack [--only PART] [--to FOLDER]`; without a folder into dist/.

pyz: one file for any Python 3.11 or newer, with all it needs inside. wheel, sdist: for pip, pipx and uv.
stick: a folder for a USB stick, with the one file, starters for three systems, an example of the settings and
blank protocols. No network is asked: the libraries are those of the environment that runs this.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata as metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PARTS = ("pyz", "wheel", "sdist", "stick")
OWN = ("rules", "storage", "tabletui", "themes")
BESIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "pyproject.toml")

LEFT_OUT = ("markdown-it-py", "mdit-py-plugins", "linkify-it-py", "mdurl", "uc-micro-py")
"""Libraries of libraries that nothing here loads: Textual needs them to show Markdown."""
UNUSED = (
    r"textual/(demo|tree-sitter)/.*",
    # Of the colouring of programs only Python's own is needed, for a traceback of a mistake.
    r"pygments/(formatters/(?!__init__|_mapping|terminal).*|styles/(?!__init__|_mapping|default|monokai|native).*)",
    r"pygments/lexers/(?!__init__|_mapping|python).*",
    r"tabletui/(locale_build\.py|reference\.py|locale/.*\.po)",
    r".*\.(pyi|typed|c|h|so|pyd)",
    r".*/__pycache__/.*",
    r".*\.pyc",
)
_QUICKER = re.compile(r"markupsafe/_speedups\.[^/]*")
"""Compiled parts of libraries that work as well without them."""
_UNUSED = re.compile("|".join(f"(?:{one})" for one in UNUSED))
_EARLY = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the same sources give the same bytes."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="make this alone; may be repeated")
    parser.add_argument("--to", metavar="FOLDER", default=str(ROOT / "dist"), help="where it goes")
    args = parser.parse_args()
    target = Path(args.to).absolute()
    target.mkdir(parents=True, exist_ok=True)
    wanted = args.only or PARTS
    if "pyz" in wanted or "stick" in wanted:
        _told(one_file(target / "tabletui.pyz"))
    if "wheel" in wanted or "sdist" in wanted:
        for made in distributions(target, [kind for kind in ("wheel", "sdist") if kind in wanted]):
            _told(made)
    if "stick" in wanted:
        _told(stick(target / "tabletui-stick", target / "tabletui.pyz"))
    return 0


def _told(path: Path) -> None:
    size = "" if path.is_dir() else f"  {path.stat().st_size / 2**20:.1f} MiB"
    print(f"{path}{size}")


def one_file(path: Path) -> Path:
    """The program and all it needs at run time as one zip file that Python runs."""
    members = dict(sorted(_members()))
    digest = hashlib.sha256()
    for name, data in members.items():
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    members["content"] = digest.hexdigest().encode("ascii")
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as stream:
        stream.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, data in members.items():
                entry = zipfile.ZipInfo(name, _EARLY)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, data)
    fresh.chmod(0o755)
    os.replace(fresh, path)
    return path


def _members() -> Iterator[tuple[str, bytes]]:
    for part in OWN:
        for file in sorted((ROOT / part).rglob("*")):
            name = file.relative_to(ROOT).as_posix()
            if file.is_file() and not _UNUSED.fullmatch(name):
                yield name, file.read_bytes()
    yield "__main__.py", (ROOT / "tabletui" / "one_file.py").read_bytes()
    for library in libraries("tabletui"):
        yield from _of_library(library)


def _of_library(library: metadata.Distribution) -> Iterator[tuple[str, bytes]]:
    title = library.metadata["Name"]
    for file in library.files or ():
        name = file.as_posix()
        if _QUICKER.fullmatch(name):
            continue
        if name.startswith("../") or "__pycache__" in name:
            continue
        if name.endswith((".so", ".pyd")):
            raise SystemExit(f"{title}: {name} is compiled; the one file must run everywhere")
        if ".dist-info/" in name:
            if re.search(r"(?i)/(licen[cs]e|copying|notice|authors)[^/]*$", name):
                yield f"licenses/{title}-{Path(name).name}", Path(str(file.locate())).read_bytes()
        elif not _UNUSED.fullmatch(name):
            yield name, Path(str(file.locate())).read_bytes()


def libraries(title: str) -> list[metadata.Distribution]:
    """What a distribution needs at run time, by name, without what is only for extras."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [title]
    while waiting:
        for line in metadata.distribution(waiting.pop()).requires or ():
            need, _semicolon, marker = line.partition(";")
            name = re.split(r"[\s\[<>=!~(]", need.strip(), maxsplit=1)[0].lower().replace("_", "-")
            if "extra" in marker or name in LEFT_OUT or name in found:
                continue
            try:
                found[name] = metadata.distribution(name)
            except metadata.PackageNotFoundError:
                if not marker:
                    raise SystemExit(f"{name} is not installed here; ./pack prepares what it needs") from None
                continue
            waiting.append(name)
    return [found[name] for name in sorted(found)]


def distributions(target: Path, kinds: list[str]) -> Iterator[Path]:
    """Wheel and sdist, made from a copy of the sources: nothing of an earlier build gets in."""
    with tempfile.TemporaryDirectory(prefix="tabletui-pack-") as name:
        copy = Path(name)
        for part in (*OWN, "docs", "tests"):
            if (ROOT / part).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
                shutil.copytree(ROOT / part, copy / part, ignore=ignored)
        for file in BESIDE:
            if (ROOT / file).is_file():
                shutil.copy2(ROOT / file, copy / file)
        for kind in kinds:
            code = f"import sys; from setuptools.build_meta import *; print(build_{kind}(sys.argv[1]))"
            done = subprocess.run(
                [sys.executable, "-c", code, str(target)],
                cwd=copy, capture_output=True, text=True, encoding="utf-8", check=False,
            )  # fmt: skip
            if done.returncode:
                raise SystemExit(done.stderr)
            yield target / done.stdout.splitlines()[-1]


def stick(folder: Path, pyz: Path) -> Path:
    """The folder for a USB stick."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy2(pyz, folder / pyz.name)
    for source in sorted((ROOT / "docs" / "stick").iterdir()):
        file, data = folder / source.name, source.read_bytes()
        if source.suffix in (".cmd", ".txt"):
            # The editor and the interpreter of Windows want its own line ends, the editor a mark as well.
            data = data.replace(b"\n", b"\r\n")
        file.write_bytes(b"\xef\xbb\xbf" + data if source.suffix == ".txt" else data)
        shutil.copymode(source, file)
    _blanks(folder / "blanks", pyz)
    return folder


def _blanks(folder: Path, pyz: Path) -> None:
    """Blank protocols and the like, as the program itself makes them for a tournament without games."""
    with tempfile.TemporaryDirectory(prefix="tabletui-blanks-") as name:
        environment = {**os.environ, "TABLETUI_DATA": str(Path(name) / "data"), "LANG": "C.UTF-8"}
        for words in (
            ["new", "blank.json", "--regulation", "fiim-2024"],
            ["export", "blank.json", "--to", "out"],
        ):
            done = subprocess.run(
                [sys.executable, str(pyz), *words],
                cwd=name, env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
            )  # fmt: skip
            if done.returncode:
                raise SystemExit(f"tabletui {' '.join(words)}: {done.stderr}")
        made = [file for file in sorted((Path(name) / "out").rglob("*blank*")) if file.is_file()]
        for file in made:
            folder.mkdir(exist_ok=True)
            shutil.copy2(file, folder / file.name)


if __name__ == "__main__":
    sys.exit(main())
