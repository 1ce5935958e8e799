"""Colours and layout as data: style sheets and theme files, read with importlib.resources."""
