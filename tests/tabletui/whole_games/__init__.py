"""Whole games by their keys: from the seating and the deal to the stored protocol, nothing reached around."""
