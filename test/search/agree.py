"""Compares searches with the reference search on small programs.

Usage: agree.py RBCHECK REFERENCE CLANG INCLUDE FOLDER WORK [OPTION...]

Every program of FOLDER is compiled and explored by REFERENCE; then by RBCHECK,
with each of the OPTIONs (";"-separated words) in turn. The sets of ends (final
states, faults with their places) must be the same. An OPTION that begins with
"~" is a search that may leave things out: its ends must be among those of the
reference, an error found is exit code 1, and exit code 0 demands all of them.
A program with the words "without spurious" is explored so by both: one that
waits in a loop has endless paths otherwise.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../starts"))
from zygote import run  # noqa: E402


def ends(command):
    done = run(command)
    return done.stdout, done


def machineOptions(source):
    with open(source) as file:
        return ["--spurious=off"] if "without spurious" in file.read() else []


def hasError(text):
    return any(not line.startswith("exit") for line in text.splitlines())


def isRight(expected, found, code, mayLeaveOut):
    """Whether what a search found, and its exit code, fit the reference."""
    if not mayLeaveOut or code == 0:
        return found == expected and code == (1 if hasError(expected) else 0)
    isSubset = set(found.splitlines()) <= set(expected.splitlines())
    return isSubset and code == (1 if hasError(found) else 2)


def main():
    rbcheck, reference, clang, include, folder, work = sys.argv[1:7]
    variants = [(option.startswith("~"), option.lstrip("~").split(";"))
                for option in sys.argv[7:]]
    os.makedirs(work, exist_ok=True)
    failures = programs = 0
    for name in sorted(os.listdir(folder)):
        bitcode = os.path.join(work, name + ".bc")
        source = os.path.join(folder, name)
        run([clang, "-g", "-O0", "-I" + include, "-emit-llvm", "-c",
             source, "-o", bitcode], check=True)
        machine = machineOptions(source)
        expected, _ = ends([reference, *machine, bitcode])
        programs += 1
        if not expected or "cut" in expected or "incomplete" in expected:
            failures += 1
            print(f"{name}: the reference search is not complete:\n{expected}")
        for mayLeaveOut, variant in variants:
            found, done = ends([rbcheck, "--all-errors", "--emit=finals",
                                *machine, *variant, bitcode])
            if isRight(expected, found, done.returncode, mayLeaveOut):
                continue
            failures += 1
            print(f"{name}: {' '.join(variant)} (exit code {done.returncode})"
                  f"\n--- reference\n{expected}--- search\n{found}"
                  f"{done.stderr}")
    print(f"{programs} programs, {len(variants)} variants, {failures} failures")
    return 1 if failures or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
