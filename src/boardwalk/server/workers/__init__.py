"""The pool of processes in which bots choose, positions are analysed, and files are solved and generated."""
