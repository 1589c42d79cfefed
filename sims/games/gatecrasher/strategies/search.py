"""Looking ahead."""

from sims.core.searching import FLAT, TREE, searcher
from sims.core.strategies import strategy
from sims.games.gatecrasher.strategies._outlook import outlook, rounds_ended
from sims.games.gatecrasher.strategies.balanced import balanced

_search = searcher("gatecrasher", balanced, like="tuned", appraise=outlook, clock=rounds_ended)
_decide = _search.decide
_MORE = {"depth": 1.0, **_search.rollouts}


@strategy(
    "gatecrasher", TREE | _MORE, "Cowling, Powley and Whitehouse 2012", _search.sources,
    _search.score_tree,
)  # fmt: skip
def search(view, options, rules, weights, stream):
    """Tree search in imagined worlds that fit what it knows: `search:200` plays 200 a decision."""
    return _decide(view, options, rules, weights, stream, True)


@strategy(
    "gatecrasher", FLAT | _MORE, "Karnin, Koren and Somekh 2013", _search.sources,
    _search.score_flat,
)  # fmt: skip
def flat(view, options, rules, weights, stream):
    """Tries its options in imagined worlds and keeps the better half: `flat:200` plays 200."""
    return _decide(view, options, rules, weights, stream, False)
