"""The worlds that a seat holds possible."""
