"""Prints a warning `race` for each line of a program that says `asked: NAME`.

Usage: lines.py PROGRAM.c
"""

import os
import re
import sys

with open(sys.argv[1]) as file:
    for number, text in enumerate(file, 1):
        asked = re.search(r"asked: ([a-z ]*[a-z])", text)
        if asked:
            print(f'warning "{asked[1]}:" race\n  thread\n'
                  f'    at {os.path.basename(sys.argv[1])}:{number}\n  thread\n    at *\nend')
