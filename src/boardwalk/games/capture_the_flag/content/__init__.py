"""The levels, lessons and challenges of Capture the Flag, and what makes them."""
