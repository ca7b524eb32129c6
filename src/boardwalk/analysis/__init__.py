"""Hints and reviews: the search results for a position, and for each decision of a match."""
