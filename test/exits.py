"""Runs a command and demands one exit code.

Usage: exits.py N COMMAND [ARGUMENT...]

Standard input, output and error pass through. Exits 0 if and only if COMMAND
exits with exactly N; else says what happened and exits 1. Unlike `not`, it tells
a violation found (1) from bad usage (3), a bug in rbcheck (4) or a crash.

A command that runs longer than RBCHECK_TEST_TIMEOUT seconds (default 100) is
ended together with its children, which is a failure.
"""

import os
import signal
import subprocess
import sys


def fail(message):
    sys.stdout.flush()
    print(f"exits.py: {message}", file=sys.stderr)
    return 1


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        return fail("usage: exits.py N COMMAND [ARGUMENT...]")
    expected, command = int(sys.argv[1]), sys.argv[2:]
    timeout = float(os.environ.get("RBCHECK_TEST_TIMEOUT", "100"))
    shown = " ".join(command)
    try:
        process = subprocess.Popen(command, start_new_session=True)
    except OSError as error:
        return fail(f"cannot run {shown}: {error.strerror}")
    try:
        code = process.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return fail(f"ended after {timeout:g} s: {shown}")
    if code == expected:
        return 0
    if code < 0:
        name = signal.Signals(-code).name
        return fail(f"expected exit code {expected}, killed by {name}: {shown}")
    return fail(f"expected exit code {expected}, got {code}: {shown}")


if __name__ == "__main__":
    sys.exit(main())
