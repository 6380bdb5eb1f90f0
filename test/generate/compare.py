"""Compares rbcheck with rbcheck-oracle on generated programs.

Usage: compare.py --build BUILD [--clang CLANG] [--count N] [--first SEED]
                  [--jobs J] [--searches K|all] [--cxx-every N] [--keep FOLDER]
                  [--programs FOLDER] [--with SWITCH,...] [--steps access|sync]

Makes N programs (generate.py, seeds from SEED on; C++ if the seed is a multiple
of --cxx-every), asks the oracle what can happen, then rbcheck with --search=dfs,
with bfs, with the default, and with K of the other searches and policies in turn.
Prints each difference with its seed and keeps the program. With --programs, the C
files of a folder instead, each also with -DFIXED if it has that, but not those
that say "Not for the oracle". --with has the switches (switches.py) that are on instead of ON below.

How sets of errors compare. rbcheck ends a path at its first error, except races,
after which it goes on; so does the oracle. What a thread runs into between two
operations that others can see ends the path earlier or later, depending on where
a checker lets threads pause; so the oracle computes both extremes (the comment of
test/oracle/Explorer.h has the argument):

  `error` lines  must be found by every complete search
  `maybe` lines  may be found: with the errors they are all there is

A search that remembers no states (dpor) has to be complete unless it says that an
execution does not end. A search that may leave things out must find no more than there is, and may say
`no-error` only if there is nothing that must be found. A deadlock is compared
without its place (any of the waiting threads may be named). Exit statuses are
compared if there is no error at all. Once more it is run without any option, as it
is used: then the first error is enough, and reductions are left to themselves.

With --steps=sync a search finds an error if there is one, and all of them unless
some are about accesses that nothing orders: then it says itself that it is not
complete, and what it found must be among what there is.
"""

import argparse
import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../starts"))
import zygote  # noqa: E402
from generate import Program  # noqa: E402

# Kinds of programs (switches.py) that rbcheck can be held to. Add to this list
# what has been closed; "spurious" also compares with --spurious=on.
ON = ["third-range", "call-arguments", "sections", "dead-locals", "spurious",
      "thread-misuse"]

ALWAYS = ["--search=dfs", "--search=bfs", "", "--search=dfs --reduce=on",
          "--search=dpor"]

COMPLETE = [
    "--search=dfs --order=random --seed=7", "--search=dfs --order=switch",
    "--search=bfs --order=same", "--search=dfs --visited=exact",
    "--search=bfs --visited=fp64",
    "--search=dfs --order=interference,random", "--search=bfs --order=rank:2,0",
    "--search=random-order",
    "--search=thread-interleavings",
    "--search=thread-interleavings:history=3,ties=random",
    "--search=random-bfs",
    "--search=random-bfs:ratio=0 --order=random", "--search=mixed:threshold=3",
    "--search=mixed:threshold=5,starts=random", "--search=meta",
    "--search=meta:secondary=rand,weight=uniform",
    "--search=meta:mode=best-first,secondary=prefer-threads,threads=1",
    "--search=rb:threshold=1,complete=after",
    "--search=rb:threshold=2,complete=after,strategy=luby,ratio=0.3",
    "--search=rb:threshold=1,complete=interleaved,q=0.5,ratio=0",
    "--search=rb:threshold=3,complete=after,revisit=shallower,ratio=0.5",
    "--search=rb:threshold=1,complete=after,cross=on,random=uniform",
    "--search=rb:threshold=2,complete=after,strategy=conflict --order=random",
    "--search=rb:threshold=2,complete=after,strategy=preemption,jump=early",
    "--search=rb:threshold=doubling",
    "--search=rb:threshold=adaptive,complete=after,ratio=auto",
    "--search=rb:threshold=1,restart=5,complete=after",
    "--search=rb:threshold=100000,strategy=fixed,ratio=0",
    "--search=prss:members=3,turn=7", "--search=prss:of=bfs,members=2",
    "--search=dfs --jobs=2", "--search=dpor:sets=source",
    "--search=dpor:sets=persistent", "--search=dpor --order=random --seed=3",
    "--search=gambit:mode=dpor", "--search=gambit:mode=dpor,sleep=no",
    "--search=gambit:mode=dpor,cost=rand,first=random --seed=5",
    "--search=gambit:mode=dpor,sleep=no,cost=pb/rand --jobs=2",
]


def reduces(options):
    return "--reduce" in options or "=dpor" in options or "reduce=yes" in options


