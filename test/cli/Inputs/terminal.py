"""Runs a command with its standard output on a terminal.

Usage: terminal.py COMMAND...

Prints what it wrote, without colours, and how many columns the longest line has.
"""

import os
import pty
import re
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
written = bytearray()
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:  # the other side is closed
        break
    if not data:
        break
    written.extend(data)
_, status = os.waitpid(pid, 0)
text = re.sub(r"\x1b\[[0-9;]*m", "", written.decode()).replace("\r\n", "\n")
# The live line is written over itself.
lines = [line.split("\r")[-1] for line in text.split("\n")]
print("\n".join(lines))
print("longest:", max(len(line.rstrip()) for line in lines))
sys.exit(os.waitstatus_to_exitcode(status))
