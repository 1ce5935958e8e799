"""A second, independent telling of the rules of one game, written to be compared with the engine.

Nothing here imports the program. `values` holds the few numbers in which the two tournaments differ, `replay`
tells the game, `random_games` invents games, `branches` counts which rules a game has touched.
"""