# These may leave things out: also large bounds, since a wait that ends without a
# reason can do so any number of times.
PARTIAL = [
    "--search=dfs --bound=preemptions:500", "--search=dfs --bound=delays:1000",
    "--search=context-bound:bound=500",
    "--search=context-bound:bound=500,iterative=yes",
    "--search=gambit:bound=500", "--search=gambit:bound=500,cost=rand --jobs=2",
    "--search=gambit:bound=1,match=no,cost=ss+mdpor",
    "--search=gambit:bound=2,reduce=yes",
    "--search=gambits", "--search=prss:of=gambit:cost=rand,members=2",
    "--search=rb:threshold=1", "--search=rb:threshold=2",
    "--search=rb:threshold=1,strategy=luby,ratio=1-d/10",
    "--search=rb:threshold=1,restart=5,keep=no,rounds=5",
    "--search=random-walk:walks=20", "--search=pct:walks=20",
    "--search=pos:walks=20", "--search=surw:walks=20",
    "--search=surw:walks=20,events=access", "--search=context-bound:bound=1",
    "--search=predict:runs=10", "--search=predict:runs=4,look=conflicts",
    "--search=dfs --bound=delays:1", "--search=bfs --bound=depth:4",
    "--search=rb:threshold=2 --bound=preemptions:1 --order=random",
    "--search=rb-portfolio:thresholds=1+2+3", "--search=portfolio",
    "--search=prss:of=rb:threshold=1,members=3", "--visited=bitstate",
]


class Answer:
    """What can happen, by the oracle."""

    def __init__(self, text):
        self.text, self.must, self.may, self.exits = text, set(), set(), set()
        lines = text.splitlines()
        self.isComplete = "complete" in lines
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "error":
                self.must.add(rest)
            if word in ("error", "maybe"):
                self.may.add(rest)
            if word == "exit":
                self.exits.add(int(rest))


def place(location):
    return f"{os.path.basename(location['file'])}:{location['line']}"


def errorOf(entry):
    """One error of rbcheck's JSON, as the oracle writes it."""
    kind = entry["kind"]
    if kind == "deadlock":
        return kind
    places = [place(entry["location"])]
    if kind == "data-race":
        places.append(place(entry["related"][0]["location"]))
    return " ".join([kind, *sorted(places, key=lambda text: (len(text), text))])


def found(code, report):
    """The errors of a result, and all of it in words."""
    errors = {errorOf(entry) for entry in report["errors"]}
    return errors, f"exit code {code}, {report['reason']}: {sorted(errors)}"


