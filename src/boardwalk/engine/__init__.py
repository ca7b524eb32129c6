"""How rules run: records, rules and templates, binding, the cache of compiled code, random streams."""
