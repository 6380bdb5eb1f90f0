"""Future work that the papers name, each as a small experiment with an answer.

Usage: future.py [--build DIR] [--only F2,F4,F20,F24] [--seeds N] [--write]

  F2   (P0, P1)  thresholds of randomized backtracking and preemptions of error paths
  F4   (P0)      paths without end: what turns back, and what does not
  F20  (P2)      parallel randomized search whose members differ (bench/diversity.cpp)
  F24  (P3)      why a sequence of locations guides: length, order, wrong places

Prints the tables; with --write they become docs/results/future.md. Takes a few minutes.
Each answer is computed from the figures above it.
"""

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = os.path.join(ROOT, "bench", "programs")
PAPERS = os.path.join(PROGRAMS, "papers")
PAGE = os.path.join(ROOT, "docs", "results", "future.md")


class Bench:
    """Compiles programs once and runs searches on them."""

    def __init__(self, build, seeds, folder):
        self.build, self.seeds, self.folder = build, seeds, folder
        self.compiled = {}

    def compile(self, source, *macros):
        key = (source, macros)
        if key not in self.compiled:
            out = os.path.join(self.folder, f"{len(self.compiled)}.bc")
            compiler = "clang++-19" if source.endswith("cpp") else "clang-19"
            plugin = os.path.join(self.build, "lib", "RbCheckPass.so")
            subprocess.run([compiler, "-g", "-O0", "-fpass-plugin=" + plugin,
                            "-I" + os.path.join(ROOT, "runtime", "include"),
                            *("-D" + macro for macro in macros), "-emit-llvm", "-c",
                            source, "-o", out], check=True)
            self.compiled[key] = out
        return self.compiled[key]

    def run(self, program, search, seed, states, *more):
        """The result of one search: a program is (bitcode, arguments, checks)."""
        bitcode, args, checks = program
        run = subprocess.run(
            [os.path.join(self.build, "bin", "rbcheck"), bitcode, "--search=" + search,
             f"--seed={seed}", f"--max-states={states}", "--no-minimize",
             "--check=" + checks, "--json=-", *more, "--", *args.split()],
            capture_output=True, text=True, check=False)
        if run.returncode not in (1, 0, 2):
            sys.exit(f"{bitcode}, {search}: {run.stderr}")
        text = run.stdout
        return json.loads(text[text.index("{"):text.rindex("}") + 1])

    def runs(self, program, search, states, *more, seeds=None):
        return [self.run(program, search, seed, states, *more)
                for seed in range(1, (seeds or self.seeds) + 1)]

    def paper(self, name, args, checks="-data-race", macros=("SHARED=_Atomic",)):
        for suffix in (".c", ".cpp"):
            source = os.path.join(PAPERS, name.lower() + suffix)
            if os.path.exists(source):
                return (self.compile(source, *macros), args, checks)
        raise FileNotFoundError(name)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    lines += ["| " + " | ".join(str(field) for field in row) + " |" for row in rows]
    return "\n".join(lines)


def found(results):
    return [r for r in results if r["verdict"] == "error"]


def costs(results):
    return [r["stats"]["states_to_first_error"] for r in found(results)]


def mean(values):
    return f"{statistics.mean(values):,.1f}".replace(".0", "") if values else "-"


def share(results):
    return f"{100 * len(found(results)) // len(results)} %"


#===--- F2 -------------------------------------------------------------------===#

THRESHOLDS = (5, 10, 20, 50, 100)
BOUNDS = (0, 1, 2, 3)


def always(results):
    """Mean states if all runs found the error, else none."""
    return statistics.mean(costs(results)) if len(found(results)) == len(results) else None


def least(pairs):
    """The cheapest of (cost, name), as text and cost."""
    known = [pair for pair in pairs if pair[0] is not None]
    cost, name = min(known) if known else (None, "")
    return cost, f"{cost:,.0f} ({name})" if known else "-"


