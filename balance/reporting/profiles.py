"""The report's section on profiles, in games whose players differ: who is off, and a fair size."""

from dataclasses import replace

import pandas as pd

from balance.planning import Question, check
from balance.profiles import Profiles, Setting, ask
from balance.profiles.shares import Call, field_games, field_shares, pair_games
from balance.profiles.words import field_sentences
from balance.strength import ABSENT, EFFECT, OPEN, Rung, Strength, fares
from reports import figures
from reports.numbers import listed
from reports.page import Column, Section, Table
from sims.core.schedule import Progress

PAIR_GAMES = 4
"""How many times fewer games a pair gets than a profile in the field."""

FIELD_COLUMNS = (
    Column("players", "players", "count"),
    Column("strategy", "lineup"),
    Column("who", "profile"),
    Column("share of wins (95 %)", "rate", "percent", "low", "high"),
    Column("points from fair (95 %)", "deviation", "points", "deviation_low", "deviation_high"),
    Column("call", "call"),
    Column("games", "games", "count"),
)
SIZE_COLUMNS = (
    Column("who", "profile"),
    Column("what", "key"),
    Column("is", "value", "count"),
    Column("fairest", "fair_value", "count"),
    Column("default", "default", "count"),
    Column("players", "players", "count"),
    Column("points from fair as it is (95 %)", "deviation", "points", "deviation_low",
           "deviation_high"),
    Column("with the fairest, fresh games (95 %)", "new_deviation", "points", "new_deviation_low",
           "new_deviation_high"),
    Column("call", "new_call"),
    Column("fairest here alone", "alone_value", "count"),
    Column("with that, fresh games (95 %)", "alone_deviation", "points", "alone_low", "alone_high"),
    Column("games", "new_games", "count"),
)  # fmt: skip


def setting_of(asked: Question, lineup: str, games: int) -> Setting:
    """The setting of one rung of the ladder; `games` for each profile at each player count."""
    return Setting.of(replace(asked, lineup=(lineup,), games=games))


def is_asked(asked: Question, games: int) -> bool:
    """Whether there is anything to compare: games for it, and a data folder with several."""
    return games > 0 and len(check(asked)[1].profiles) > 1


def total_games(asked: Question, ladder: tuple[str, ...], games: int) -> int:
    """How many games `play` plays, about; the search plays as many as it needs on top."""
    if not is_asked(asked, games):
        return 0
    setting = setting_of(asked, ladder[-1], games)
    least = min(setting.counts)
    return len(ladder) * field_games(setting, games) + pair_games(
        setting, games // PAIR_GAMES, [least]
    )


def play(
    asked: Question, ladder: tuple[str, ...], games: int, progress: Progress | None
) -> tuple[list[Profiles], int]:
    """The field at each rung; pairs, at the fewest players, and sizes at the strongest.

    With how many games that took; nothing for a game without profiles, or without `games`.
    """
    found: list[Profiles] = []
    played = [0]
    if not is_asked(asked, games):
        return found, 0

    def advance(more: int) -> None:
        played[0] += more
        if progress is not None:
            progress(more)

    for name in ladder[:-1]:
        setting = replace(setting_of(asked, name, games), progress=advance)
        found.append(Profiles(setting, field_shares(setting, games), [], [], []))
    strong = replace(asked, lineup=(ladder[-1],), games=games)
    least = min(Setting.of(strong).counts)
    found.append(ask(strong, advance, pair_counts=(least,)))
    return found, played[0]


def section(found: list[Profiles]) -> Section:
    """Who is too strong or too weak, at each strength of play, and what would mend it."""
    strong = found[-1]
    setting = strong.setting
    tolerance = setting.question.tolerance
    word, option = setting.kind.one, setting.kind.option
    field = _labelled(found)
    tables = [
        Table("profiles", f"Share of the wins in the field of all {option}", field, FIELD_COLUMNS)
    ]
    if len(strong.sizes):
        tables.append(
            Table(
                "profile-sizes",
                "The number that is fairest, of those tried",
                strong.sizes,
                SIZE_COLUMNS,
            )
        )
    return Section(
        "profiles",
        f"The {option}: is one too strong?",
        [
            f"Each {word} is played against every group of the others, sitting once in every seat; "
            f"an equal share is fair. {', '.join(setting.names)} make the field.",
            *(_by_strength(found, name) for name in setting.names),
            "A size is found by search: values of one number, on the same games, everything else "
            "as it is; then confirmed on fresh games. Each is changed alone.",
            *strong.size_sentences,
        ],
        [
            figures.profile_shares(strong.field, tolerance, word=word),
            figures.profile_pairs(strong.pairs, tolerance, word=word),
        ],
        tables,
    )  # fmt: skip


def _labelled(found: list[Profiles]) -> pd.DataFrame:
    """The shares at each strength, each with how the calls on its profile fare over all of them."""
    labels = {name: fares_with_strength(found, name) for name in found[-1].setting.names}
    frame = pd.concat([one.field for one in found], ignore_index=True)
    return frame.assign(
        strength=[labels[name].value for name in frame["profile"]],
        strength_words=[labels[name].words for name in frame["profile"]],
    )


def _by_strength(found: list[Profiles], name: str) -> str:
    """A profile among the strongest, and whether it is so at every strength."""
    strong = found[-1]
    told = [s for s in field_sentences(strong.setting, strong.in_field) if s.startswith(f"{name} ")]
    text = " ".join(told) or f"{name} is not shown to be off."
    return f"{text} {fares_with_strength(found, name).sentence}"


def fares_with_strength(found: list[Profiles], name: str) -> Strength:
    """How the calls on a profile, at all player counts, fare with strength."""
    tolerance = found[-1].setting.question.tolerance
    word = found[-1].setting.game.player_word
    rungs = []
    for one in found:
        counts: dict[Call, list[str]] = {}
        for share in one.in_field:
            if share.profile == name:
                counts.setdefault(share.call(tolerance), []).append(str(share.players))
        said = [f"{call.value.lower()} at {listed(at)}" for call, at in counts.items()]
        off = Call.TOO_STRONG in counts or Call.TOO_WEAK in counts
        kind = EFFECT if off else OPEN if Call.INCONCLUSIVE in counts else ABSENT
        rungs.append(Rung(one.lineup, f"{listed(said)} {word}s", kind))
    return fares(rungs)
