"""The referee of You've Been Hacked: the rules again, in plain Python, written apart."""

from sims.games.hacked.referee.referee import Referee

__all__ = ["Referee"]
