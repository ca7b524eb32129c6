"""Interfaces for learning: Gymnasium, PettingZoo, OpenSpiel and vectors of games; see docs/learning.md."""
