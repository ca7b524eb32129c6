"""How bots play Rowdy Racers well: the rules that search uses."""

from boardwalk.games.rowdy_racers.search.estimate import estimate, rollout, survey
from boardwalk.games.rowdy_racers.search.greedy import Scratch, greedy
from boardwalk.games.rowdy_racers.search.outlook import CHANCES, SearchScratch, outlook
