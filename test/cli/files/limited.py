"""limited.py BYTES COMMAND...: runs it where no file can grow beyond BYTES, as on a
full disk. Ends with its exit code."""
import os
import resource
import signal
import sys

size = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
os.execvp(sys.argv[2], sys.argv[2:])
