"""Small games that are solved as a whole."""
