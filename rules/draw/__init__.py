"""Seating of tournaments: who sits at which table on which seat, drawn by lot and measured apart from it.

Players are numbered 1..N, tables and seats as on the wall from 1. A round is a tuple of tables in order, a
table is a tuple of ten players in the order of their seats.
"""

from __future__ import annotations

__all__: list[str] = []
