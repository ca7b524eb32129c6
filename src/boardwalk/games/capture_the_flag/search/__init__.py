"""How bots play Capture the Flag well: the rules that search uses."""

from boardwalk.games.capture_the_flag.search.duel import canonicalize
from boardwalk.games.capture_the_flag.search.estimate import estimate, rollout
from boardwalk.games.capture_the_flag.search.greedy import Scratch, greedy
from boardwalk.games.capture_the_flag.search.maps import SearchScratch, prepare_search
from boardwalk.games.capture_the_flag.search.tasks import TASKS, pursue
