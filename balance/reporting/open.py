"""What a report could not settle, or had no time for, in sentences."""

from balance.reporting import lead, words
from balance.reporting.order import Order
from balance.reporting.runs import Runs
from balance.stats import Call
from reports.numbers import listed, plural

PARTS = {
    "map": "the map",
    "advice": "what to print",
    "compared": "the comparison",
    "fresh": "the worth of what is dealt",
    "sweeps": "single values swept",
    "probe": "what is essential",
    "tournament": "which strategy is best",
    "qualities": "what a game is like",
    "cards": "what each card does",
    "profiles": "who is too strong",
    "rulings": "what to clarify in the rulebook",
    "sample": "a game to read",
}


def left_open(order: Order, runs: Runs) -> list[str]:
    """What stays open after the time that was given; nothing without a limit."""
    if order.minutes is None:
        return []
    told = [_spent(order, runs)]
    if runs.skipped:
        names = listed([PARTS[name] for name in runs.skipped])
        told.append(f"Left out for lack of time: {names}. More minutes bring them.")
    return [*told, *_table(runs), *_map(runs)]


def _spent(order: Order, runs: Runs) -> str:
    return (
        f"{runs.minutes:.1f} of {order.minutes:g} minutes were played: everything quickly first, "
        "then whatever verdict was open, among the strongest players first. All intervals of the "
        "table and the map are confidence sequences: they hold although playing stopped when a "
        "verdict was clear."
    )


def _table(runs: Runs) -> list[str]:
    waiting: list[str] = []
    stuck: list[str] = []
    for name, answer in zip(reversed(runs.ladder), reversed(runs.table), strict=True):
        for result in answer.results:
            if result.verdict.call is Call.INCONCLUSIVE:
                where = (
                    f"{result.planned.cell.players} players among {name} "
                    f"({result.tally.games:,} games)"
                )
                (waiting if lead.further(result) is not None else stuck).append(where)
    told = []
    if waiting:
        told.append(f"Not settled in this time: {listed(waiting)}.")
    if stuck:
        told.append(
            f"Not settled, and not by more games as things stand: {listed(stuck)}; the verdicts "
            "say what keeps them open."
        )
    return told or ["Every verdict of the table is settled."]


def _map(runs: Runs) -> list[str]:
    if runs.map is None:
        return []
    still = [r for r in runs.map.results if r.verdict.call is Call.INCONCLUSIVE]
    if not still:
        return ["Every cell of the map is settled."]
    counts = sorted({r.planned.cell.players for r in still})
    return [
        f"Of the map's {plural(len(runs.map.results), 'cell')}, {len(still)} are open, with "
        f"{words.in_ranges(counts)} players."
    ]
