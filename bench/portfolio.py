"""Chooses a portfolio on one half of the programs and judges it on the other.

Usage: portfolio.py [--splits N] [--size N] [--write] RESULTS...

RESULTS are folders of recorded runs (runs.jsonl, searched for below them): of
`rbexp bench/experiments/portfolio.toml`, and of `sctbench.py
--experiment=bench/experiments/portfolio.toml`.

The cost of a team on a program is played from the runs of its members: they take turns,
in order, each turn of a member `growth` times as long as the one before, until one comes
to its error; what is counted is the steps of all. A walk goes on for ever; another search
that came to its end drops out. One trial for each seed. An error that is not found counts
as PENALTY steps; teams are compared by the geometric mean over programs.

A team is chosen by taking the member that gains most until none gains or --size is
reached, then by exchanging single ones as long as that gains. What is chosen on one half
is judged on the other:

  chosen       a team of equal first turns
  added        the default of before, with one member more
  changed      the same, or with one exchanged for another
  hindsight    a team chosen on the half that it is judged on: what could be gained at most

Programs of one family (Reorder with 5 and with 10 threads) are in the same half. Halves A
and B take every other family in the order of their names, further splits are random, by
seeds 1 to --splits. With --write the tables become docs/results/portfolio.md.
"""

import argparse
import glob
import json
import math
import os
import random
import re
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "rbexp", "lib"))
sys.dont_write_bytecode = True

from tables import markdown  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "results", "portfolio.md")
PENALTY = 1e8
TURN, GROWTH = 2_000, 2
# The default's members, first turns and growths, as in search/strategies/Portfolio.cpp.
TODAY = (("dfs, 0 preemptions", 1_000, 2), ("dfs, 1 preemptions", 1_000, 2),
         ("rff", 2_000, 2), ("surw, access", 1_000, 2), ("thread-interleavings", 1_000, 1),
         ("surw, object", 6_000, 2), ("pos", 2_000, 2), ("pct, d = 5", 4_000, 2),
         ("rb (20,luby,0.9)", 8_000, 2), ("dfs, 2 preemptions", 4_000, 2),
         ("dfs", 50_000, 4), ("dpor", 10_000, 2))
# What it was before rff became a member: chosen by defaults.toml alone.
BEFORE = tuple(member for member in TODAY if member[0] != "rff")
WALKS = ("random-walk", "pos", "pct", "surw", "rff", "qlearn", "period")
# A new member comes first, behind the bounded ones, or before rb.
PLACES = (0, 2, 7)
TURNS = (1_000, 2_000, 4_000)


class Trial:
    """One run: steps to the error, or to where it ended."""

    def __init__(self, found, cost, ends, hasRff=False):
        self.found, self.cost, self.ends = found, max(1, cost), ends
        self.hasRff = hasRff    # as a member


def trialOf(record):
    found = record["verdict"] == "error"
    cost = sum(m["transitions"] for m in record["team"]) if record.get("team") else \
        record["stats"]["transitions"]
    limited = "limit" in (record.get("reason") or "")
    walk = record["search"].partition(":")[0] in WALKS
    hasRff = any(m["search"].startswith("rff") for m in record.get("team") or ())
    return Trial(found, cost, not found and not walk and not limited, hasRff)


def read(folders):
    """{program: {search: [Trial]}} of all records, in the order of seeds."""
    runs, schedules = {}, {}
    for folder in folders:
        paths = sorted(glob.glob(os.path.join(folder, "**", "runs*.jsonl"),
                                 recursive=True))
        if not paths:
            sys.exit(f"{folder}: no runs.jsonl there")
        for path in paths:
            with open(path, encoding="utf-8") as file:
                for line in file:
                    record = json.loads(line)
                    if record["verdict"] == "failed":
                        continue
                    args = ",".join(record["args"])
                    name = record["program"]
                    if args and "(" not in name:
                        name += f"({args})"
                    runs.setdefault(name, {}).setdefault(record["label"], {})[
                        record["seed"]] = trialOf(record)
                    schedules.setdefault(name, set()).add(
                        record["stats"]["executions"] <= 1 and
                        record["verdict"] == "error")
    programs = {}
    for name in sorted(runs):
        # What is wrong in every schedule tells searches nothing apart.
        if schedules[name] == {True}:
            continue
        programs[name] = {label: [trials[seed] for seed in sorted(trials)]
                          for label, trials in runs[name].items()}
    return {name: row for name, row in programs.items()
            if any(t.found for label, trials in row.items() if label != "default"
                   for t in trials)}


