"""Hints and reviews: what a search says about a position, and about each decision of a match."""
