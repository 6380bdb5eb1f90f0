"""Sends Ctrl-C to a search that runs.

Usage: interrupt.py RBCHECK PROGRAM
"""

import signal
import subprocess
import sys
import time

process = subprocess.Popen([sys.argv[1], "--search=dfs", sys.argv[2]],
                           stdout=subprocess.PIPE, text=True)
time.sleep(1.5)
process.send_signal(signal.SIGINT)
output, _ = process.communicate(timeout=60)
print("exit code", process.returncode)
print(output)
