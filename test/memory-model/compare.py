"""Compares rbcheck's C11 memory model with the axioms on litmus programs.

Usage: compare.py --build BUILD [--clang CLANG] [--family systematic|random]
                  [--first N] [--count N] [--batch N] [--language c|c++]
                  [--model auto|sc|c11|tso] [--orders given|seq_cst]
                  [--text PROGRAM]
                  [--search=OPTIONS] [--jobs J] [--keep FOLDER] [--show N]

Takes N programs of a family (shapes.py: known shapes with all combinations of
orders; draw.py: from seeds), works out by graphs.py which outcomes they have and
whether they have a data race, and compares with what `rbcheck --all-errors` finds.
--batch programs share a source file. --orders=seq_cst makes every order seq_cst.
--text has one program instead, in the form in which differences are printed.
With --model=tso, buffers.py says what can happen, of programs that have neither
plain accesses nor mutexes. --search has the options that are passed on, e.g.
--search="--search=bfs --steps=sync".

A program with a data race has to have one by rbcheck, and then its outcomes do not
matter. Else each outcome has to be found, and no race. An outcome too many is a
difference, too, unless seq_cst operations are mixed with weaker ones: the machine
lets those that are late do a little too much (docs/memory-models.md); these are
counted, and may be one in a hundred. At most one program in fifty may have too many
states and be skipped.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from buffers import outcomes as outcomesOfTso  # noqa: E402
from draw import drawn  # noqa: E402
from graphs import Explorer  # noqa: E402
from parse import parse  # noqa: E402
from program import If, Lock, Program, TryLock, Unlock, Update  # noqa: E402
from shapes import systematic  # noqa: E402
from text import write  # noqa: E402

MOST_STATES = 100000  # of one run; a program that has more is skipped


def changed(body, change):
    """The same operations with other orders; without those that become None."""
    found = []
    for one in body:
        if isinstance(one, If):
            one = one._replace(then=changed(one.then, change),
                               otherwise=changed(one.otherwise, change))
        else:
            one = change(one)
        found += [one] if one else []
    return found


def strengthened(one):
    """Every order seq_cst."""
    if getattr(one, "order", "na") != "na":
        one = one._replace(order="sc")
    return one._replace(failure="sc") if hasattr(one, "failure") else one


def bare(one):
    """Neither plain accesses nor mutexes; a try becomes an exchange."""
    if isinstance(one, (Lock, Unlock)):
        return None
    if isinstance(one, TryLock):
        return Update(one.reg, one.mutex, "swap", 1, "sc")
    return one._replace(order="rlx") if getattr(one, "order", "") == "na" else one


def programs(args):
    if args.text:
        found = [parse(args.text)]
    elif args.family == "random":
        found = [drawn(seed) for seed in range(args.first, args.first + args.count)]
    else:
        found = [make() for make in itertools.islice(
            systematic(), args.first, args.first + args.count)]
    changes = ([strengthened] if args.orders == "seq_cst" else []) + (
        [bare] if args.model == "tso" else [])
    for change in changes:
        found = [Program(program.name,
                         [changed(body, change) for body in program.threads],
                         program.finals, hasMain=True) for program in found]
    for number, program in enumerate(found, args.first):
        program.number = number
    return found


class Found:
    """What rbcheck found for one program."""

    def __init__(self):
        self.outcomes, self.hasRace, self.others = set(), False, []


def words(outcomes):
    return ", ".join(" ".join(map(str, one)) for one in sorted(outcomes))


class Comparison:
    def __init__(self, args):
        self.args = args
        self.rbcheck = os.path.join(args.build, "bin", "rbcheck")
        os.makedirs(args.keep, exist_ok=True)

    def check(self, batch, expected, name):
        """What rbcheck found, for each program of a batch; or why it did not."""
        base = os.path.join(self.args.keep, name)
        source = write(batch, expected, self.args.language)
        path = base + (".cpp" if self.args.language == "c++" else ".c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source.text())
        flags = ["-std=c++20"] if self.args.language == "c++" else []
        done = self.run([self.args.clang, "-g", "-O0", "-w", *flags,
                         "-I" + os.path.join(HERE, "../../runtime/include"),
                         "-emit-llvm", "-c", path, "-o", base + ".bc"])
        if done.returncode:
            return None, done.stderr
        done = self.run([self.rbcheck, "--all-errors", "--no-minimize",
                         f"--max-states={MOST_STATES}",
                         f"--json={base}.json", *self.args.model_options,
                         *self.args.search.split(), base + ".bc"])
        if done.returncode not in (0, 1, 2):
            return None, f"exit code {done.returncode}: {done.stderr}"
        with open(base + ".json", encoding="utf-8") as file:
            report = json.load(file)
        if not report["complete"]:
            return None, f"not complete: {report['reason']}"
        for end in (".bc", ".json"):
            os.remove(base + end)
        return self.understand(source, len(batch), report), path

    @staticmethod
    def run(command):
        return subprocess.run(command, capture_output=True, text=True, timeout=600)

    @staticmethod
    def understand(source, count, report):
        found = [Found() for _ in range(count)]
        for error in report["errors"]:
            index, meaning = source.places[error["location"]["line"]]
            if error["kind"] == "data-race":
                found[index].hasRace = True
            elif error["kind"] == "assertion" and meaning is not None:
                found[index].outcomes.add(meaning)
            else:
                found[index].others.append(error["message"])
        return found

    def reference(self, program):
        if self.args.model == "tso":
            return outcomesOfTso(program)
        return Explorer(program).results()

    def batch(self, batch):
        """(kind, text) for each program."""
        expected = [self.reference(program) for program in batch]
        name = f"{self.args.family}-{batch[0].number}"
        found, what = self.check(batch, expected, name)
        if found is None:
            if len(batch) == 1:
                kind = "skipped" if what.startswith("not complete") else "difference"
                return [(kind, f"{batch[0]}\n  {what}")]
            return [self.batch([each])[0] for each in batch]
        os.remove(what)
        return [self.judge(program, wanted, seen)
                for program, wanted, seen in zip(batch, expected, found)]

    def judge(self, program, expected, found):
        if found.others:
            return "difference", f"{program}\n  other errors: {found.others}"
        if expected is None or found.hasRace:
            if expected is None and found.hasRace:
                return "race", ""
            return "difference", (f"{program}\n  "
                                  + ("a race too many" if found.hasRace
                                     else "the race is missing"))
        missing, added = expected - found.outcomes, found.outcomes - expected
        if missing:
            return "difference", f"{program}\n  missing: {words(missing)}"
        if added:
            text = f"{program}\n  too many: {self.tooMany(program, expected)}"
            return ("added" if program.isMixed() else "difference"), text
        return "equal", ""

    def tooMany(self, program, expected):
        """Which outcomes are meant by `another outcome`."""
        every = set(itertools.product(range(4), repeat=len(program.registers)
                                      + len(program.finals)))
        if len(every) > 5000:
            return "too many outcomes to say which"
        name = f"{self.args.family}-{program.number}-every"
        found, what = self.check([program], [every], name)
        if found is None:
            return what
        return words((found[0].outcomes - expected) - {"other"}) + f" ({what})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--family", default="systematic",
                        choices=["systematic", "random"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--language", default="c", choices=["c", "c++"])
    parser.add_argument("--model", default="c11", choices=["auto", "sc", "c11", "tso"])
    parser.add_argument("--text", help="a program, as parse.py reads it")
    parser.add_argument("--orders", default="given", choices=["given", "seq_cst"])
    parser.add_argument("--search", default="--search=dfs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--show", type=int, default=20, help="at most so many")
    parser.add_argument("--keep", help="default: litmus/ in BUILD")
    args = parser.parse_args()
    args.keep = args.keep or os.path.join(args.build, "litmus")
    args.model_options = ([] if args.model == "auto"
                          else [f"--memory-model={args.model}"])
    comparison = Comparison(args)
    found = programs(args)
    batches = [found[at:at + args.batch] for at in range(0, len(found), args.batch)]
    counts = {"equal": 0, "race": 0, "added": 0, "skipped": 0, "difference": 0}
    shown = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for batch, results in zip(batches, pool.map(comparison.batch, batches)):
            for program, (kind, text) in zip(batch, results):
                counts[kind] += 1
                shown += bool(text)
                if text and shown <= args.show:
                    print(f"{kind}: {args.family} {program.number}, {text}", flush=True)
    print(f"{len(found)} programs: {counts['equal']} with the same outcomes, "
          f"{counts['race']} with a race, {counts['added']} with more outcomes, "
          f"{counts['skipped']} skipped, "
          f"{counts['difference']} differences")
    tooMany = (counts["skipped"] * 50 > len(found)
               or counts["added"] * 100 > max(len(found), 100))
    return 1 if counts["difference"] or tooMany else 0


if __name__ == "__main__":
    sys.exit(main())
