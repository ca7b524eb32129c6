"""`python -m boardwalk`: the command line."""

from boardwalk.cli import main

main()
