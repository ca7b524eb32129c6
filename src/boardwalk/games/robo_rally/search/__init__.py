"""How bots play RoboRally well: the rules that search uses."""

from boardwalk.games.robo_rally.search.greedy import FAR, Scratch, contest, greedy, slot_alone, spot_of, study, touches
from boardwalk.games.robo_rally.search.programs import estimate, guess, rewind, rewrite, running, survey, written
