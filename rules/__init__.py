"""What the federation decides: game, regulation, points. Pure: no clock, no screen, no file but its TOML."""