def family(program):
    name = program.partition("(")[0].partition(",")[0].lower()
    if "/" in name:
        name = name.partition("/")[2]
    else:
        name = name.partition("-")[0]
    return re.sub(r"_?(?<![\d-])\d+(_sat)?$", "", name)


def play(members, number):
    """Steps until a team's first error, in the trial of this number; PENALTY if none.
    `members`: (trials, first turn, growth)."""
    team = []
    for trials, turn, growth in members:
        if trials:
            team.append([trials[number % len(trials)], turn, growth, 0])
    if not any(member[0].found for member in team):
        return PENALTY
    total = 0
    while True:
        for member in list(team):
            trial, turn, growth, used = member
            if (trial.found or trial.ends) and used + turn >= trial.cost:
                total += trial.cost - used
                if trial.found:
                    return min(total, PENALTY)
                team.remove(member)
                continue
            total += turn
            member[1], member[3] = turn * growth, used + turn


class Judge:
    def __init__(self, programs):
        self.programs = programs
        self.labels = sorted({label for row in programs.values() for label in row} -
                             {"default"})
        self.cache = {}
        self.hasRff = any(trial.hasRff for row in programs.values()
                          for trial in row.get("default", ()))

    def trials(self, program):
        return max(len(t) for label, t in self.programs[program].items())

    def cost(self, team, program):
        """Geometric mean over trials, and the part of them that found the error."""
        key = team, program
        if key not in self.cache:
            row = self.programs[program]
            members = [(row.get(label), turn, growth) for label, turn, growth in team]
            costs = [play(members, n) for n in range(self.trials(program))]
            self.cache[key] = (statistics.fmean(math.log(c) for c in costs),
                               sum(c < PENALTY for c in costs) / len(costs))
        return self.cache[key]

    def measured(self, program):
        """The default itself."""
        trials = self.programs[program].get("default")
        if not trials:
            return None
        costs = [t.cost if t.found else PENALTY for t in trials]
        return (statistics.fmean(math.log(min(c, PENALTY)) for c in costs),
                sum(t.found for t in trials) / len(trials))

    def score(self, team, half):
        return statistics.fmean(self.cost(team, p)[0] for p in half)

    def found(self, team, half):
        return sum(self.cost(team, p)[1] for p in half)

    def choose(self, half, size):
        """The best team of at most this size with equal turns, greedily."""
        team, score = (), math.inf
        while len(team) < size:
            options = [team + ((label, TURN, GROWTH),) for label in self.labels
                       if label not in {m[0] for m in team}]
            best = min(options, key=lambda t: (self.score(t, half), t), default=None)
            if best is None or self.score(best, half) >= score:
                break
            team, score = best, self.score(best, half)
        improved = True
        while improved:
            improved = False
            for place in range(len(team)):
                for label in self.labels:
                    if label in {m[0] for m in team}:
                        continue
                    other = team[:place] + ((label, TURN, GROWTH),) + team[place + 1:]
                    if self.score(other, half) < score - 1e-9:
                        team, score, improved = other, self.score(other, half), True
        return team

    def single(self, half):
        return min((((label, TURN, GROWTH),) for label in self.labels),
                   key=lambda t: (self.score(t, half), t))

    def change(self, half, exchange):
        """The members of before with one more, or with one exchanged for another."""
        options = [BEFORE]
        names = {m[0] for m in BEFORE}
        for label in self.labels:
            if label in names:
                continue
            for turn in TURNS:
                new = (label, turn, GROWTH)
                options += [BEFORE[:at] + (new,) + BEFORE[at:] for at in PLACES]
                if exchange:
                    options += [BEFORE[:at] + (new,) + BEFORE[at + 1:]
                                for at in range(len(BEFORE))]
        return min(options, key=lambda t: (self.score(t, half), t != BEFORE, t))


