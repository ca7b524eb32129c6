"""Alpha-beta with iterative deepening."""
