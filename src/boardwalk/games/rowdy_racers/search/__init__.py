"""How bots play Rowdy Racers well: the rules that search uses."""

from boardwalk.games.rowdy_racers.search.estimate import estimate, prepare_search, rollout
from boardwalk.games.rowdy_racers.search.greedy import Scratch, greedy
from boardwalk.games.rowdy_racers.search.outlook import CHANCES, SearchScratch, outlook
