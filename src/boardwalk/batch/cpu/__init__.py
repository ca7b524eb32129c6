"""Many games at once on all cores."""