def thresholds(bench):
    programs = {"TwoStage(3,1)": bench.paper("TwoStage", "3 1"),
                "Reorder(4,1)": bench.paper("Reorder", "4 1"),
                "LinkedList(2,4)": bench.paper("LinkedList", "2 4"),
                "AlarmClock": bench.paper("AlarmClock", ""),
                "RaxExtended(1,2,0)": bench.paper("RaxExtended", "1 2 0"),
                "BoundedBuffer(1,4,4,2)": bench.paper("BoundedBuffer", "1 4 4 2")}
    states = 50_000
    paths, joint, best = [], [], []
    falling = better = 0
    for name, program in programs.items():
        bounded = {b: bench.runs(program, "dfs", states, f"--bound=preemptions:{b}",
                                 seeds=1) for b in BOUNDS}
        fewest = next((b for b in BOUNDS if found(bounded[b])), f"> {BOUNDS[-1]}")
        line, means, alone, both = [name, fewest], [], [], []
        for threshold in THRESHOLDS:
            search = f"rb:threshold={threshold},strategy=random,ratio=0.9"
            results = bench.runs(program, search, states)
            alone.append((always(results), f"H = {threshold}"))
            errors = [r["errors"][0] for r in found(results)]
            if errors:
                means.append(statistics.mean(e["preemptions"] for e in errors))
            line.append(f"{mean([e['preemptions'] for e in errors])} / "
                        f"{mean([e['trace_length'] for e in errors])}")
            fields = [name, threshold]
            for bound in BOUNDS:
                results = bench.runs(program, search, states,
                                     f"--bound=preemptions:{bound}")
                fields.append(f"{share(results)} {mean(costs(results))}")
                both.append((always(results), f"H = {threshold}, at most {bound}"))
            joint.append(fields)
        paths.append(line)
        falling += len(means) > 1 and means[-1] < means[0]
        ofBounds = [(always(bounded[b]), f"at most {b}") for b in BOUNDS]
        picks = [least(alone), least(ofBounds), least(both)]
        better += picks[2][0] is not None and all(
            pick[0] is None or picks[2][0] < pick[0] for pick in picks[:2])
        best.append([name, *(text for _, text in picks)])
    answer = (f"On {falling} of {len(programs)} programs the error paths of the largest "
              "threshold have fewer preemptions than those of the smallest: with a large "
              "one most of a path is that of the default search, which switches seldom; "
              "with a small one what is left out early is made up for by switches later. "
              "Both are far above the fewest that the error needs. So a threshold does "
              "not stand for a bound. Together they are cheaper than the better of the "
              f"two alone on {better} of {len(programs)}, each with its best setting.")
    return "\n\n".join((
        "## F2: thresholds and preemptions of error paths", answer,
        "Fewest preemptions that the error needs (by bounded depth-first search), then "
        "for each threshold H of (H,random,0.9): mean preemptions / mean length of the "
        "error paths, as found.",
        table(("program", "fewest", *(f"H = {t}" for t in THRESHOLDS)), paths),
        "The least mean of states among settings with which every run finds the error.",
        table(("program", "(H,random,0.9)", "preemptions bounded, dfs", "both"), best),
        "Both: runs that found the error, mean states.",
        table(("program", "H", *(f"at most {b}" for b in BOUNDS)), joint)))


#===--- F4 -------------------------------------------------------------------===#

def endless(bench):
    source = os.path.join(PROGRAMS, "endless.c")
    broken = (bench.compile(source), "", "+data-race")
    fixed = (bench.compile(source, "FIXED=1"), "", "+data-race")
    states = 20_000
    rows, ends = [], []
    for search in ("dfs", "random-order", "context-bound:bound=2", "bfs",
                   "rb:threshold=10,strategy=random,ratio=0.9",
                   "rb:threshold=10,strategy=random,ratio=0.99",
                   "rb:threshold=10,strategy=luby,ratio=1-d/100",
                   "rb:threshold=50,strategy=random,ratio=1-d/1000",
                   "pos", "surw"):
        results = bench.runs(broken, search, states)
        right = bench.runs(fixed, search, states)
        ended = [r["stats"]["states"] for r in right
                 if "limit" not in (r["reason"] or "")]
        if search.startswith("rb"):
            ends.append(len(ended) == len(right))
        rows.append([f"`{search}`", share(results), mean(costs(results)),
                     f"{len(ended)} of {len(right)}", mean(ended)])
    answer = ("Depth-first search follows the clock for ever. Randomized backtracking "
              f"ends by itself in {sum(ends)} of {len(ends)} configurations on the "
              "correct program, in all runs: with a ratio below 1 a path below the "
              "threshold has a geometric length, and with 1-d/C none is longer than C. "
              "It then says `inconclusive`, since choices were left.")
    return "\n\n".join((
        "## F4: paths without end", answer,
        f"`bench/programs/endless.c`, {bench.seeds} seeds, at most {states:,} states; "
        "the broken program, and how often a search of the correct one ended by itself.",
        table(("search", "found", "mean states", "ended", "mean states"), rows)))


#===--- F20 ------------------------------------------------------------------===#

def diversity(bench):
    tool = os.path.join(bench.build, "bench", "diversity")
    if not os.path.exists(tool):
        sys.exit(f"{tool} is missing: cmake --build {bench.build} --target benches")
    rows, better, worse, ahead = [], 0, 0, 0
    for name, args in (("TwoStage", "3 1"), ("Reorder", "4 1"), ("AryList", "1 5"),
                       ("RaxExtended", "1 2 0"), ("AlarmClock", ""),
                       ("BoundedBuffer", "1 4 4 2"), ("Deadlock", "1 3")):
        bitcode = bench.paper(name, args)[0]
        run = subprocess.run([tool, bitcode, "20000", *args.split()],
                             capture_output=True, text=True, check=True)
        line = [f"{name}({args.replace(' ', ',')})"]
        for figures in re.findall(
                r"drawn ([\d.]+), begun ([\d.]+), different ([\d.]+)", run.stdout):
            drawn, begun, different = map(float, figures)
            better += different < 0.95 * begun
            worse += different > 1.05 * begun
            ahead += different < 0.95 * drawn
            line.append(f"{drawn:,.0f} / {begun:,.0f} / {different:,.0f}")
        rows.append(line)
    total = sum(len(row) - 1 for row in rows)
    answer = (f"Of {total} pairs of a program and a size of the team, teams whose members "
              "differ are cheaper than equally begun ones at random by more than 5 % in "
              f"{better}, and dearer in {worse}. With the first steps of four times as "
              f"many searches paid for, they are cheaper than plain ones in {ahead}.")
    return "\n\n".join((
        "## F20: members that differ", answer,
        "Mean cost of the cheapest of n random-order searches out of a pool of 200: drawn "
        "at random / drawn when 4n have made 60 steps, which count / of these the ones "
        "that differ most in the orders of conflicting operations. A search without the "
        "error costs its limit of 20,000 states.",
        table(("program", "n = 2", "n = 5", "n = 10", "n = 20"), rows)))


