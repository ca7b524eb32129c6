"""The levels, lessons and challenges of Fog Quoridor, and what makes them."""
