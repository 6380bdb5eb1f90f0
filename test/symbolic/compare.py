"""Compares symbolic inputs with the enumeration of them.

Usage: compare.py --build BUILD [--clang CLANG] [--count N] [--first SEED]
                  [--jobs J] [--searches K|all] [--only REGEX]
                  [--most-states N] --keep FOLDER

Makes N programs (programs.py, seeds from SEED on) with inputs of 8 bits at most.
What can happen is asked with --symbolic=off, which tries every value of such an
input as a choice: it shares nothing with terms and solvers. With symbolic inputs
the verdict and the set of errors (kind, lines) have to be the same, with the default
search and K others in turn, or with those that REGEX finds; the values that an error comes with have to lead to it
where the input is tried with that value alone. Prints each difference with its seed
and keeps the program.
"""

import argparse
import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../starts"))
import zygote  # noqa: E402
from programs import Program  # noqa: E402

SEARCHES = [
    "--search=dfs --reduce=off", "--search=dfs --reduce=on", "--search=bfs",
    "--steps=sync", "--memory-model=tso", "--memory-model=c11",
    "--search=dfs --jobs=2", "--search=dpor", "--search=dfs --visited=exact",
    "--search=rb:threshold=2,complete=after",
    "--search=gambit:mode=dpor", "--search=dpor:sets=persistent",
    "--symbolic-subsume=on", "--steps=sync --memory-model=c11",
]
# More values than an input has.
ALWAYS = ["--all-errors", "--symbolic-values=300"]
# Hard questions for the solver are not what this is about.
# Work, not time: what is cut off does not depend on the machine.
LIMIT = "--solver-limit=1000"


def errorOf(entry):
    if entry["kind"] == "deadlock":
        return "deadlock"
    places = [entry["location"]]
    if entry["kind"] == "data-race":
        places.append(entry["related"][0]["location"])
    lines = sorted(place["line"] for place in places)
    return " ".join([entry["kind"], *map(str, lines)])


def valuesOf(report):
    """Per error of a report: its line, and the values of inputs by number."""
    names = ["rb_nondet_uchar()", "rb_nondet_schar()"]
    return [(entry["location"]["line"],
             {names.index(one["name"]): int(one["value"]) for one in entry["inputs"]})
            for entry in report["errors"]]


class Comparison:
    def __init__(self, args):
        self.args = args
        self.tool = os.path.join(args.build, "bin/rbcheck")
        os.makedirs(args.keep, exist_ok=True)
        self.cut = 0 # runs that a limit ended: only what they found is compared

    def compile(self, source, level, *flags):
        bitcode = source[:-2] + "".join(flags) + ".bc"
        done = zygote.run([self.args.clang, "-g", level, "-w", *flags,
                           "-I" + os.path.join(HERE, "../../runtime/include"),
                           "-emit-llvm", "-c", source, "-o", bitcode], timeout=600)
        if done.returncode:
            sys.exit(f"{source} does not compile: {done.stderr}")
        return bitcode

    def report(self, bitcode, *options):
        """(exit code, errors, JSON, text)."""
        result = bitcode + ".json"
        done = zygote.run([self.tool, f"--json={result}", *ALWAYS, *options,
                           bitcode], timeout=600)
        if done.returncode not in (0, 1, 2):
            return done.returncode, set(), None, done.stdout + done.stderr
        with open(result, encoding="utf-8") as file:
            report = json.load(file)
        os.remove(result)
        errors = {errorOf(entry) for entry in report["errors"]}
        return done.returncode, errors, report, done.stdout

    def expected(self, bitcode, model):
        return self.report(bitcode, "--symbolic=off", "--search=dfs",
                           "--reduce=off", f"--max-states={self.args.most_states}", *model)

    def misfit(self, source, level, bitcode, options, expected):
        code, errors, report, text = self.report(
            bitcode, f"--max-states={self.args.most_states * 3}", LIMIT, *options)
        what = f"exit code {code}, {sorted(errors)}"
        if report is None:
            return f"{what}: {text}"
        isPartial = "--steps=sync" in options and not report["complete"]
        if errors - expected:
            return f"found what is not there: {what}"
        isLimited = code == 1 or re.search("limit|gave up|no values", report["reason"] or "")
        if not report["complete"] and isLimited:
            self.cut += 1
            return None
        if expected - errors and (code == 0 or not isPartial):
            return f"incomplete ({report['reason']}): {what}"
        if code != (1 if expected else 0):
            return f"not decided: {report['reason']}: {what}"
        model = [word for word in options if word.startswith("--memory")]
        for line, values in valuesOf(report)[:self.args.values]:
            one = self.compile(source, level, *(f"-DIN{i}={value}"
                                                for i, value in values.items()))
            _, errors, _, _ = self.expected(one, model)
            os.remove(one)
            if not any(str(line) in error.split() or error == "deadlock"
                       for error in errors):
                return f"{values} do not lead to the error of line {line}: {errors}"
        return None

    def compare(self, seed):
        """(kind of outcome, differences) of one program."""
        source = os.path.join(self.args.keep, f"{seed}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(Program(seed).text())
        level = ["-O0", "-O0", "-O1", "-O2"][seed % 4]
        bitcode = self.compile(source, level)
        count = len(SEARCHES) if self.args.searches == "all" else \
            int(self.args.searches)
        chosen = [""] + [SEARCHES[(seed * count + i) % len(SEARCHES)]
                         for i in range(count)]
        if self.args.only:
            chosen = [each for each in SEARCHES
                      if re.search(self.args.only, each)]
        expected, bad, kind = {}, [], "skipped"
        for options in chosen:
            words = options.split()
            model = tuple(word for word in words if word.startswith("--memory"))
            if model not in expected:
                code, errors, report, text = self.expected(bitcode, model)
                if report is None:
                    bad.append(f"--symbolic=off {model}: exit code {code}: {text}")
                if report is None or not report["complete"]:
                    errors = None  # too much for this
                expected[model] = errors
            if expected[model] is None:
                continue
            why = self.misfit(source, level, bitcode, words, expected[model])
            if why:
                bad.append(f"{level} {options or '(default)'}: {why}\n"
                           f"  there is: {sorted(expected[model])}")
            if not model:
                kind = "error" if expected[model] else "no-error"
        os.remove(bitcode)
        if not bad:
            os.remove(source)
        return seed, "difference" if bad else kind, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--searches", default="1")
    parser.add_argument("--only", help="searches, instead of the default one")
    parser.add_argument("--most-states", type=int, default=60000,
                        help="programs with more are left out")
    parser.add_argument("--values", type=int, default=2,
                        help="errors of a report whose values are tried")
    parser.add_argument("--keep", required=True)
    args = parser.parse_args()
    comparison = Comparison(args)
    outcomes = {}
    with ThreadPoolExecutor(args.jobs) as pool:
        seeds = range(args.first, args.first + args.count)
        runs = [pool.submit(comparison.compare, seed) for seed in seeds]
        for run in as_completed(runs):
            seed, kind, bad = run.result()
            outcomes[kind] = outcomes.get(kind, 0) + 1
            for text in bad:
                print(f"seed {seed}: {text}", flush=True)
    number = outcomes.get
    print(f"{args.count} programs: {number('error', 0)} with errors, "
          f"{number('no-error', 0)} without, {number('skipped', 0)} skipped, "
          f"{comparison.cut} runs cut off, "
          f"{number('difference', 0)} differences")
    sys.exit(1 if number("difference") else 0)


if __name__ == "__main__":
    main()
