"""How bots play Connect Four well: the rules that search uses."""

from connect_four.search.greedy import greedy
