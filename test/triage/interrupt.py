"""Sends a signal to rbcheck --locs in the middle of its work.

Usage: interrupt.py search PROGRAM REPORT   when it shows its live line
       interrupt.py compile FOLDER REPORT   while clang waits for a header

Nothing here waits for a time: only for a sign of the other process.
"""

import os
import signal
import subprocess
import sys


def show(process):
    output, errors = process.communicate()
    print("exit code", process.returncode)
    print(output.decode())
    print(errors.decode())


def search(program, report):
    process = subprocess.Popen(
        ["rbcheck", "--progress=always", "--locs", report, program],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while b"states" not in process.stderr.read1(4096):
        if process.poll() is not None:
            sys.exit("it ended by itself")
    process.send_signal(signal.SIGTERM)
    show(process)


def compile_slowly(folder, report):
    """clang reads a header from a pipe that nobody fills."""
    pipe = os.path.join(folder, "slow.h")
    source = os.path.join(folder, "slow.c")
    result = os.path.join(folder, "slow.json")
    os.mkfifo(pipe)
    with open(source, "w") as file:
        file.write('#include "slow.h"\nint main(void) { return 0; }\n')
    for options in (["--locs", report], ["--json=" + result]):
        process = subprocess.Popen(["rbcheck", *options, source],
                                   stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        with open(pipe, "wb"):  # returns when clang has opened it
            process.send_signal(signal.SIGINT)
            show(process)
    with open(result) as file:
        print(file.read())


{"search": search, "compile": compile_slowly}[sys.argv[1]](*sys.argv[2:])
