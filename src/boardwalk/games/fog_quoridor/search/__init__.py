"""How bots play Fog Quoridor well: the rules that search uses."""

from boardwalk.games.fog_quoridor.search.estimate import estimate, likely, narrow
from boardwalk.games.fog_quoridor.search.greedy import Scratch, greedy
from boardwalk.games.fog_quoridor.search.imagine import imagine
