"""What to clarify first in the rulebook, in words."""

from collections.abc import Sequence

from balance.clarifying import Clarification, Ranked, Together, size
from balance.comparing import Finding
from balance.comparing.words import (
    adaptation,
    by_place,
    fairness,
    hidden,
    length,
    length_strength,
    margin,
    number,
    outcome,
    points,
    points_span,
    strength,
    turns_span,
)
from balance.strength import EFFECT, OPEN, Rung, Strength, fares
from reports.numbers import first_upper, listed, plural
from sims.core.catalogue import find
from sims.core.contract import Game


def sentences(found: Clarification) -> list[str]:
    """All findings, the most important first."""
    game = find(found.question.game)
    said = [lead(found, game)]
    if found.confirmed:
        said.append(confirmation(found, game))
    said += [
        f"{short(ranked, game)} {_fares(found, ranked).sentence}" for ranked in found.ranked[1:]
    ]
    said += interplay(found, game)
    remark = adaptation(found.findings)
    return [*said, remark] if remark else said


def _rungs(found: Clarification, finding: Finding) -> list[Finding]:
    """The same row among every lineup, weakest first."""
    place = (finding.row.variant, finding.row.players)
    return [f for f in found.findings if (f.row.variant, f.row.players) == place]


def _fares(found: Clarification, ranked: Ranked) -> Strength:
    """How the call on a question's strongest row fares, on fairness or, if only that, on length."""
    rungs = _rungs(found, ranked.top)
    if ranked.top.turns.sign and not ranked.top.worst.sign:
        return length_strength(rungs)
    return strength(rungs)


def _choice(finding: Finding) -> str:
    return finding.row.variant.partition("=")[2]


def lead(found: Clarification, game: Game) -> str:
    """Which question to clarify first, or that none is shown to matter."""
    first = found.ranked[0]
    top = first.top
    if first.call in ("none", "none seen", "open"):
        limit = max(f.seats.most for f in found.findings if f.row.lineup == top.row.lineup)
        count = len(found.ranked)
        none = (
            "The only open question is not shown to change anything"
            if count == 1
            else f"None of the {count} open questions is shown to change anything"
        )
        said = (
            f"{none} among {top.row.lineup}; at most a seat's win rate could move by "
            f"{number(100 * limit)} points. {_anything(found.findings).sentence}"
        )
        if first.call == "open":
            said += (
                f" The largest change seen was with {top.row.variant} at {top.row.players} "
                f"{game.player_word}s: {fairness(top)}.{hidden(top)}"
            )
        return said
    question = first.question
    rungs = _rungs(found, top)
    told = "; ".join(effects(top))
    what = f"“{question.heading}”"
    first_words = (
        f"Clarify {what} first"
        if first.call == "matters"
        else f"No open question is shown to matter by a margin or more; most is shown of {what}"
    )
    return (
        f"{first_words} ({question.name}, played as {question.now}): {question.text} With "
        f"{_choice(top)}, at {top.row.players} {game.player_word}s: {told}; {outcome(top)}."
        f"{_flips(first)} On fairness: {strength(rungs).words}. On length: "
        f"{length_strength(rungs).words}.{hidden(top)}{_doubt(found)}"
    )


def _doubt(found: Clarification) -> str:
    """The remark where a fresh seed does not show what came first."""
    top = found.ranked[0].top
    fresh = [one for one in found.confirmed if one.row.players == top.row.players]
    if not fresh or _same(top, fresh[0]):
        return ""
    return " Beware: a fresh seed does not confirm it."


def _anything(findings: Sequence[Finding]) -> Strength:
    """Whether any effect is shown at all, by lineup."""
    shown: dict[str, bool] = {}
    for one in findings:
        seen = any(effect.sign for effect in (one.worst, one.turns, one.unfinished))
        shown[one.row.lineup] = shown.get(one.row.lineup, False) or seen
    calls = {False: ("no change shown", OPEN), True: ("a change", EFFECT)}
    return fares([Rung(lineup, *calls[seen]) for lineup, seen in shown.items()])


def effects(finding: Finding) -> list[str]:
    """The three effects in words, the largest that is shown first."""
    said = [
        (finding.worst, fairness(finding)),
        (finding.turns, length(finding)),
        (finding.unfinished, unfinished(finding)),
    ]
    said.sort(key=lambda effect: -effect[0].least / effect[0].margin)
    return [text for _, text in said]


def _flips(ranked: Ranked) -> str:
    if not ranked.flips:
        return " No verdict is shown to flip."
    each = [f"{_choice(f)} at {f.row.players} ({outcome(f)})" for f in ranked.flips]
    return f" Verdicts flip with {listed(each)}."


