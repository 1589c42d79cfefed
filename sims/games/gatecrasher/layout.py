"""What decisions, options and states look like, for kernel, referee, strategies and notation alike.

A decision has a kind (`DECISIONS`) and a list of options. An option is five small numbers: its
form, then `kind` and `seat`, with `NONE` where a form does not use one; the last two are unused.

form    | kind               | seat               |      |      | decision
--------|--------------------|--------------------|------|------|---------
PASS    | NONE               | NONE               | NONE | NONE | execute
EXECUTE | protocol executed  | opponent aimed at  | NONE | NONE | execute
TAKE    | protocol taken     | whose hand         | NONE | NONE | extract

Bolster and Data Mine are aimed at nobody. Cards of a kind are indistinguishable, so there is one
option a kind (and opponent). A list stands in this order: PASS, then protocols by id, and of one
protocol the opponents clockwise from the actor.

A state in plain values (`snapshot`, `place`): counts are `{kind id: copies}` without zeros, seats
count from 0.

key     | value
--------|-----------------------------------------------------------------------------------------
turn    | turns ended in all: those of Execution, passed ones too, and those of Overclock
round   | rounds ended
phase   | one of `PHASES`; "first" only in a position that asks who acts first, and is over then
actor   | whose turn it is, or was the last
pile    | kinds, from the top
discard | counts
seats   | a mapping a seat: firewall; levels; hand (counts); out (no level left); seen_hand, by
        | holder the counts that this seat knows to be there, holders of whom nothing is known left
        | out. Who goes out keeps firewall and hand until the next deal, then has 0 and no card.
result  | None, or {"winner": a seat or None, "ended": one of `ENDINGS`}
"""

NONE = 255
"""An unused number of an option; no kind, no seat."""

SEATS = 6
"""Most players of a game."""

DECISIONS = ("execute", "extract")
EXECUTE, EXTRACT = range(len(DECISIONS))

FORMS = ("pass", "execute", "take")
F_PASS, F_EXECUTE, F_TAKE = range(len(FORMS))

PHASES = ("first", "execution", "overclock")
P_FIRST, P_EXECUTION, P_OVERCLOCK = range(len(PHASES))

ENDINGS = ("last_standing", "draw", "unfinished")
E_LAST_STANDING, E_DRAW, E_UNFINISHED = range(len(ENDINGS))
DRAW, UNFINISHED = -1, -2
"""Winners that are nobody."""
