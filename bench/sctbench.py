"""Schedules to the first error over the programs of SCTBench, beside published figures.

Usage: sctbench.py [--build DIR] [--seeds N] [--jobs N] [--only REGEX] [--out DIR]
                   [--experiment FILE] [--no-runs] [--write] CHECKOUT...

CHECKOUT is a copy of SCTBench, or of PERIOD, whose evaluation/ has most of SCTBench
and some more; of a program that is in several the first one counts. What compiles is
compiled (sctprograms.py), and rbexp runs the searches of experiments/sctbench.toml on it.
The same command goes on where it was interrupted: all is kept in --out, by default
build/experiments/sctbench.

Data races do not count, as in SCTBench: nearly all of its programs have some, beside the
error that is looked for. Everything else that rbcheck checks by default does: failed
assertions, deadlocks, memory errors, misused locks, exceptions. Some programs make such an
error in every schedule, on the way to the one that they are known for; where the latter
can be found without the check that sees the former, the program comes twice, the second
time without that check.

A search that found nothing with the first FEW seeds gets no more. With --write the tables
become docs/results/sctbench.md. published/sctbench.csv has the published figures.
"""

import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import sctpage  # noqa: E402
import sctprograms  # noqa: E402

ROOT = os.path.dirname(HERE)
EXPERIMENT = os.path.join(ROOT, "bench", "experiments", "sctbench.toml")
FEW = 4
RACES = "-data-race"
# The check that sees an error of this kind; of all others it is `memory`.
CHECK_OF = {"assertion": "", "deadlock": "", "lock-misuse": "lock-misuse",
            "uncaught-exception": "uncaught-exception", "arithmetic": "arithmetic"}


class Bench:
    def __init__(self, options):
        self.options = options
        self.bin = os.path.join(options.build, "bin")
        self.out = os.path.abspath(options.out)
        self.folder = os.path.join(self.out, "programs")
        os.makedirs(self.folder, exist_ok=True)

    def check(self, program, checks, *more):
        """The result of one run, or None and what was said."""
        out = os.path.join(self.out, "one.json")
        run = subprocess.run(
            [os.path.join(self.bin, "rbcheck"), "--check=" + checks, "--no-minimize",
             "--memory-limit=2000", "--time-limit=10", "--progress=never",
             "--json=" + out, *more, program.bitcode, "--", *program.args.split()],
            capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if run.returncode not in (0, 1, 2):
            return None, (run.stderr + run.stdout).strip().split("\n")[0]
        with open(out, encoding="utf-8") as file:
            return json.load(file), None

    def withoutCheck(self, program):
        """The check that sees an error in every schedule, if there is another error
        without it; and what the error is."""
        seen = set()
        for seed in range(1, 4):
            result, why = self.check(program, RACES, "--search=random-walk",
                                     f"--seed={seed}")
            if not result:
                program.why = "rbcheck fails: " + why
                return None, None
            if result["verdict"] != "error" or result["stats"]["executions"] > 1:
                return None, None
            error = result["errors"][0]
            seen.add((error["kind"], error["message"]))
        kind, message = sorted(seen)[0]
        check = CHECK_OF.get(kind, "memory")
        if len(seen) > 1 or not check:
            return None, None
        result, _ = self.check(program, f"{RACES},-{check}")
        other = bool(result) and result["verdict"] == "error"
        return (check if other else None), f"{kind}: {message}"

    def prepare(self):
        """(instances, programs left out, remarks): an instance is a name, a program and
        its checks."""
        instances, missing, remarks = [], [], []
        for program in sctprograms.ofAll(self.options.checkout):
            if not re.search(self.options.only, program.name):
                continue
            if program.sources:
                sctprograms.compile(program, self.folder)
            if program.bitcode:
                check, error = self.withoutCheck(program)
            if program.why:
                missing.append((program.name, program.why))
                continue
            instances.append((program.name, program, RACES))
            if error:
                remarks.append((program.name, error))
            if check:
                instances.append((f"{program.name}, without {check}", program,
                                  f"{RACES},-{check}"))
        return instances, missing, remarks

    def run(self, round_, instances, seeds, only=None):
        """Runs the searches of an experiment on our programs, with these seeds; `only`:
        pairs of program and search."""
        with open(self.options.experiment, encoding="utf-8") as file:
            # Programs and seeds are ours.
            text = re.sub(r"^base = .*\n|^\[seeds\]\n([^\[\n].*\n)*", "",
                          file.read(), flags=re.M)
        first, count = seeds
        lines = [text, "[seeds]", f"first = {first}", f"count = {count}"]
        for name, program, checks in instances:
            lines += ["", "[[program]]", f"name = {json.dumps(name)}",
                      f"source = {json.dumps(program.bitcode)}",
                      f"args = [{json.dumps(program.args)}]", f'check = "{checks}"']
        path = os.path.join(self.out, round_ + ".toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        words = [os.path.join(self.bin, "rbexp"), path, f"--jobs={self.options.jobs}",
                 "--out=" + os.path.join(self.out, round_)]
        if only is not None:
            pairs = "|".join(re.escape(f"{p} {s}") for p, s in sorted(only))
            words.append(f"--only=^({pairs})$")
        code = subprocess.run(words, check=False).returncode
        if code not in (0, 2, 4):
            sys.exit(f"rbexp ended with {code}")

    def records(self):
        """{program: {search: [record]}}, in the order of seeds."""
        found = {}
        for round_ in ("first", "more"):
            path = os.path.join(self.out, round_, "runs.jsonl")
            if not os.path.exists(path):
                continue
            with open(path, encoding="utf-8") as file:
                for line in file:
                    record = json.loads(line)
                    runs = found.setdefault(record["program"], {}) \
                                .setdefault(record["label"], {})
                    runs[record["seed"]] = record
        return {program: {search: [runs[seed] for seed in sorted(runs)]
                          for search, runs in searches.items()}
                for program, searches in found.items()}


def labelOf(program):
    """As rbexp calls it: with its arguments."""
    args = ",".join(program[1].args.split())
    return f"{program[0]}({args})" if args else program[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", nargs="+")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--out")
    parser.add_argument("--experiment", default=EXPERIMENT)
    parser.add_argument("--no-runs", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    options.out = options.out or os.path.join(options.build, "experiments", "sctbench")
    try:
        bench = Bench(options)
        instances, missing, remarks = bench.prepare()
    except FileNotFoundError as error:
        sys.exit(str(error))
    if not instances:
        sys.exit("no program can be run")
    if not options.no_runs:
        few = min(FEW, options.seeds)
        bench.run("first", instances, (1, few))
        found = {(program, search) for program, searches in bench.records().items()
                 for search, runs in searches.items()
                 if any(run["verdict"] == "error" for run in runs)}
        if options.seeds > few and found:
            bench.run("more", instances, (few + 1, options.seeds - few), found)
    names = {labelOf(each): each[0] for each in instances}
    records = {names[program]: searches
               for program, searches in bench.records().items() if program in names}
    missing += [(name, "was not run") for name in sorted(set(names.values()))
                if name not in records]
    page = sctpage.page(records, missing, remarks, options.seeds, FEW)
    print(page)
    if options.write:
        with open(sctpage.PAGE, "w", encoding="utf-8") as file:
            file.write(page)


if __name__ == "__main__":
    main()