def splits(programs, number):
    """(name, half, half): A and B, then random ones."""
    families = sorted({family(p) for p in programs})

    def halves(first):
        return ([p for p in programs if family(p) in first],
                [p for p in programs if family(p) not in first])
    yield "A, B", *halves(set(families[::2]))
    for seed in range(1, number + 1):
        shuffled = list(families)
        random.Random(seed).shuffle(shuffled)
        yield f"seed {seed}", *halves(set(shuffled[::2]))


def differences(before, after):
    """In words: what a changed team has, and what the one before had."""
    gone = [m[0] for m in before if m[0] not in {x[0] for x in after}]
    new = [f"{m[0]} (turn {m[1]:,}, place {at})" for at, m in enumerate(after, 1)
           if m[0] not in {x[0] for x in before}]
    if not new:
        return "nothing"
    return "+ " + ", ".join(new) + (" - " + ", ".join(gone) if gone else "")


KINDS = ("before", "today", "equal", "chosen", "added", "changed", "single", "hindsight")


def judge(programs, number, size):
    """For each split, both ways round: its name, the teams, and on the half that was
    not looked at the factor of each kind over the default before, and trials that found."""
    bench = Judge(programs)
    rows = []
    for name, one, two in splits(programs, number):
        for train, test, way in ((one, two, "1st"), (two, one, "2nd")):
            teams = {"before": BEFORE, "today": TODAY,
                     "equal": tuple((m[0], TURN, GROWTH) for m in BEFORE),
                     "chosen": bench.choose(train, size),
                     "added": bench.change(train, False),
                     "changed": bench.change(train, True),
                     "single": bench.single(train),
                     "hindsight": bench.choose(test, size)}
            before = bench.score(BEFORE, test)
            rows.append({
                "split": f"{name}, chosen on the {way}", "programs": len(test),
                "teams": teams, "added": differences(BEFORE, teams["added"]),
                "changed": differences(BEFORE, teams["changed"]),
                "factor": {k: math.exp(bench.score(t, test) - before)
                           for k, t in teams.items()},
                "found": {k: bench.found(t, test) for k, t in teams.items()}})
    return bench, rows


def summaryTable(rows):
    words = {"before": "the default of before",
             "today": "today's default: it has `rff`",
             "equal": "members of before, equal turns",
             "chosen": "team chosen on the other half",
             "added": "before, and one more, chosen on the other half",
             "changed": "before, one more or exchanged, chosen on the other half",
             "single": "best single search of the other half",
             "hindsight": "team chosen with hindsight"}
    lines = []
    for kind in KINDS:
        factors = [row["factor"][kind] for row in rows]
        missed = [row["programs"] - row["found"][kind] for row in rows]
        size = statistics.fmean(len(row["teams"][kind]) for row in rows)
        lines.append([words[kind], f"{size:.1f}",
                      f"{statistics.geometric_mean(factors):.2f}",
                      f"{min(factors):.2f} to {max(factors):.2f}",
                      f"{sum(f < 1 for f in factors)} of {len(rows)}",
                      f"{statistics.fmean(missed):.1f}"])
    return markdown(("team", "members", "steps, over before", "least and most",
                     "better than before", "errors missed"), lines)


def splitTable(rows):
    return markdown(("split", "programs", *KINDS[1:], "added", "changed"), [
        [row["split"], str(row["programs"]),
         *(f"{row['factor'][kind]:.2f}" for kind in KINDS[1:]),
         row["added"], row["changed"]]
        for row in rows])


