"""What all of the server stands on: settings, metrics, limits, responses, arithmetic of ratings."""
