"""Many games at once on a GPU."""
