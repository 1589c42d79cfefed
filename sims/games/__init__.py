"""One folder a game. `sims.core.catalogue` finds them by looking in here."""