def unfinished(finding: Finding) -> str:
    """What becomes of the share of unfinished games."""
    change = finding.row.change.unfinished
    span = points_span(finding.unfinished.joint_low, finding.unfinished.joint_high)
    return f"unfinished games {points(change.difference)} ({span})"


def confirmation(found: Clarification, game: Game) -> str:
    """Whether a fresh seed says the same, with the estimate that no choice has flattered."""
    top = found.ranked[0].top
    fresh = next(f for f in found.confirmed if f.row.players == top.row.players)
    held = _same(top, fresh)
    return (
        f"Picked as the largest of {len(found.findings)} rows, so played again on seed "
        f"{fresh.row.before.seed}, {fresh.row.change.games:,} games: "
        f"{'confirmed' if held else 'not confirmed'}. There {'; '.join(effects(fresh))}."
    )


def _same(top: Finding, fresh: Finding) -> bool:
    """Whether every effect that put a row first is shown again, to the same side."""
    effects = (
        (top.worst, fresh.worst),
        (top.unfinished, fresh.unfinished),
        (top.turns, fresh.turns),
    )
    largest = size(top)
    signs = [
        again.sign == shown.sign
        for shown, again in effects
        if shown.sign and shown.least / shown.margin >= largest
    ]
    return all(signs) and (top.flip != "flips" or fresh.flip == "flips")


def short(ranked: Ranked, game: Game) -> str:
    """One of the other questions, shortly."""
    question, top = ranked.question, ranked.top
    place = f"{ranked.place}. {question.name} (“{question.heading}”)"
    if ranked.call == "none":
        return (
            f"{place}: decide it as you like; no seat's win rate moves by more than {margin(top)}, "
            "and length and unfinished games stay within their margins."
        )
    if ranked.call == "none seen":
        return (
            f"{place}: not one of {top.row.change.games:,} games differs at any player count and "
            f"strength, or by no more than the margins.{hidden(top)}"
        )
    where = f"{_choice(top)} at {top.row.players} {game.player_word}s"
    worst = top.row.change.worst
    said = (
        f"worst seat {points(worst.change)} "
        f"({points_span(top.worst.joint_low, top.worst.joint_high)}), {length(top)}, {outcome(top)}"
    )
    word = {"matters": "matters", "small": "a small effect", "open": "open"}[ranked.call]
    return f"{place}: {word}; most with {where}: {said}."


def interplay(found: Clarification, game: Game) -> list[str]:
    """Pairs whose effect is not the sum of both, and verdicts that flip only together."""
    if not found.interplay:
        return []
    shown = [one for one in found.interplay if one.shown]
    said = [
        f"Of {plural(len(found.interplay), 'pair')} (by player count and lineup), {len(shown)} "
        f"{'is' if len(shown) == 1 else 'are'} shown to do together what is not the sum of both."
    ]
    shown.sort(key=lambda one: one.size, reverse=True)
    said += [
        f"{_together(one, game)} {one.strength(found.interplay).sentence}" for one in shown[:3]
    ]
    alone = {(f.row.variant, f.row.players, f.row.lineup): f.flip for f in found.findings}
    places = by_place(found.pairs)
    for finding in found.pairs:
        row = finding.row
        each = [(name, row.players, row.lineup) for name in row.variant.split(",")]
        if finding.flip == "flips" and not any(alone.get(key) == "flips" for key in each):
            said.append(
                f"Only together do {' and '.join(row.variant.split(','))} flip the verdict at "
                f"{row.players} {game.player_word}s among {row.lineup}: {outcome(finding)}. "
                f"{_flip_fares(places[row.variant, row.players]).sentence}"
            )
    return said


def _flip_fares(rungs: Sequence[Finding]) -> Strength:
    """How a flip fares over lineups."""
    calls = {False: ("no flip shown", OPEN), True: ("flips", EFFECT)}
    return fares([Rung(one.row.lineup, *calls[one.flip == "flips"]) for one in rungs])


def _together(one: Together, game: Game) -> str:
    seat, turns = one.seats[one.largest - 1], one.interplay.turns
    return first_upper(
        f"{one.one} with {one.other} at {one.row.players} {game.player_word}s among "
        f"{one.row.lineup}: seat {one.largest} wins "
        f"{points(one.interplay.seat(one.largest).difference)} "
        f"({points_span(seat.joint_low, seat.joint_high)}) beyond the sum of both, games are "
        f"{number(turns.difference, True)} turns "
        f"({turns_span(one.turns.joint_low, one.turns.joint_high)}) beyond it."
    )
