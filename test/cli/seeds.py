"""Runs a program under many random schedules and counts the exit codes.

Usage: seeds.py RBCHECK PROGRAM COUNT

Each seed is run twice: the same seed must give the same result.
"""

import collections
import subprocess
import sys

rbcheck, program, count = sys.argv[1:4]
codes = collections.Counter()
for seed in range(int(count)):
    runs = [subprocess.run([rbcheck, "--run", f"--seed={seed}", program],
                           capture_output=True) for _ in range(2)]
    if (runs[0].returncode, runs[0].stderr) != (runs[1].returncode,
                                                runs[1].stderr):
        print(f"seed {seed}: two runs differ")
    codes[runs[0].returncode] += 1
for code in sorted(codes):
    print(f"{code}: {codes[code]}")
