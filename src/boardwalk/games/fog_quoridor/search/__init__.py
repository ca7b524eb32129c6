"""How bots play Fog Quoridor well: the rules that search uses."""

from boardwalk.games.fog_quoridor.search.determinize import determinize
from boardwalk.games.fog_quoridor.search.estimate import action_prior, estimate, prune
from boardwalk.games.fog_quoridor.search.greedy import Scratch, greedy
