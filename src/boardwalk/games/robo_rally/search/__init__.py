"""How bots play RoboRally well: the rules that search uses."""

from boardwalk.games.robo_rally.search.greedy import (
    FAR,
    Scratch,
    contest,
    greedy,
    prepare_greedy,
    slot_alone,
    spot_of,
    touches,
)
from boardwalk.games.robo_rally.search.programs import (
    estimate,
    guess,
    prepare_search,
    rewind,
    rewrite,
    running,
    written,
)
