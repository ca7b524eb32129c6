"""The levels, lessons and challenges of Rowdy Racers, and what makes them."""
