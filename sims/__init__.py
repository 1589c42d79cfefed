"""The simulator: game-independent machinery in `sims.core`, one folder a game in `sims.games`."""