def memberTable(rows):
    """How often each search is a member of a chosen team."""
    counts = {}
    for row in rows:
        for label, _, _ in row["teams"]["chosen"]:
            counts[label] = counts.get(label, 0) + 1
    today = {m[0] for m in TODAY}
    return markdown(("search", "in a chosen team", "member today"), [
        [label, f"{count} of {len(rows)}", "yes" if label in today else ""]
        for label, count in sorted(counts.items(), key=lambda p: (-p[1], p[0]))])


def mostAdded(rows):
    """Which member is added most often."""
    names = [re.match(r"\+ (.*) \(turn", row["added"]) for row in rows]
    names = [match[1] for match in names if match]
    if not names:
        return "Nothing is worth adding."
    best = max(sorted(set(names)), key=names.count)
    return f"On {names.count(best)} of {len(rows)} it is `{best}`."


def calibration(bench):
    """The played cost of the default's members over what the default itself took."""
    logs = []
    team = TODAY if bench.hasRff else BEFORE
    for program in bench.programs:
        measured = bench.measured(program)
        if measured and measured[1] == 1 and bench.cost(team, program)[1] == 1:
            logs.append(bench.cost(team, program)[0] - measured[0])
    if not logs:
        return "The default itself was not measured."
    return (f"Played, the default costs {math.exp(statistics.fmean(logs)):.2f} times "
            f"what it took itself (geometric mean over the {len(logs)} programs on which "
            "both always found the error; quartiles "
            + " and ".join(f"{math.exp(q):.2f}" for q in
                           (statistics.quantiles(logs, n=4)[::2] if len(logs) > 1
                            else logs * 2)) + ").")


def over(rows, kind):
    factors = [row["factor"][kind] for row in rows]
    return (f"{statistics.geometric_mean(factors):.2f} times the steps "
            f"({min(factors):.2f} to {max(factors):.2f}) and is better on "
            f"{sum(f < 1 for f in factors)} of {len(rows)} halves")


def page(programs, rows, bench):
    answer = (
        "Judged on programs that were not looked at, against the default as it was "
        f"chosen on its own programs: a team chosen on the other half takes "
        f"{over(rows, 'chosen')}; the default and the one member more that gains most on "
        f"the other half takes {over(rows, 'added')}. {mostAdded(rows)}")
    return "\n\n".join([
        "# A portfolio chosen on one half, judged on the other", answer,
        f"Made by `python3 bench/portfolio.py` from recorded runs of {len(bench.labels)} "
        f"searches on {len(programs)} errors of {len({family(p) for p in programs})} "
        "families of programs: those of `bench/experiments/defaults.toml` and those of "
        "SCTBench that rbcheck runs. Programs of one family are in the same half. Steps "
        "of all members count; an error that is not found counts as "
        f"{PENALTY:,.0f} steps. {calibration(bench)}",
        "## On the half that was not looked at", summaryTable(rows),
        "The factor is the geometric mean over the programs of the half. Least and most "
        f"are over {len(rows)} halves: A and B, and random ones. `Hindsight` is chosen on "
        "the half that it is judged on. In what is played a turn has just its steps: that "
        "some members have at least 100 walks in a turn is left out. `rff` is behind the "
        "two bounded members in today's default, for traces with few preemptions, and not "
        "in the first place, which gains most here: a turn of 1,000 steps is two "
        "milliseconds.",
        "## Members of the chosen teams", memberTable(rows),
        "## Splits", splitTable(rows)]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("results", nargs="+")
    parser.add_argument("--splits", type=int, default=10)
    parser.add_argument("--size", type=int, default=len(TODAY))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    programs = read(options.results)
    if len({family(p) for p in programs}) < 2:
        sys.exit("too few programs")
    bench, rows = judge(programs, options.splits, options.size)
    text = page(programs, rows, bench)
    print(text)
    if options.write:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
