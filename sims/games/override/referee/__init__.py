"""The referee of Super Hack Override: the rules again, in plain Python, written apart."""

from sims.games.override.referee.referee import Referee

__all__ = ["Referee"]
