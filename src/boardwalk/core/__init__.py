"""What every game stands on: records, rules, the contract, the registry, errors. Knows no game and no client."""
