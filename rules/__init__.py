"""What the federation decides: the game, its regulation, the points. Pure: no clock, no screen, no files but its own TOML."""
