"""What a decision and an option look like, for kernel, referee, strategies and notation alike.

A decision has a kind (`DECISIONS`) and a list of options. An option is five small numbers: its
form, then `title`, `target`, `named` and `depth`, with `NONE` where a form does not use one.

form   | title            | target              | named         | depth
-------|------------------|---------------------|---------------|------------------
DRAW   |                  |                     |               |
CARD   | the card played  | of a Ticket: a seat |               |
PAIR   | held twice       | who loses a card    |               |
TRIPLE | held three times | who loses a card    | the one asked |
NO, YES|                  |                     |               |
GIVE   | the card given   |                     |               |
PLACE  |                  |                     |               | 0 = top .. size

decision | asked                         | options, in this order
---------|-------------------------------|------------------------------------------------------
play     | the player to act             | DRAW, then CARD, PAIR, TRIPLE; within a form by title,
         |                               | then by target clockwise from the actor, then by named
freeze   | who may cancel the last card  | NO, YES
give     | the target of a Ticket        | GIVE by title
consult  | who drew You've been hacked   | NO, YES
place    | who used a consultant         | PLACE by depth
"""

NONE = 255
"""An unused number of an option; no title, no seat, no depth."""

DECISIONS = ("play", "freeze", "give", "consult", "place")
PLAY, FREEZE, GIVE, CONSULT, PLACE = range(len(DECISIONS))

FORMS = ("draw", "card", "pair", "triple", "no", "yes", "give", "place")
F_DRAW, F_CARD, F_PAIR, F_TRIPLE, F_NO, F_YES, F_GIVE, F_PLACE = range(len(FORMS))

ENDINGS = ("last_standing", "unfinished")
E_LAST_STANDING, E_UNFINISHED = range(len(ENDINGS))
UNFINISHED = -2
"""The winner of a game that the cap cut short: nobody."""
