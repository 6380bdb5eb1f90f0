"""Runs programs under `rbcheck --run` and `rbcheck-reference --stress`.

Both must print the same and exit the same: see test/reference/main.cpp.
usage: stress.py CLANG LEVEL PROGRAM.c...
"""
import os
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=90)
    return done.returncode, done.stdout, done.stderr


def main():
    clang, level, *programs = sys.argv[1:]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            bitcode = os.path.join(folder, "x.bc")
            subprocess.run([clang, "-w", level, "-emit-llvm", "-c", program,
                            "-o", bitcode], check=True)
            plain = run("rbcheck", "--run", bitcode)
            stressed = run("rbcheck-reference", "--stress", bitcode)
            if plain[:2] != stressed[:2]:
                failures += 1
                print(f"{program} {level}: exit {plain[0]} and {stressed[0]}, "
                      f"{stressed[2].decode().strip()}")
    print(f"{len(programs)} programs at {level}, {failures} differ")
    return failures != 0


sys.exit(main())
