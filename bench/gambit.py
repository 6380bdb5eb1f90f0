"""Compares the tests of programs/gambit with the table of their errors.

Usage: gambit.py [--build DIR] [--only REGEX]

The table is in programs/gambit/README.md: the kind of each error, and how many
preemptions it needs. For every row

  - the schedule without preemptions that prefers the lowest thread has no error,
  - the default search finds an error of that kind,
  - schedules with few preemptions first find it with just so many, and
  - a depth-first search of all schedules with one fewer finds none.

ERROR=0 without reports has no error in any schedule. Prints a line for each row, and
what is not as the table says. test/papers/gambit.test runs it.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "programs", "gambit")
ROW = re.compile(r"\| `(\w+)` \| (\d) \| ([\w-]+) \| (\d) \|")


def rows():
    """(test, number of the error, kind, preemptions), as the table has them."""
    with open(os.path.join(FOLDER, "README.md"), encoding="utf-8") as text:
        for line in text:
            match = ROW.match(line)
            if match:
                test, error, kind, preemptions = match.groups()
                yield test, int(error), kind, int(preemptions)


def sources():
    """Every error that the tests' opening comments describe."""
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".c"):
            with open(os.path.join(FOLDER, name), encoding="utf-8") as text:
                for error in re.findall(r"^// ERROR (\d):", text.read(), re.M):
                    yield name[:-len(".c")], int(error)


class Bench:
    def __init__(self, build, folder):
        self.rbcheck = os.path.join(build, "bin", "rbcheck")
        self.folder = folder

    def bitcode(self, test, *macros):
        out = os.path.join(self.folder, "".join([test, *macros]) + ".bc")
        subprocess.run(["clang-19", "-g", "-O0", "-emit-llvm", "-c",
                        os.path.join(FOLDER, test + ".c"), "-o", out,
                        *("-D" + macro for macro in macros)], check=True)
        return out

    def passes(self, program):
        return subprocess.run([self.rbcheck, "--run", program], check=False,
                              capture_output=True).returncode == 0

    def check(self, program, *options):
        run = subprocess.run([self.rbcheck, "--json=-", "--progress=never", *options,
                              program], check=False, capture_output=True, text=True)
        if run.returncode > 2:
            sys.exit(run.stderr)
        return json.loads(run.stdout)

    def measured(self, test, error, preemptions):
        """What the row should say, and what is wrong besides."""
        program = self.bitcode(test, f"ERROR={error}")
        wrong = []
        if not self.passes(program):
            wrong.append("the schedule without choices has an error")
        found = self.check(program, "--no-minimize")["errors"]
        kind = found[0]["kind"] if found else "none"
        found = self.check(program, "--no-minimize",
                           "--search=context-bound:iterative=yes,bound=4")["errors"]
        fewest = found[0]["preemptions"] if found else None
        if preemptions:
            bound = preemptions - 1
            below = self.check(program, "--search=dfs", f"--bound=preemptions:{bound}")
            if below["errors"] or below["reason"] != f"preemption bound {bound}":
                wrong.append(f"with {bound} preemptions: {below['verdict']}, "
                             f"{below['reason']}")
        return kind, fewest, wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--build", default=os.path.join(HERE, "..", "build"))
    arguments.add_argument("--only", default="", help="of the tests' names")
    options = arguments.parse_args()
    table = list(rows())
    wrong = [f"{test} ERROR={error}: in the table or in the source only"
             for test, error in
             sorted(set(sources()) ^ {(row[0], row[1]) for row in table})]
    table = [row for row in table if re.search(options.only, row[0])]
    tests = sorted({row[0] for row in table})
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.build, folder)
        for test, error, kind, preemptions in table:
            *found, besides = bench.measured(test, error, preemptions)
            print(f"{test} ERROR={error}: {found[0]}, {found[1]} preemptions",
                  flush=True)
            if found != [kind, preemptions]:
                besides.append(f"the table has {kind}, {preemptions} preemptions")
            wrong += [f"{test} ERROR={error}: {text}" for text in besides]
        for test in tests:
            result = bench.check(bench.bitcode(test, "ERROR=0", "REPORTS=0"))
            if result["verdict"] != "no-error":
                wrong.append(f"{test} ERROR=0: {result['verdict']}, {result['reason']}")
    print(*wrong, sep="\n")
    print(f"{len(tests)} tests, {len(table)} errors, {len(wrong)} out of step")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
