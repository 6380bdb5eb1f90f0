"""fifo.py FILE: makes a named pipe."""
import os
import sys

os.mkfifo(sys.argv[1])
