"""Matches: the single authority over a game being played, its record, and the views of it."""

from boardwalk.match.match import Change, Match
from boardwalk.match.record import MatchRecord, read_record, write_record
from boardwalk.match.view import View

__all__ = ["Change", "Match", "MatchRecord", "View", "read_record", "write_record"]
