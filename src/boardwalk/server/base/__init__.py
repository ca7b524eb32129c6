"""What the other packages of the server share: settings, metrics, limits, responses, ratings."""
