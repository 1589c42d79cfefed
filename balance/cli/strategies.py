"""`balance strategies`."""

from typing import TYPE_CHECKING

from balance.cli.options import AsJson, DataDir, GameName

if TYPE_CHECKING:
    from balance.catalogue import Strength
    from sims.core.contract import Game
    from sims.core.data import Data
    from sims.core.strategies import Strategy


def strategies(game: GameName, data: DataDir = None, json: AsJson = False) -> None:
    """List a game's strategies. Of each: idea, source, weights, and strength as measured."""
    from balance import catalogue
    from balance.cli import show
    from sims.core.catalogue import find
    from sims.core.data import read_data
    from sims.core.strategies import shipped

    found = find(game)
    folder = read_data(found, data)
    known = catalogue.read(folder)
    changed = catalogue.changed(known, found, folder) if known else []
    every = shipped(found.name)
    if json:
        show.print_json(_as_json(found, folder, known, changed))
        return
    for strategy in every.values():
        _print(strategy, folder, known)
    show.say("FILE.py:NAME", "bold")
    show.say("  A strategy of your own; `balance init` writes a template.")
    show.say("")
    for line in _about(found, known, changed):
        show.say(line, "dim" if not changed else "")


def _about(game: "Game", known: "Strength | None", changed: list[str]) -> list[str]:
    """Where the strength comes from, and whom it is not of any more."""
    again = f"balance tournament {game.name} --save"
    if known is None:
        return [f"Strength: not measured for these data; `{again}` does."]
    told = [
        f"Strength measured on {known.date} by `{known.command}`: ratings on Elo's scale, mean 0; "
        "wins of one among others of the rung below; 95 % intervals."
    ]
    if changed:
        told.append(
            f"WARNING  not as measured any more, or not measured: {', '.join(changed)}; "
            f"`{again}` measures anew"
        )
    return told


def _print(strategy: "Strategy", data: "Data", known: "Strength | None") -> None:
    from balance.cli import show

    name = strategy.name
    show.say(name, "bold")
    show.say(f"  {strategy.idea}")
    if strategy.source:
        show.say(f"  source: {strategy.source}", "dim")
    for rating, step in known.rows_of(name) if known else ():
        text = (
            f"  {rating['players']} players: rated {rating['rating']:+.0f} "
            f"({rating['low']:+.0f} to {rating['high']:+.0f})"
        )
        if step is not None:
            text += (
                f"; among {step['below']} wins {show.percent(step['rate'])} "
                f"({show.span(step['low'], step['high'])}), equal {show.percent(step['fair'])}"
            )
        show.say(text)
    at = data.weights_at.get(name, {})
    own = {players: weights for players, weights in at.items() if weights}
    given = data.weights_for(name, strategy.of, 0)
    if strategy.of:
        counts = ", ".join(map(str, sorted(own))) or "no player count"
        show.say(f"  weights of its own at {counts}; else those of {strategy.of}", "dim")
        return
    for weight, value in strategy.weights.items():
        if "." not in weight:
            show.say(f"  weights.{name}.{weight} = {given.get(weight, value):g}", "dim")
    for other in dict.fromkeys(w.partition(".")[0] for w in strategy.weights if "." in w):
        show.say(f"  weights.{name}.{other}.KEY: as {other} has it for that many players", "dim")


def _as_json(
    game: "Game", data: "Data", known: "Strength | None", changed: list[str]
) -> dict[str, object]:
    from sims.core.strategies import borrowed, shipped

    def weights(strategy: "Strategy", players: int) -> dict[str, float]:
        given = {**strategy.weights, **borrowed(strategy, data, players)}
        return {**given, **data.weights_for(strategy.name, strategy.of, players)}

    return {
        "game": game.name,
        "measured": known and {"command": known.command, "date": known.date},
        "changed": changed,
        "strategies": [
            {
                "name": name, "idea": s.idea, "source": s.source, "of": s.of or None,
                "code": s.digest,
                "weights": {str(players): weights(s, players) for players in sorted(data.table)},
                "strength": [
                    {"rating": rating, "over_the_rung_below": step}
                    for rating, step in (known.rows_of(name) if known else ())
                ],
            }
            for name, s in shipped(game.name).items()
        ],
    }  # fmt: skip
