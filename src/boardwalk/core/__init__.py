"""The base layer: records, rules, the `Game` contract, the registry, errors. Imports no game and no client."""
