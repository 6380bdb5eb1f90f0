#!/usr/bin/env python3
"""Replays errors natively, many times, and demands that every run comes to them.

    native.py [--runs=N] [--plain=N] [--jobs=N] BUILD FOLDER PROGRAM...

For each PROGRAM rbcheck finds an error, rbreplay --native builds and runs the
native program, which is then run N times more along its schedule. With --plain
the program is also built and run without a schedule, to show how often the
error comes by itself. Prints one row per program; exit code 1 if a run did not
come to its error. Used by test/native/replay.test and `make conformance`.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

LIMIT = 120  # seconds for one command


def run(*command, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=LIMIT,
                              stdin=subprocess.DEVNULL, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, "timeout", "", "")


def replay(args, program):
    """The row of one program: its kind of error, and what the runs came to."""
    name = os.path.splitext(os.path.basename(program))[0]
    folder = os.path.join(args.folder, name)
    os.makedirs(folder, exist_ok=True)
    trace = os.path.join(folder, "trace.json")
    tool = lambda name: os.path.join(args.build, "bin", name)
    found = run(tool("rbcheck"), f"--trace={trace}", program)
    if found.returncode != 1:
        return name, "-", [f"rbcheck: {found.returncode}"], None
    first = run(tool("rbreplay"), "--native", f"--keep={folder}", trace)
    kind = re.search(r"here rbcheck saw ([a-z-]+)", first.stderr)
    ends = [end_of(first)]
    executable = os.path.join(folder, "program")
    if os.path.exists(executable):
        environment = {"RBCHECK_NATIVE_SCHEDULE":
                       os.path.join(folder, "schedule")}
        ends += [end_of(run(executable, env=environment))
                 for _ in range(args.runs)]
    plain = None
    if args.plain and os.path.exists(executable):
        plain = sum(run(executable, env={}).returncode != 0
                    for _ in range(args.plain))
    return name, kind.group(1) if kind else "-", ends, plain


def end_of(run):
    """'' if a run came to the error, else what became of it."""
    if run.returncode == 1 and "here rbcheck saw" in run.stderr:
        return ""
    lines = run.stderr.strip().splitlines()
    return f"exit {run.returncode}: {lines[-1] if lines else ''}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--plain", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("programs", nargs="+")
    args = parser.parse_args()
    isGood = True
    kinds = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        rows = pool.map(lambda program: replay(args, program), args.programs)
        for name, kind, ends, plain in rows:
            bad = [end for end in ends if end]
            kinds[kind] += 1
            isGood &= not bad and kind != "-"
            text = f"{name:28} {kind:20} {len(ends) - len(bad)} of {len(ends)}"
            if plain is not None:
                text += f"   plain: {plain} of {args.plain} failed"
            print(text, *sorted(set(bad))[:3], sep="\n    ", flush=True)
    print(f"{len(args.programs)} programs, {len(kinds)} kinds of error: "
          f"{'all runs came to the error' if isGood else 'FAILED'}")
    return 0 if isGood else 1


if __name__ == "__main__":
    sys.exit(main())
