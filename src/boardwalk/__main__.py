"""`python -m boardwalk`: the command line."""

from boardwalk.cli.app import main

main()
