"""What runs first inside the one file `tabletui.pyz`; `./pack` puts it there as `__main__.py`.

Python keeps no bytecode of what it imports from a zip file and would compile Textual at every start: four
times the start of an installed program. So the file unpacks itself once, into the user's folder for caches,
under the hash of its content. Where that folder takes nothing, the program runs from the zip file: slower,
the same otherwise. Nothing here imports the program, and an old Python must be able to read it, to refuse.
"""

from __future__ import annotations

import os
import sys

STAMP = "content"
"""The member of the zip file that holds the hash of all others; written last when unpacking."""
WITHOUT = "TABLETUI_UNPACK"
"""Set to 0, nothing is unpacked."""


def main() -> int:
    """Runs the command line of the program and returns its exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036
        is_here = "%d.%d" % sys.version_info[:2]  # noqa: UP031
        sys.stderr.write("tabletui: нужен Python 3.11 или новее, здесь %s\n" % is_here)  # noqa: UP031
        sys.stderr.write("tabletui: Python 3.11 or newer is needed, this is %s\n" % is_here)  # noqa: UP031
        return 2
    archive = sys.path[0]
    folder = "" if os.environ.get(WITHOUT) == "0" else unpacked(archive, caches(os.environ))
    if folder:
        sys.path[0] = folder
    from tabletui.cli import main as run

    return run()


def caches(environ: object) -> str:
    """Where this system keeps what may be deleted at any time; empty where it does not say."""
    get = environ.get  # type: ignore[attr-defined]
    if sys.platform == "win32":
        base = get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.join(get("HOME", ""), "Library", "Caches") if get("HOME") else ""
    else:
        base = get("XDG_CACHE_HOME", "") or (os.path.join(get("HOME"), ".cache") if get("HOME") else "")
    return os.path.join(base, "tabletui", "program") if os.path.isabs(base) else ""


def unpacked(archive: str, place: str) -> str:
    """The folder with the content of the archive, made at the first start; empty where it cannot be."""
    stamp = stamp_of(archive)
    if not place or not stamp:
        return ""
    folder = os.path.join(place, stamp[:16])
    try:
        if not os.path.exists(os.path.join(folder, STAMP)):
            _unpack(archive, place, folder)
        return folder if _own(folder) else ""
    except OSError:
        return ""


def stamp_of(archive: str) -> str:
    """The hash that was written into the archive; empty where this is no archive."""
    try:
        return __spec__.loader.get_data(os.path.join(archive, STAMP)).decode("ascii")  # type: ignore
    except (OSError, AttributeError):
        return ""


def _unpack(archive: str, place: str, folder: str) -> None:
    """Beside its place first, then moved there whole: an interrupted start leaves nothing half-made."""
    import shutil
    import tempfile
    from zipfile import ZipFile

    os.makedirs(place, mode=0o700, exist_ok=True)
    if sys.stderr is not None and sys.stderr.isatty():
        print("tabletui: первый запуск, один раз распаковываю …", file=sys.stderr, flush=True)
    fresh = tempfile.mkdtemp(prefix="new-", dir=place)
    try:
        with ZipFile(archive) as content:
            members = [name for name in content.namelist() if name != "__main__.py"]
            content.extractall(fresh, members)
        _compile(fresh)
        if hasattr(os, "sync"):
            # A folder that is there after a power cut must be whole: it is never looked through again.
            os.sync()
        try:
            os.rename(fresh, folder)
        except OSError:
            if not os.path.exists(os.path.join(folder, STAMP)):  # else another start was quicker
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _compile(folder: str) -> None:
    import compileall

    for part in ("rules", "storage", "tabletui", "themes", "rich", "textual", "tinydb", "filelock"):
        compileall.compile_dir(os.path.join(folder, part), quiet=2)


def _own(folder: str) -> bool:
    """Whether nobody else can have put the program there."""
    if not hasattr(os, "getuid"):
        return True
    found = os.stat(folder)
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


if __name__ == "__main__":
    sys.exit(main())
