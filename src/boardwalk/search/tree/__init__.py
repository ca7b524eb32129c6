"""Information-set tree search."""
