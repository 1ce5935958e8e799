"""Questions put over a screen. Each returns its answer through `dismiss`; none holds a file or a rule.

The names are loaded when they are asked for, so that one dialog does not cost the start of all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletui.screens.dialogs.amend import DELETED, AmendDialog
    from tabletui.screens.dialogs.confirm import ConfirmDialog
    from tabletui.screens.dialogs.deal import DealScreen
    from tabletui.screens.dialogs.help import HelpScreen
    from tabletui.screens.dialogs.log import LogScreen
    from tabletui.screens.dialogs.pick import PickDialog, Row
    from tabletui.screens.dialogs.protocol import ProtocolScreen
    from tabletui.screens.dialogs.reason import CANCELLED, ReasonDialog
    from tabletui.screens.dialogs.result import ResultDialog
    from tabletui.screens.dialogs.roles import RolesDialog
    from tabletui.screens.dialogs.seat import NOBODY, SeatDialog
    from tabletui.screens.dialogs.seats import HandsByVoterDialog, SeatsDialog
    from tabletui.screens.dialogs.shots import ShotsDialog
    from tabletui.screens.dialogs.text_entry import TextDialog

_MODULES = {
    "amend": ("DELETED", "AmendDialog"),
    "confirm": ("ConfirmDialog",),
    "deal": ("DealScreen",),
    "help": ("HelpScreen",),
    "log": ("LogScreen",),
    "pick": ("PickDialog", "Row"),
    "protocol": ("ProtocolScreen",),
    "reason": ("CANCELLED", "ReasonDialog"),
    "result": ("ResultDialog",),
    "roles": ("RolesDialog",),
    "seat": ("NOBODY", "SeatDialog"),
    "seats": ("HandsByVoterDialog", "SeatsDialog"),
    "shots": ("ShotsDialog",),
    "text_entry": ("TextDialog",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "CANCELLED",
    "DELETED",
    "NOBODY",
    "AmendDialog",
    "ConfirmDialog",
    "DealScreen",
    "HandsByVoterDialog",
    "HelpScreen",
    "LogScreen",
    "PickDialog",
    "ProtocolScreen",
    "ReasonDialog",
    "ResultDialog",
    "RolesDialog",
    "Row",
    "SeatDialog",
    "SeatsDialog",
    "ShotsDialog",
    "TextDialog",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
