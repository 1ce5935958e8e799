"""Takes pictures of the screens: `python tests/pictures [FOLDER]`, into docs/pictures where none is named.

Every screen in the dark theme, the first screen and the table in each of the others; SVG, as the app itself
draws them. `--all` takes every screen in every theme.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests" / "tabletui"), str(ROOT)]
os.environ["LC_ALL"] = "C.UTF-8"

IN_EVERY_THEME = ("start", "table-speech")


def plain(svg: str) -> str:
    """The picture without fonts from the net, and with ids that are the same each time."""
    svg = re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+-", "t-", svg)
    svg = svg.replace("Fira Code", "monospace")
    svg = re.sub(r"/tt-\w{8}", "/tt-00000000", svg)
    return re.sub(r"\n\s+", "\n", svg)


async def take(folder: Path, theme: str, names: Iterable[str] | None) -> int:
    from all_screens import by_folder, hall

    taken = 0
    for place, scenes in by_folder().items():
        async with hall(place, "ru", theme) as stage:
            for scene in scenes:
                if names is not None and scene.name not in names:
                    continue
                await stage.show(scene)
                name = scene.name if theme == "dark" else f"{scene.name}-{theme}"
                svg = stage.app.export_screenshot(title="tabletui")
                (folder / f"{name}.svg").write_text(plain(svg), encoding="utf-8")
                taken += 1
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "pictures")
    parser.add_argument("--all", action="store_true", help="every screen in every theme")
    args = parser.parse_args()
    from tabletui import themes

    args.folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    for theme in (*themes.SHIPPED, themes.MONO) if args.all else themes.SHIPPED:
        names = None if args.all or theme == "dark" else IN_EVERY_THEME
        taken += asyncio.run(take(args.folder, theme, names))
    print(f"{taken} pictures in {args.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
