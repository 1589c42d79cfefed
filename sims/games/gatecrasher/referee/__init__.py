"""The referee of Gate Crasher: the rules again, in plain Python, written apart."""

from sims.games.gatecrasher.referee.referee import Referee

__all__ = ["Referee"]
