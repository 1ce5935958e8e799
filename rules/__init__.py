"""What the federation decides: game, regulation, points. Pure: no clock, no screen, no files but its own TOML."""
