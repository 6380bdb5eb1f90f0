"""Sends Ctrl-C to a search that runs: one that has shown its live line.

Usage: interrupt.py RBCHECK PROGRAM
"""

import signal
import subprocess
import sys

process = subprocess.Popen(
    [sys.argv[1], "--search=dfs", "--progress=always", sys.argv[2]],
    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
while b"states" not in process.stderr.read1(4096):
    if process.poll() is not None:
        sys.exit("it ended by itself")
process.send_signal(signal.SIGINT)
output, _ = process.communicate()
print("exit code", process.returncode)
print(output.decode())
