"""Compares the papers' programs with the figures of their specification.

Usage: calibrate.py [--build DIR] [--filter REGEX] [--runs N] [--markdown FILE]

The specification gives, for most programs, the steps of the shortest error and the
part of random walks that meet the error, from a small model. Shortest is measured by
`bfs`; the part by random walks until the first error, once for each of N seeds: with
k walks in all it is N / k, with a relative standard error of about 1 / sqrt(N). Walks
that the specification cuts at a number of steps are cut here, too. A row gets a minute
of walks at most.

Prints a table; says nothing about what is right. Reasons for what differs are in
bench/README.md.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAPERS = os.path.join(HERE, "programs", "papers")

ASSERT = "-data-race,-deadlock"
DEADLOCK = "-data-race"
RACE = "data-race"

# program, macros, arguments, checks, shortest, part of walks in %, cut of walks
ROWS = [
    ("twostage", "", "1 1", ASSERT, 12, 1.7, 0),
    ("twostage", "", "2 1", ASSERT, 13, None, 0),
    ("twostage", "", "3 1", ASSERT, 14, 0.9, 0),
    ("twostage", "", "7 1", ASSERT, None, 0.05, 0),
    ("reorder", "", "1 1", ASSERT, 6, 6.1, 0),
    ("reorder", "", "2 1", ASSERT, 7, 2.2, 0),
    ("reorder", "", "3 1", ASSERT, 8, 0.7, 0),
    ("reorder", "", "5 1", ASSERT, None, 0.05, 0),
    ("wronglock", "", "1 1", ASSERT, 10, 22, 0),
    ("wronglock", "", "1 3", ASSERT, 10, 31, 0),
    ("wronglock", "", "1 20", ASSERT, None, 32, 0),
    ("abslist", "", "1 1", ASSERT, 52, None, 0),
    ("abslist", "-DN=2", "1 1", ASSERT, None, 0.33, 0),
    ("abslist", "-DN=2", "1 3", ASSERT, None, 0.09, 0),
    ("arylist", "", "1 2", ASSERT, 29, None, 0),
    ("arylist", "", "1 1", ASSERT, None, 0.8, 0),
    ("arylist", "", "1 3", ASSERT, None, 0.2, 0),
    ("arylist", "-DN=2", "1 5", ASSERT, None, 1.0, 0),
    ("deadlock", "", "1 1", DEADLOCK, 27, 7.5, 0),
    ("deadlock", "", "1 3", DEADLOCK, None, 4.3, 0),
    ("deadlock", "", "1 9", DEADLOCK, None, 0.6, 0),
    ("alarmclock", "", "", ASSERT, 25, 8.2, 0),
    ("alarmclock", "", "", RACE, 22, 22, 0),
    ("linkedlist", "", "2 2", ASSERT, 14, None, 0),
    ("linkedlist", "", "2 4", ASSERT, 26, 34, 0),
    ("linkedlist", "", "2 20", ASSERT, None, 81, 0),
    ("linkedlist", "", "2 4", RACE, 6, 78, 0),
    ("producerconsumer", "", "2 5 6", RACE, 9, 100, 0),
    ("producerconsumer", "-DRING=2", "1 1 2", RACE, None, 65, 0),
    ("producerconsumer", "-DRING=2", "1 1 2", ASSERT, 32, 0.75, 0),
    ("producerconsumer", "", "2 5 6", ASSERT, None, 67, 0),
    ("producerconsumer", "-DVARIANT=2", "2 5 6", ASSERT, None, 26, 0),
    ("raxextended", "", "1 2 0", ASSERT, 9, 12, 300),
    ("raxextended", "", "4 3 0", ASSERT, None, 11, 300),
    ("raxextended", "", "1 2 0", RACE, 5, 20, 300),
    ("replicatedworkers", "", "2 2 0 10.7 0.05", DEADLOCK, None, 38, 0),
    ("replicatedworkers", "", "3 2 0 10.7 0.05", DEADLOCK, None, 45, 0),
    ("replicatedworkers", "", "5 2 0 10.7 0.05", DEADLOCK, None, 68, 0),
    ("boundedbuffer", "", "1 2 1 2", DEADLOCK, 22, 98, 3000),
    ("boundedbuffer", "", "1 4 4 2", DEADLOCK, None, 82, 400),
    ("rwnodeadlckck", "", "1 1 1", ASSERT, 13, 2.8, 0),
    ("rwnodeadlckck", "", "2 2 1", ASSERT, 14, 6.4, 0),
    ("rwnodeadlckck", "", "2 2 100", ASSERT, None, 40, 0),
    ("deos", "", "0", ASSERT, 15, None, 0),
    ("deos", "", "1", ASSERT, 3, None, 0),
    # The calls as a macro: main would read them as arguments, step by step, after it
    # started the lifts.
    ("elevator-eth", "-DVARIANT=1 -DEVENTS={1,3},{4,2}", "2 4 4", RACE, None, 71, 0),
    ("elevator-eth", "-DVARIANT=1 -DEVENTS={1,3},{4,2}", "3 4 4", RACE, None, 82, 0),
    ("elevator-eth", "-DVARIANT=2 -DEVENTS={4,2}", "3 4 4", ASSERT, 71, 16, 0),
]


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.made = {}

    def bitcode(self, program, macros):
        key = program, macros
        if key not in self.made:
            source = next(os.path.join(PAPERS, program + suffix)
                          for suffix in (".c", ".cpp")
                          if os.path.exists(os.path.join(PAPERS, program + suffix)))
            out = os.path.join(self.folder, f"{len(self.made)}.bc")
            subprocess.run(
                ["clang-19", "-g", "-O0", "-w", "-emit-llvm", "-c", source, "-o", out,
                 "-I" + os.path.join(HERE, "..", "runtime", "include"),
                 *macros.split()], check=True)
            self.made[key] = out
        return self.made[key]

    def check(self, program, macros, arguments, checks, *more):
        """The result of one run as JSON."""
        command = [os.path.join(self.options.build, "bin", "rbcheck"),
                   "--progress=never", "--json=-", "--no-minimize",
                   "--check=" + checks, *more,
                   self.bitcode(program, macros), "--", *arguments.split()]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode > 2:
            sys.exit(" ".join(command) + "\n" + run.stderr)
        return json.loads(run.stdout[run.stdout.index("{"):
                                     run.stdout.rindex("}") + 1])

    def shortest(self, row):
        result = self.check(*row[:4], "--search=bfs", "--max-states=3000000",
                            "--time-limit=60")
        return result["errors"][0]["trace_length"] if result["errors"] else None

    def walks(self, row):
        """(part of walks that found the error, runs it rests on)."""
        cut = row[6]
        search = f"--search=random-walk:walks=100000000,depth={cut or 100000}"
        found = walks = seconds = 0
        for seed in range(1, self.options.runs + 1):
            if seconds > 60:
                break
            result = self.check(*row[:4], search, f"--seed={seed}",
                                "--time-limit=20")
            stats = result["stats"]
            seconds += stats["seconds"]
            walks += stats["executions"]
            if row[3] == RACE and result["errors"]:
                walks += 1  # the walk that met the race has not ended
            if cut:  # a walk that was cut is no path that ended
                walks += stats["transitions"] // cut
            found += bool(result["errors"])
        return found / walks if walks else 0, found


def text(value, digits=3):
    return "" if value is None else f"{value:.{digits}g}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--build", default=os.path.join(HERE, "..", "build"))
    arguments.add_argument("--filter", default="")
    arguments.add_argument("--runs", type=int, default=100)
    arguments.add_argument("--markdown", help="also write the table here")
    options = arguments.parse_args()
    lines = ["| program | property | shortest: spec | here | walks %: spec | here |"
             " ± |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    print("\n".join(lines))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        for row in ROWS:
            name = f"{row[0]}({row[2].replace(' ', ',')}) {row[1]}".strip()
            if not re.search(options.filter, name):
                continue
            shortest = bench.shortest(row) if row[4] else None
            part = error = None
            if row[5]:
                part, found = bench.walks(row)
                error = 100 * part / math.sqrt(found) if found else None
                part *= 100
            what = {RACE: "race", DEADLOCK: "deadlock", ASSERT: "assertion"}[row[3]]
            lines.append(f"| {name} | {what} | {row[4] or ''} | {shortest or ''} | "
                         f"{text(row[5])} | {text(part)} | {text(error, 1)} |")
            print(lines[-1], flush=True)
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
