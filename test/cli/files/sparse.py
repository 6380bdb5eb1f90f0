"""sparse.py FILE SIZE: a file of that size that takes no room."""
import os
import sys

with open(sys.argv[1], "wb") as file:
    os.truncate(file.fileno(), int(sys.argv[2]))
