"""Processes beside the server: bots think, levels are solved and generated in them."""
