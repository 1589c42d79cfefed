"""`balance strategies`."""

from balance.cli.options import GameName


def strategies(game: GameName) -> None:
    """List a game's strategies: idea, source and weights."""
    from balance.cli import show
    from sims.core.catalogue import find
    from sims.core.strategies import shipped

    for name, strategy in shipped(find(game).name).items():
        show.say(name, "bold")
        show.say(f"  {strategy.idea}")
        if strategy.source:
            show.say(f"  source: {strategy.source}", "dim")
        for weight, value in strategy.weights.items():
            show.say(f"  weights.{name}.{weight} = {value:g}", "dim")
    show.say("FILE.py:NAME", "bold")
    show.say("  A strategy of your own; `balance init` writes a template.")
