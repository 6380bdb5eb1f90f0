"""Runs a tool often, and starts it once.

run() is subprocess.run() with what the tool prints as text, and an empty
standard input. Where the environment names a library (RB_ZYGOTE, set by lit.cfg.py;
not in sanitized builds), a tool is started once, waits before its main(), and
forks for every run (Zygote.cpp). Otherwise every run is a start.
"""

import atexit
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading

LIBRARY = os.environ.get("RB_ZYGOTE", "")
# More than Zygote.cpp takes is run as it is.
MOST_WORDS, MOST_BYTES = 200, 1 << 15


class Zygote:
    def __init__(self, tool):
        self.folder = tempfile.mkdtemp()
        self.out = os.path.join(self.folder, "out")
        self.err = os.path.join(self.folder, "err")
        self.process = subprocess.Popen(
            [tool], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "LD_PRELOAD": LIBRARY}, start_new_session=True)
        atexit.register(self.end)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, command, timeout):
        words = [self.out, self.err, *command[1:]]
        self.process.stdin.write("\x1f".join(words).encode() + b"\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], timeout)[0]:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise subprocess.TimeoutExpired(command, timeout)
        status = os.waitstatus_to_exitcode(int(self.process.stdout.readline()))
        with open(self.out, encoding="utf-8") as out, open(self.err, encoding="utf-8") as err:
            return subprocess.CompletedProcess(command, status, out.read(), err.read())


started = threading.local()  # a zygote runs one command after the other


def run(command, timeout=None, check=False):
    isPlain = (not LIBRARY or len(command) > MOST_WORDS or
               sum(map(len, command)) > MOST_BYTES or
               any("\x1f" in word or "\n" in word for word in command))
    if isPlain:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                              stdin=subprocess.DEVNULL)
    else:
        known = started.__dict__.setdefault("zygotes", {})
        if command[0] not in known:
            known[command[0]] = Zygote(command[0])
        done = known[command[0]].run(command, timeout)
    if check:
        done.check_returncode()
    return done
