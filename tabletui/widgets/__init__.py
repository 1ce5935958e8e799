"""Widgets that draw what they are given and post messages; they hold no rule and no file."""
