"""The levels, lessons and challenges of Box World, and what makes them."""
