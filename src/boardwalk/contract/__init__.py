"""What a game is: its declaration, options, scenes and choices, files, levels, positions as text, errors."""
