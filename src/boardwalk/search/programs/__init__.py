"""Planning of programs that all seats choose in secret and reveal together."""
