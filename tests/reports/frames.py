"""Small synthetic frames of the shape that `balance` makes, for the tests and for looking."""

import numpy as np
import pandas as pd

PRINTED = {2: 30, 3: 30, 4: 28, 5: 26, 6: 25}
CARDS = (
    "Firewall", "Monorail Control", "Mainframe", "Proxy Spoof", "NOAA Satellite Uplink Array",
    "Diskette", "Phone Phreak", "Bank Transfer", "Power Grid", "Traffic Lights", "ATM Skimmer",
    "Voting Machine", "Air Traffic", "Stock Ticker", "Payroll",
)  # fmt: skip


def seats(players=range(2, 7), games=20_000, bias=0.02, series=("random",), **columns):
    """Return a seats frame: seat 1 favoured by `bias`, the last seat the loser."""
    rng = np.random.default_rng(5)
    rows = []
    for level, strategy in enumerate(series):
        for n in players:
            top = bias * (0.6 + 0.12 * n) * (1 + 0.3 * level)
            lean = np.linspace(top, -top, n) if n > 1 else np.zeros(1)
            rates = 1 / n + lean + rng.normal(0, 0.002, n)
            for seat, rate in enumerate(rates, 1):
                half = 1.96 * np.sqrt(max(rate * (1 - rate), 1e-9) / games)
                rows.append(
                    {
                        "players": n, "seat": seat, "strategy": strategy, "deck": "assumed",
                        "games": games, "wins": round(games * rate), "rate": rate,
                        "low": rate - half, "high": rate + half,
                        "low90": rate - 0.84 * half, "high90": rate + 0.84 * half,
                        "joint_low": rate - 1.3 * half, "joint_high": rate + 1.3 * half,
                        "unfinished": 12, **columns,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


def cells(players=range(2, 7), games=20_000, lineups=("random",), decks=("assumed",), **sweep):
    """Return a cells frame over player counts, lineups, decks and the values of one parameter."""
    rng = np.random.default_rng(7)
    column, values = next(iter(sweep.items()), ("winning_cred", [30]))
    rows = []
    for deck_no, deck in enumerate(decks):
        for level, lineup in enumerate(lineups):
            for n in players:
                for i, value in enumerate(values):
                    at = i / max(1, len(values) - 1)
                    size = (
                        0.004 + 0.05 * (at - 0.25 - 0.06 * n) ** 2 + 0.009 * level + 0.004 * deck_no
                    )
                    dev = float(size * (1 if n < 5 or at > 0.5 else -1) + rng.normal(0, 0.001))
                    rows.append(_cell(n, deck, lineup, games, dev, 12 + 14 * at + 2.5 * n, at))
                    rows[-1][column] = value
    return pd.DataFrame(rows).astype({"games_needed": "Int64"})


def _cell(n, deck, lineup, games, dev, turns, at):
    half = 1.96 * np.sqrt(0.21 / games)
    size = abs(dev)
    call = "FAIR" if size + half < 0.02 else "UNFAIR" if size - half > 0.02 else "INCONCLUSIVE"
    share = max(0.0, 0.09 * (at - 0.55) * n / 4)
    return {
        "players": n, "deck": deck, "lineup": lineup, "games": games, "draws": 0,
        "unfinished": round(share * games), "unfinished_share": share,
        "unfinished_low": max(0.0, share - 0.002), "unfinished_high": share + 0.002,
        "turns_mean": turns, "turns_low": turns - 0.1, "turns_high": turns + 0.1, "turns_sd": 6.0,
        "turns_median": round(turns) - 1, "verdict": call, "verdict_reason": "by seat 1",
        "games_needed": 90_000 if call == "INCONCLUSIVE" else None, "worst_seat": 1,
        "worst_deviation": dev, "worst_low": dev - half, "worst_high": dev + half,
        "fingerprint": "0f3a", "ended_cred": 0.9, "ended_last_standing": 0.1 - share,
    }  # fmt: skip


def lengths(players=range(2, 7), cap=None, games=20_000, scale=1.0):
    """Return histograms of game lengths; with `cap`, 3 % of the games stop there."""
    rng = np.random.default_rng(11)
    frames = []
    for n in players:
        turns = np.round(scale * (6 + rng.gamma(5 + n, 1.6, games))).astype(int)
        if cap:
            turns[: games * 3 // 100] = cap
        values, found = np.unique(turns, return_counts=True)
        frames.append(pd.DataFrame({"players": n, "turns": values, "games": found}))
    return pd.concat(frames, ignore_index=True)


def by_seat(players=range(2, 7), scale=1.0, labels=("finishing place", "waiting")):
    """Return means by seat of some measures, the last seat's the largest."""
    rows = [
        {
            "players": n, "measure": label, "label": label, "seat": seat, "games": 1000,
            "mean": scale * (5 + k + 0.1 * seat), "low": scale * (4.92 + k + 0.1 * seat),
            "high": scale * (5.08 + k + 0.1 * seat), "unit": "turns" if k else "share",
        }
        for k, label in enumerate(labels)
        for n in players
        for seat in range(1, n + 1)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def worths(players=range(2, 7), cards=CARDS, scale=1.0):
    """Return what one more of each card is worth; the first card most."""
    rows = [
        {
            "players": n, "trait": "dealt", "item": card, "games": 1000,
            "change": scale * (0.1 - 0.02 * i), "low": scale * (0.085 - 0.02 * i),
            "high": scale * (0.115 - 0.02 * i),
        }
        for n in players
        for i, card in enumerate(cards)
    ]  # fmt: skip
    return pd.DataFrame(rows)


PANELS = (("hand", "In the hand", "points"), ("swap", "A blank", "turns"))


def effects(players=range(2, 7), cards=CARDS, scale=1.0):
    """Return effects of cards, two kinds each."""
    rng = np.random.default_rng(13)
    rows = []
    for n in players:
        for i, card in enumerate(cards):
            for kind, _, _ in PANELS:
                value = scale * rng.normal(1.5 - 0.3 * i, 0.3)
                rows.append(
                    {
                        "players": n, "card": card, "copies": 1 + i % 4, "kind": kind,
                        "value": value, "low": value - 0.25 * scale, "high": value + 0.3 * scale,
                        "told_apart": i % 3 == 0,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)
