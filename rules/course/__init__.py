"""The course of a tournament around its games: who sits where, what can be drawn, who goes on to a stage.

Pure functions over published draws and decisions in force, both as objects of JSON in the order of making.
What cannot be read says nothing: it may come from anybody's laptop.
"""

from __future__ import annotations

__all__: list[str] = []
