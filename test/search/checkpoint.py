"""checkpoint.py FILE PROGRAM: one more state a run, from the first to the last.

The sum of all runs must be the same as one whole run: states, steps, verdict.
"""
import json
import subprocess
import sys


def run(*options):
    done = subprocess.run(["rbcheck", "--json=-", *options, program],
                          capture_output=True)
    result = json.loads(done.stdout)
    return result["verdict"], result["stats"]["states"], result["stats"]["transitions"]


file, program = sys.argv[1:]
whole = run("--search=dfs")
for limit in range(1, 10_000):
    part = run(f"--checkpoint={file}", f"--max-states={limit}")
    if part[0] != "inconclusive":
        break
if part != whole or limit < whole[1] // 2:
    sys.exit(f"{part} after {limit} runs, {whole} in one")
