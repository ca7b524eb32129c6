"""Search over the tasks of teams."""
