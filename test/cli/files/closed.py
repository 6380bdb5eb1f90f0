"""closed.py reader|output COMMAND...: runs it with a standard output whose reader has
left, or that is closed; prints its exit code and what it says on standard error."""
import os
import subprocess
import sys

kind, *command = sys.argv[1:]
reader, writer = os.pipe()
os.close(reader)


def close():
    if kind == "output":
        os.close(1)


done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE,
                      preexec_fn=close, check=False)
print("exit code", done.returncode)
print(done.stderr.decode(), end="")