#===--- F24 ------------------------------------------------------------------===#

def marked(bench, program):
    """Places of the program where threads are seen, as FILE:LINE."""
    run = subprocess.run([os.path.join(bench.build, "bin", "rbcheck"), "--emit=program",
                          program[0]], capture_output=True, text=True, check=True)
    places = {f"{os.path.basename(file)}:{line}" for file, line in
              re.findall(r" marked .*; (\S*bench/programs/papers/\S+?):(\d+)", run.stdout)}
    return sorted(places)


def sequences(bench):
    programs = {"TwoStage(7,1)": ("TwoStage", "7 1", "-data-race,-deadlock"),
                "Reorder(8,1)": ("Reorder", "8 1", "-data-race,-deadlock"),
                "AryList(1,8)": ("AryList", "1 8", "-data-race,-deadlock"),
                "AbsList(1,7)": ("AbsList", "1 7", "-data-race,-deadlock"),
                "Deadlock(1,9)": ("Deadlock", "1 9", "-data-race")}
    kinds = ("whole", "first half", "last half", "reversed", "shuffled", "wrong",
             "random-order")
    rows = []
    hits = {kind: [] for kind in kinds}
    for name, (stem, args, checks) in programs.items():
        program = bench.paper(stem, args, checks)
        with open(os.path.join(PAPERS, stem.lower() + ".locs"), encoding="utf-8") as file:
            line = [l for l in file if l.strip() and not l.startswith("#")][0]
        whole = [place.strip() for place in line.split(">")]
        others = [p for p in marked(bench, program) if p not in whole]
        half = (len(whole) + 1) // 2
        fields = [name]
        for kind in kinds:
            results = []
            for seed in range(1, bench.seeds + 1):
                shuffle = random.Random(seed)
                places = {"whole": whole, "first half": whole[:half],
                          "last half": whole[-half:], "reversed": whole[::-1],
                          "shuffled": shuffle.sample(whole, len(whole)),
                          "wrong": [shuffle.choice(others) for _ in whole],
                          "random-order": None}[kind]
                if places is None:
                    results.append(bench.run(program, "random-order", seed, 30_000))
                    continue
                path = os.path.join(bench.folder, "sequence.locs")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(" > ".join(places) + "\n")
                results.append(bench.run(program, "meta:secondary=pfsm", seed, 30_000,
                                         "--locs=" + path))
            fields.append(f"{share(results)} {mean(costs(results))}")
            hits[kind].append(len(found(results)) / len(results))
        rows.append(fields)
    part = {kind: f"{100 * statistics.mean(values):.0f} %" for kind, values in hits.items()}
    answer = (f"The whole sequence finds the error in {part['whole']} of the runs, its first "
              f"half in {part['first half']}, its last half in {part['last half']}; in the "
              f"reverse order {part['reversed']}, shuffled {part['shuffled']}; places drawn "
              f"at random from the same program {part['wrong']}; no places at all "
              f"{part['random-order']}. Which places they are matters most, then their order; "
              "half of them is often enough, and the first half more often than the last. "
              "Even wrong places find more than random order does, so a part of what meta "
              "gains is not guidance but its kind of search.")
    return "\n\n".join((
        "## F24: why a sequence of locations guides", answer,
        "Runs that found the error within 30,000 states, and their mean states.",
        table(("program", *kinds), rows)))


EXPERIMENTS = {"F2": thresholds, "F4": endless, "F20": diversity, "F24": sequences}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--build", default=os.path.join(ROOT, "build"))
    arguments.add_argument("--only", default=",".join(EXPERIMENTS))
    arguments.add_argument("--seeds", type=int, default=10)
    arguments.add_argument("--write", action="store_true")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.build, options.seeds, folder)
        parts = []
        for name in options.only.split(","):
            parts.append(EXPERIMENTS[name](bench))
            print(parts[-1] + "\n", flush=True)
    if options.write:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write("# Future work that the papers name\n\n"
                       "Written by `python3 bench/future.py --write`; do not edit. "
                       f"{options.seeds} seeds each.\n\n" + "\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
