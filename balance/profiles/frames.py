"""Shares and sizes as tidy frames."""

from collections.abc import Sequence

import pandas as pd

from balance.profiles.shares import Share
from balance.profiles.sizes import Size
from balance.strength import only


def shares_frame(shares: Sequence[Share], tolerance: float, lineup: str) -> pd.DataFrame:
    """A row per player count, profile and who it met: share of the wins, intervals, call.

    Shares from 0 to 1; `deviation` is the distance from an equal share, with its 95 % interval.
    """
    rows = [
        {
            "players": s.players, "lineup": lineup, "profile": s.profile, "against": s.against,
            "rate": s.rate, "low": s.low, "high": s.high,
            "deviation": s.deviation, "deviation_low": s.low - s.fair,
            "deviation_high": s.high - s.fair,
            "low90": s.low90, "high90": s.high90,
            "joint_low": s.joint_low, "joint_high": s.joint_high,
            "fair": s.fair, "call": s.call(tolerance).value,
            "games": s.games, "observations": s.observations, "unfinished": s.unfinished,
            **only(lineup).columns(),
        }
        for s in shares
    ]  # fmt: skip
    return pd.DataFrame(rows)


def sizes_frame(sizes: Sequence[Size], tolerance: float, lineup: str) -> pd.DataFrame:
    """A row per size and player count: the deviation before and after, after on fresh game ids."""
    rows = []
    for size in sizes:
        after = {share.players: share for share in size.after}
        for share in size.before:
            new = after.get(share.players, share)
            alone, there = size.alone.get(share.players, (None, None))
            rows.append(
                {
                    "profile": size.profile, "key": size.key, "value": size.old,
                    "fair_value": size.value, "default": size.default, "players": share.players,
                    "deviation": share.deviation, "deviation_low": share.low - share.fair,
                    "deviation_high": share.high - share.fair,
                    "call": share.call(tolerance).value,
                    "new_deviation": new.deviation, "new_deviation_low": new.low - new.fair,
                    "new_deviation_high": new.high - new.fair,
                    "new_call": new.call(tolerance).value,
                    "games": share.games, "new_games": new.games, "helps": size.helps,
                    "alone_value": alone,
                    "alone_deviation": there and there.deviation,
                    "alone_low": there and there.low - there.fair,
                    "alone_high": there and there.high - there.fair,
                    "alone_call": there and there.call(tolerance).value,
                    **only(lineup).columns(),
                }
            )  # fmt: skip
    frame = pd.DataFrame(rows)
    for column in ("fair_value", "alone_value"):
        if column in frame:
            frame[column] = frame[column].astype("Int64")
    return frame
