"""No test is skipped without being on the list: what is not run is not proved."""

from __future__ import annotations

import os

import pytest

# The language of whoever runs the tests is not that of the tests; theirs is Russian, as of a bare system.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("NO_COLOR", None)

MAY_BE_SKIPPED = (
    "root may",  # permissions do not bind the superuser
    "not beside this checkout",  # documents and data that lie beside the project
    "is not at hand",
    "are not at hand",
    "is absent",
    "replaces nothing but",  # a mutant without a place to apply to
    "not installed",
    "behind the flag",
)
"""Parts of the reasons that are accepted where CI is set."""

_unexpected: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not any(part in reason for part in MAY_BE_SKIPPED):
            _unexpected.append(f"{report.nodeid}: {reason}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _unexpected:
        terminalreporter.write_line(f"skipped without being on the list: {line}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _unexpected and os.environ.get("CI") and session.exitstatus == 0:
        session.exitstatus = 1
