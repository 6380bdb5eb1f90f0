"""Two runs with the same seed give the same result, byte by byte.

Usage: same.py RBCHECK PROGRAM SEARCH...

Each SEARCH ("" = the default) is run twice with --json; all but times and
memory has to be the same.
"""

import subprocess
import sys


def result(rbcheck, program, search):
    command = [rbcheck, "--json=-", "--seed=5", program]
    if search:
        command.append(f"--search={search}")
    text = subprocess.run(command, capture_output=True, text=True).stdout
    if '"verdict"' not in text:
        sys.exit(f"{search}: no result")
    return [line for line in text.splitlines()
            if not any(word in line for word in ("second", "peak_rss"))]


rbcheck, program, *searches = sys.argv[1:]
for search in searches:
    if result(rbcheck, program, search) != result(rbcheck, program, search):
        print(f"{search}: two runs differ")
print(f"{len(searches)} searches")
