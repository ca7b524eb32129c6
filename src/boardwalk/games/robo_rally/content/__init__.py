"""The levels, lessons and challenges of RoboRally, and what makes them."""
