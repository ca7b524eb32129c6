"""Search over whole turns in games of chance."""
