"""Runs a command with its standard streams on a terminal.

Usage: terminal.py COMMAND...

Prints what it wrote, without colours, and how many columns the longest line has.
"""

import os
import pty
import re
import subprocess
import sys
import threading

END = b"\0the end\0"

# What a terminal has not passed on yet may be lost when its last user closes it. So
# it stays open here, and behind the command comes a word of our own.
terminal, side = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=side, stdout=side, stderr=side,
                           start_new_session=True)


def endIt():
    process.wait()
    os.write(side, END)


threading.Thread(target=endIt).start()
written = bytearray()
while not written.endswith(END):
    written.extend(os.read(terminal, 4096))
text = re.sub(r"\x1b\[[0-9;]*m", "", written[:-len(END)].decode())
# The live line is written over itself.
lines = [line.split("\r")[-1] for line in text.replace("\r\n", "\n").split("\n")]
print("\n".join(lines))
print("longest:", max(len(line.rstrip()) for line in lines))
sys.exit(process.returncode)
