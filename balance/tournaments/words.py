"""What a tournament shows, in sentences."""

import pandas as pd

from balance.tournaments.answer import Found
from sims.core.catalogue import find


def sentences(one: Found) -> list[str]:
    """Who is best at a player count, what good players would play, and whether seats are fair."""
    return [_best(one), _mixture(one), _seats(one)]


def _word(one: Found) -> str:
    return f"{one.players} {find(one.field.question.game).player_word}s"


def _best(one: Found) -> str:
    names = one.field.names
    order = sorted(range(len(names)), key=lambda i: -one.ratings[i].value)
    best = one.ratings[order[0]]
    told = (
        f"{_word(one)}: {names[order[0]]} is rated highest, {best.value:+.0f} "
        f"({best.low:+.0f} to {best.high:+.0f})"
    )
    never = one.never_worse
    margin = f"{100 * one.field.question.tolerance:g} points"
    if never == [names[order[0]]]:
        return f"{told}, and whoever else sits there never worse than another by over {margin}."
    if never:
        return f"{told}; never worse than another by over {margin}: {', '.join(never)}."
    return f"{told}; nobody is shown to be never worse than every other by over {margin}."


def _mixture(one: Found) -> str:
    used = [(s, n) for s, n in zip(one.shares, one.field.names, strict=True) if s.value > 0]
    used.sort(key=lambda pair: -pair[0].value)
    if len(used) == 1:
        what = f"everybody plays {used[0][1]}"
    else:
        what = "they mix " + ", ".join(
            f"{name} {100 * share.value:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"
            for share, name in used
        )
    alone = [i for i, share in enumerate(one.shares) if share.value < 1]  # not it against itself
    best = max(alone, key=lambda i: one.answers[i].value)
    gain = one.answers[best]
    told = (
        f"Good players, as far as these strategies go: {what}. On fresh games the best other "
        f"choice for one of them, {one.field.names[best]}, changes its win rate by "
        f"{100 * gain.value:+.1f} points ({100 * gain.low:+.1f} to {100 * gain.high:+.1f})"
    )
    others = len(one.rest.others)
    if others:
        more = "another mixture that is" if others == 1 else f"{others} other mixtures that are"
        told += f"; some starts of the search led to {more} as stable"
    return f"{told}."


def _seats(one: Found) -> str:
    judged = one.verdict
    return f"Seats among such players: {judged.call.value}. {judged.reason}"


def tables_note(one: Found) -> str:
    """How much was played, and what of all tables."""
    tables = one.field.tables
    games = one.played.games.sum(axis=1)
    which = f"all {tables.possible:,} tables"
    if tables.sampled:
        which = (
            f"{len(tables.copies):,} of {tables.possible:,} tables (all of one or two strategies, "
            f"and a sample of {tables.sampled} others)"
        )
    circles = one.field.most_circles
    orders = f"up to {circles} orders around a table and " if circles > 1 else ""
    return (
        f"{one.players} players: {which}, {games.min():,} to {games.max():,} games each, in "
        f"{orders}every rotation. The ratings alone would tell a win rate wrong by up to "
        f"{100 * one.misfit:.1f} points."
    )


def skill_sentences(skill: pd.DataFrame) -> list[str]:
    """What the highest rung wins over the one below, at each player count."""
    told = []
    for players in dict.fromkeys(skill.get("players", [])):
        row = skill[skill["players"] == players].iloc[-1]
        told.append(
            f"Skill at {players} players: one {row['rung']} among {row['below']} wins "
            f"{_percent(row, 'rate', '')}, one {row['below']} among {row['rung']} "
            f"{_percent(row, 'reverse', 'reverse_')}; equal would be {100 * row['fair']:.1f} %."
        )
    return told


def luck_sentences(luck: pd.DataFrame) -> list[str]:
    """How much the deal decides among the weakest and among the strongest rung."""
    told = []
    for players in dict.fromkeys(luck.get("players", [])):
        rows = luck[luck["players"] == players]
        each = " and ".join(
            f"{_percent(row, 'deal', 'deal_')} among {row['rung']}"
            for row in (rows.iloc[0], rows.iloc[-1])
        )
        told.append(f"Luck at {players} players: the deal decides {each} of who wins.")
    return told


def _percent(row: pd.Series, key: str, ends: str) -> str:
    """A share with its interval; an estimate without bias may lie below 0, no share does."""
    low, high = 100 * row[f"{ends}low"], 100 * row[f"{ends}high"]
    return f"{max(0.0, 100 * row[key]):.1f} % ({low:.1f} to {high:.1f})"
