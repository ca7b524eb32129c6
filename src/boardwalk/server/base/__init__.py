"""What the other packages of the server share: settings, errors, limits, responses, metrics and logs."""
