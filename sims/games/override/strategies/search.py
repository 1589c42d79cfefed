"""Looking ahead."""

from sims.core.searching import FLAT, TREE, searcher
from sims.core.strategies import strategy
from sims.games.override.strategies._outlook import outlook
from sims.games.override.strategies._promise import promise
from sims.games.override.strategies.balanced import balanced

_search = searcher("override", balanced, like="tuned", rate=promise, appraise=outlook)
_decide = _search.decide
_MORE = {"depth": 6.0, **_search.rollouts}


@strategy(
    "override", TREE | _MORE, "Cowling, Powley and Whitehouse 2012", _search.sources,
    _search.score_tree,
)  # fmt: skip
def search(view, options, rules, weights, stream):
    """Tree search in imagined worlds that fit what it knows: `search:200` plays 200 a decision."""
    return _decide(view, options, rules, weights, stream, True)


@strategy(
    "override", FLAT | _MORE, "Karnin, Koren and Somekh 2013", _search.sources,
    _search.score_flat,
)  # fmt: skip
def flat(view, options, rules, weights, stream):
    """Tries its options in imagined worlds and keeps the better half: `flat:200` plays 200."""
    return _decide(view, options, rules, weights, stream, False)
