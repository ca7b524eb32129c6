"""People who keep a name, and the challenges of a day."""
