"""unread.py COMMAND...: runs it with a standard output that nobody reads and that is
full soon; prints its exit code and what it says on standard error."""
import os
import subprocess
import sys

reader, writer = os.pipe()
done = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE, check=False)
print("exit code", done.returncode)
print(done.stderr.decode(), end="")
