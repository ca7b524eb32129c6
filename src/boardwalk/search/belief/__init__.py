"""Beliefs: weighted worlds that fit a seat's views."""
