"""memory.py PROGRAM: a memory limit just above what rbcheck takes before a search.

One that is below is refused, with the number; what it says there is enough to begin, and
a search that needs more stops at it.
"""
import re
import subprocess
import sys


def run(megabytes):
    return subprocess.run(["rbcheck", "--search=bfs", f"--memory-limit={megabytes}",
                           sys.argv[1]], capture_output=True, text=True, check=False)


refused = run(1)
base = re.search(r"takes (\d+) MB", refused.stderr)
if refused.returncode != 3 or not base:
    sys.exit(refused.stderr)
stopped = run(int(base[1]) + 5)
print("exit code", stopped.returncode)
print(stopped.stdout + stopped.stderr)
