"""The pages in a real browser: nothing complains, nothing is asked of anybody, no name becomes alive."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from paper_stage import program

from tabletui.paper.gather import Material
from tabletui.paper.live import live_page

PAGES = ("seating", "slips", "blank-protocols", "protocols", "standings", "awards", "draw", "live")
OWN = re.compile(r"https?://([a-z0-9-]+\.)*(google|googleapis|gstatic|gvt1)\.com/")
"""What the browser asks for itself, whatever it shows."""


def opened(page: Path, tmp_path: Path, *more: str) -> tuple[str, list[str], set[str]]:
    """The document after loading, the complaints of the console, the addresses that were asked."""
    browser = program("chromium", "chromium-browser", "google-chrome")
    log = tmp_path / "net.json"
    done = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
            f"--user-data-dir={tmp_path / 'profile'}", f"--log-net-log={log}", "--enable-logging=stderr",
            "--virtual-time-budget=1000", *more, page.as_uri(),
        ],
        capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=90, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    complaints = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    asked = set(re.findall(r'"url":"((?:https?|wss?|ftp)://[^"]*)"', log.read_text("utf-8", "replace")))
    return done.stdout, complaints, {url for url in asked if not OWN.match(url)}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_nobody_and_complains_of_nothing(
    name: str, exported: Path, half: Material, tmp_path: Path
) -> None:
    page = exported / f"{name}.html"
    if name == "live":
        page = tmp_path / "index.html"
        page.write_bytes(live_page(half, "2017-07-01T10:00:07+05:00"))
    document, complaints, asked = opened(page, tmp_path, "--dump-dom")
    assert (complaints, asked) == ([], set())
    assert "<title>Кубок &lt;b&gt;Q&lt;/b&gt;</title>" in document
    assert not re.search(r"<(script|img|a|iframe|object|link|form)\b", document)


def test_a_page_that_did_ask_and_complain_would_be_caught(tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text(
        '<script>console.error("alive")</script><img src="http://x.example/y">',
        "utf-8",
    )
    _document, complaints, asked = opened(page, tmp_path, "--dump-dom")
    assert any("alive" in line for line in complaints)
    assert any(url.startswith("http://x.example/") for url in asked)


@pytest.mark.parametrize(
    ("name", "landscape"), [("seating", False), ("protocols", False), ("standings", True), ("slips", False)]
)
def test_a_page_is_printed_on_a4_with_a_sheet_for_each_part(
    name: str, landscape: bool, exported: Path, whole: Material, tmp_path: Path
) -> None:
    info = program("pdfinfo")
    pdf = tmp_path / "page.pdf"
    opened(exported / f"{name}.html", tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={pdf}")
    told = subprocess.run([info, pdf], capture_output=True, text=True, check=True).stdout
    size = re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", told)
    assert size is not None
    sides = [round(float(side)) for side in size.groups()]
    assert sides == ([842, 595] if landscape else [595, 842])
    pages = int(re.search(r"Pages:\s+(\d+)", told)[1])  # type: ignore[index]
    if name == "seating":
        assert pages == len(whole.seatings)
    if name == "protocols":
        assert len(whole.protocols) <= pages <= len(whole.protocols) * 2


def test_the_log_that_is_read_is_one(tmp_path: Path) -> None:
    page = tmp_path / "empty.html"
    page.write_text("<title>t</title>", "utf-8")
    opened(page, tmp_path, "--dump-dom")
    assert json.loads((tmp_path / "net.json").read_text("utf-8", "replace"))["events"] is not None
