"""What is seen of each card in some games, replayed event by event. It misleads; see `WARNING`."""

from collections import Counter
from dataclasses import dataclass
from itertools import product

from balance.planning import Question, Rotations
from sims.core.catalogue import find
from sims.core.runner import Job
from sims.core.schedule import Progress
from sims.core.trace import trace

WARNING = (
    "How often a card is played, and how often those win who played it, says little of what it "
    "does: who is ahead plays other cards than who is behind, long games see more of every card, "
    "and what offers many options is played more by players who choose at random. Judge a card by "
    "its swap and by the opening hand."
)


@dataclass(frozen=True)
class Seen:
    """How often an event was seen of a card, in so many games; in how many hands, who won them.

    `squares` are those of the count of each game, for its interval. `hands` counts games times
    seats with the event, `wins` those of them that won.
    """

    title: str
    event: str
    count: int
    squares: int
    games: int
    hands: int
    wins: int
    unfinished: int


def share(games: int, rotations: Rotations) -> int:
    """How many of some games each rotation gets, so that each gets as many and none too few."""
    return -(-games // len(rotations))


def replay(
    asked: Question, rotations: Rotations, sample: int, progress: Progress | None
) -> list[Seen]:
    """Replay some of the games of a setup and count the events that the game declares for cards."""
    game = find(asked.game)
    if game.card_events is None:
        return []
    counts: Counter[tuple[str, str]] = Counter()
    squares: Counter[tuple[str, str]] = Counter()
    hands: Counter[tuple[str, str]] = Counter()
    wins: Counter[tuple[str, str]] = Counter()
    unfinished: Counter[tuple[str, str]] = Counter()
    each = share(sample, rotations)
    games = each * len(rotations)
    for (place, planned), at in product(enumerate(rotations), range(each)):
        first = place * asked.games + at
        played = trace(Job(planned.cell, planned.strategies, asked.seed, first, 1))
        found = game.card_events.read(planned.cell, played.events)
        winner = played.record["winner"]
        here = Counter((title, event) for event, _, title in found)
        counts.update(here)
        squares.update({key: count**2 for key, count in here.items()})
        for event, seat, title in set(found):
            hands[title, event] += 1
            wins[title, event] += seat == winner
            unfinished[title, event] += winner == -2
        if progress is not None:
            progress(1)
    return [
        Seen(
            title, event, counts[title, event], squares[title, event], games, hands[title, event],
            wins[title, event], unfinished[title, event],
        )
        for title in game.titles
        for event in game.card_events.names
        if counts[title, event]
    ]  # fmt: skip