class Comparison:
    def __init__(self, args):
        self.args = args
        self.bin = os.path.join(args.build, "bin")
        self.switches = [switch for switch in args.with_.split(",") if switch]
        self.spurious = "on" if "spurious" in self.switches else "off"
        # A build from before the option behaves as with "off".
        usage = self.run([os.path.join(self.bin, "rbcheck"), "--help"]).stdout
        self.always = [f"--spurious={self.spurious}"] if "--spurious" in usage else []
        if self.spurious == "on" and not self.always:
            sys.exit("this rbcheck has no --spurious")
        if args.steps != "access":
            self.always.append(f"--steps={args.steps}")
        os.makedirs(args.keep, exist_ok=True)

    def run(self, command):
        return zygote.run(command, timeout=600)

    def compile(self, source, flags):
        bitcode = os.path.join(self.args.keep,
                               os.path.basename(source) + "".join(flags) + ".bc")
        isCxx = source.endswith(".cpp")
        done = self.run([self.args.clang, "-g", "-O0", "-w", *flags,
                         *(["-std=c++20"] if isCxx else []),
                         "-I" + os.path.join(HERE, "../../runtime/include"),
                         "-emit-llvm", "-c", source, "-o", bitcode])
        return bitcode if done.returncode == 0 else None, done.stderr

    def ask(self, bitcode):
        done = self.run([os.path.join(self.bin, "rbcheck-oracle"),
                         f"--spurious={self.spurious}",
                         f"--max-states={self.args.max_states}", bitcode])
        return Answer(done.stdout + done.stderr), done.returncode

    def searches(self, number):
        """(options, is complete) for a program."""
        chosen = [(options, True) for options in ALWAYS]
        others = [(o, True) for o in COMPLETE] + [(o, False) for o in PARTIAL]
        if self.args.steps == "sync":  # reductions are about single accesses
            chosen, others = ([each for each in some if not reduces(each[0])]
                              for some in (chosen, others))
        if self.args.searches == "all":
            return chosen + others
        count = int(self.args.searches)
        return chosen + [others[(number * count + i) * 7 % len(others)]
                         for i in range(count)]

    def report(self, bitcode, options):
        """Exit code, JSON and standard output of one run; if it cannot be used
        None, why, None."""
        result = f"{bitcode}.{re.sub('[^a-z0-9]', '', ''.join(options))}.json"
        done = self.run([os.path.join(self.bin, "rbcheck"), f"--json={result}",
                         *options, *self.always, bitcode])
        if done.returncode not in (0, 1, 2):
            return None, f"exit code {done.returncode}: {done.stderr}", None
        with open(result, encoding="utf-8") as file:
            report = json.load(file)
        os.remove(result)
        return done.returncode, report, done.stdout

    @staticmethod
    def misfit(code, errors, what, answer):
        """Why the verdict or the errors cannot be, or None."""
        if errors - answer.may:
            return f"found what is not there: {what}"
        if (code == 1) != bool(errors):
            return f"verdict and errors do not fit: {what}"
        if code == 0 and answer.must:
            return f"says no-error: {what}"
        return None

    def checkAsUsed(self, bitcode, answer):
        """The same, without any option: the first error is enough."""
        code, report, _ = self.report(bitcode, [])
        if code is None:
            return report
        why = self.misfit(code, *found(code, report), answer)
        return why or (f"not decided: {report['reason']}" if code == 2 else None)

    def check(self, bitcode, answer, options, isComplete):
        """Why rbcheck's answer does not fit the oracle's, or None."""
        code, report, text = self.report(
            bitcode, ["--all-errors", "--emit=finals", *options.split()])
        if code is None:
            return report
        errors, what = found(code, report)
        why = self.misfit(code, errors, what, answer)
        if why:
            return why
        if self.args.steps == "sync" and code == 1 and not report["complete"]:
            return None
        isEndless = "an execution does not end" in (report["reason"] or "")
        if isComplete and not isEndless and (answer.must - errors or code == 2):
            return f"incomplete: {what}"
        exits = {int(line.split()[1]) & 255 for line in text.splitlines()
                 if line.startswith("exit ")}
        if not answer.may and (exits - answer.exits or
                               (isComplete and not isEndless and
                                exits != answer.exits)):
            return f"other exit statuses: {sorted(exits)}"
        return None

    def compare(self, number, source, flags=()):
        """(kind of outcome, differences) of one program."""
        bitcode, problem = self.compile(source, list(flags))
        if not bitcode:
            return "difference", [f"does not compile: {problem}"]
        answer, code = self.ask(bitcode)
        if code == 3 or (code == 0 and not answer.isComplete):
            os.remove(bitcode)
            return "skipped", [answer.text.splitlines()[-1]]
        if code != 0:
            return "difference", [f"the oracle: exit code {code}\n{answer.text}"]
        bad = []
        why = self.checkAsUsed(bitcode, answer)
        if why:
            bad.append(f"(as used): {why}\n--- oracle\n{answer.text}---")
        for options, isComplete in self.searches(number):
            why = self.check(bitcode, answer, options, isComplete)
            if why:
                bad.append(f"{options or '(default)'}: {why}\n--- oracle\n{answer.text}---")
        os.remove(bitcode)
        if bad:
            return "difference", bad
        return ("error" if answer.must else "maybe" if answer.may else "no-error"), []

    def generated(self, index):
        seed = self.args.first + index
        lang = "c++" if seed % self.args.cxx_every == 0 else "c"
        source = os.path.join(self.args.keep, f"{seed}.{'cpp' if lang == 'c++' else 'c'}")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(Program(seed, lang, self.switches).text()) + "\n")
        outcome = self.compare(seed, source)
        if outcome[0] != "difference":
            os.remove(source)
        return f"seed {seed} ({lang}), kept as {source}", outcome

    def given(self, case):
        number, source, flags = case
        return f"{os.path.basename(source)} {' '.join(flags)}", self.compare(
            number, source, flags)


def casesOf(folder):
    for name in sorted(os.listdir(folder)):
        source = os.path.join(folder, name)
        if not name.endswith(".c"):
            continue
        with open(source, encoding="utf-8") as file:
            text = file.read()
        if "Not for the oracle" in text:  # and why
            continue
        yield source, ()
        if "FIXED" in text:
            yield source, ("-DFIXED",)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--searches", default="1")
    parser.add_argument("--cxx-every", type=int, default=8)
    parser.add_argument("--max-states", type=int, default=200000)
    parser.add_argument("--keep", help="default: generated/ in BUILD")
    parser.add_argument("--programs")
    parser.add_argument("--steps", default="access", choices=["access", "sync"])
    parser.add_argument("--with", dest="with_", default=",".join(ON))
    args = parser.parse_args()
    args.keep = args.keep or os.path.join(args.build, "generated")
    comparison = Comparison(args)
    if args.programs:
        work = [(i, s, f) for i, (s, f) in enumerate(casesOf(args.programs))]
        one = comparison.given
    else:
        work, one = range(args.count), comparison.generated
    counts = {"no-error": 0, "error": 0, "maybe": 0, "skipped": 0, "difference": 0}
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, (kind, lines) in pool.map(one, work):
            counts[kind] += 1
            if kind in ("difference", "skipped"):
                print(f"{kind}: {name}", *lines, sep="\n  ", flush=True)
    total = sum(counts.values())
    print(f"{total} programs: {counts['no-error']} without an error, "
          f"{counts['error']} with, {counts['maybe']} with a doubtful one, "
          f"{counts['skipped']} skipped, {counts['difference']} differences")
    return 1 if counts["difference"] or counts["skipped"] * 20 > total else 0


if __name__ == "__main__":
    sys.exit(main())
