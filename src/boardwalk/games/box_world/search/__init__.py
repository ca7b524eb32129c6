"""How bots play Box World well: the rules that search uses."""
