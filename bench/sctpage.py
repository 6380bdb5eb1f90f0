"""The page of sctbench.py: what came out in words, then the tables.

All of it follows from the recorded runs and from experiments/published/sctbench.csv.
A figure that was not read in a source is not in that file, and its field stays empty.

Tested by test/papers/sctbench.test.
"""

import csv
import math
import os
import re
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "rbexp", "lib"))
sys.dont_write_bytecode = True

from tables import markdown  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "results", "sctbench.md")
PUBLISHED = os.path.join(ROOT, "bench", "experiments", "published", "sctbench.csv")
NEVER = math.inf
LIMIT = 10_000    # executions of a walk; what is not found counts as that in means
SEARCHES = ("default", "random-walk", "pct", "pos", "surw", "rff", "qlearn", "period")
# Our search beside what other papers call theirs: (source, search).
COUNTERPARTS = {
    "rff": [("RFF", "RFF")], "period": [("RFF", "PERIOD")],
    "surw": [("SURW", "SURW")],
    "pos": [("RFF", "POS"), ("SURW", "POS")],
    "pct": [("RFF", "PCT3"), ("SURW", "PCT3")],
    "qlearn": [("RFF", "QLearning RF")], "random-walk": [("SURW", "random walk")],
}
SOURCES = {
    "RFF": "Wolff, Shi, Duck, Mathur, Roychoudhury: *Greybox Fuzzing for Concurrency "
           "Testing*, ASPLOS 2024, appendix B: means over 20 trials, for RFF, PERIOD, "
           "POS, PCT with d = 3, Q-learning and GenMC, all run by them",
    "SURW": "the runs recorded in the repository of *Selectively Uniform Concurrency "
            "Testing*, ASPLOS 2025 (`stats/period`), 20 of each, counted as its own "
            "script counts them",
    "SCTBench": "`benchmarks/mapleRes.txt` of SCTBench: one run of MapleAlg",
}


class Figures:
    """Of the runs of one search on one program, or of published ones."""

    def __init__(self, costs, mean=None, median=None, found=None, runs=None):
        self.runs = len(costs) if runs is None else runs
        good = [c for c in costs if c != NEVER]
        self.found = len(good) if found is None else found
        self.mean = mean if mean is not None else \
            (statistics.mean(good) if good else NEVER)
        self.median = median if median is not None else \
            (statistics.median(costs) if costs else NEVER)

    def always(self):
        return self.runs > 0 and self.found == self.runs


def number(value):
    if value == NEVER:
        return "-"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


def ofRuns(runs):
    return Figures([max(1, run["stats"]["executions"]) if run["verdict"] == "error"
                    else NEVER for run in runs])


def published(path=PUBLISHED):
    """{(source, search): {program: Figures}}."""
    figures = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            mean, median = (float(row[key]) if row[key] else NEVER
                            for key in ("mean", "median"))
            runs = int(row["runs"])
            # "1-19": found in some runs; the source does not say in how many.
            found = row["found"]
            found = int(found) if found.isdigit() else int(found.partition("-")[0])
            figures.setdefault((row["source"], row["search"]), {})[row["program"]] = \
                Figures([], mean, median, found, runs)
    return figures


def medianCell(figures):
    if figures is None:
        return ""
    if figures.always():
        return number(figures.median)
    if not figures.found:
        return f"- (0 of {figures.runs})"
    return f"{number(figures.median)} ({figures.found} of {figures.runs})"


def meanCell(figures):
    if figures is None:
        return ""
    if not figures.found:
        return "-"
    return number(figures.mean) + ("" if figures.always() else "*")


class Table:
    def __init__(self, records, remarks):
        self.rows = {program: {search: ofRuns(runs)
                               for search, runs in searches.items()}
                     for program, searches in sorted(records.items())}
        self.published = published()
        self.reasons = {program: re.sub(r" at /\S*", "",
                                        searches["default"][0]["reason"] or "")
                        for program, searches in records.items()
                        if "default" in searches}
        # What is wrong in every schedule tells searches nothing apart.
        inEach = {program for program, _ in remarks} | {
            program for program, row in self.rows.items()
            if all(f.always() and f.mean == 1 for f in row.values())}
        self.judged = [program for program in self.rows if program not in inEach]
        self.solved = [program for program in self.judged if any(
            f.found for f in self.rows[program].values())]

    def medians(self):
        rows = [[program, str(max(f.runs for f in row.values())),
                 *(medianCell(row.get(s)) for s in SEARCHES)]
                for program, row in self.rows.items()]
        return markdown(("program", "seeds", *SEARCHES), rows)

    def summary(self):
        rows = []
        for search in SEARCHES:
            cells = [self.rows[p][search] for p in self.solved if search in self.rows[p]]
            if not cells:
                continue
            costs = [min(f.median, LIMIT) for f in cells]
            ranks = []
            for program in self.solved:
                row = self.rows[program]
                if search in row:
                    mine = row[search].median
                    others = [f.median for f in row.values()]
                    ranks.append(1 + sum(1 for m in others if m < mine) if mine != NEVER
                                 else len(others))
            rows.append([search, f"{sum(1 for f in cells if f.found)} of {len(cells)}",
                         str(sum(1 for f in cells if f.always())),
                         number(statistics.geometric_mean(costs)),
                         number(statistics.median(ranks)),
                         str(sum(1 for r in ranks if r == 1))])
        return markdown(("search", "found on", "by every seed",
                         "geometric mean of the medians", "median rank", "first on"),
                        rows)

    def ofPublished(self, source, program):
        return self.published.get(source, {}).get(program.partition(",")[0])

    def ahead(self, program):
        """(published searches that need fewer schedules than all of ours, factor)."""
        ours = min((f.mean for f in self.rows[program].values() if f.always()),
                   default=NEVER)
        better = []
        for (source, search), programs in self.published.items():
            theirs = programs.get(program.partition(",")[0])
            if source in ("RFF", "SURW") and theirs and theirs.always() and \
                    search != "GenMC" and theirs.mean < round(ours, 0):
                better.append((theirs.mean, f"{search} ({source})"))
        if not better:
            return None, 1
        mean, name = min(better)
        return f"{name}: {number(mean)}", ours / max(mean, 1)

    def compared(self):
        """Programs that both we and a paper have figures of."""
        return [p for p in self.judged if any(
            self.ofPublished(source, p) for pairs in COUNTERPARTS.values()
            for source in pairs)]

    def beside(self):
        maple = "SCTBench", "MapleAlg"
        head = ["program"]
        for search, pairs in COUNTERPARTS.items():
            head.append(search)
            head += [f"{name} ({source})" for source, name in pairs]
        rows = []
        for program in self.compared():
            row = [program]
            for search, pairs in COUNTERPARTS.items():
                row.append(meanCell(self.rows[program].get(search)))
                row += [meanCell(self.ofPublished(pair, program)) for pair in pairs]
            rows.append([*row, meanCell(self.ofPublished(maple, program)),
                         meanCell(self.rows[program].get("default")),
                         self.ahead(program)[0] or ""])
        return markdown((*head, "MapleAlg (SCTBench)", "default",
                         "ahead of all of ours"), rows)

    def duels(self):
        """For each search with a counterpart: on how many programs it needs fewer
        schedules, as many, more; programs that only one of them always solves count."""
        rows = []
        for search, pairs in COUNTERPARTS.items():
            for pair in pairs:
                fewer = same = more = 0
                for program in self.judged:
                    ours = self.rows[program].get(search)
                    theirs = self.ofPublished(pair, program)
                    if not ours or not theirs:
                        continue
                    a = round(ours.mean) if ours.always() else NEVER
                    b = round(theirs.mean) if theirs.always() else NEVER
                    fewer, same, more = fewer + (a < b), same + (a == b), more + (a > b)
                rows.append([search, f"{pair[1]} ({pair[0]})", str(fewer), str(same),
                             str(more)])
        return markdown(("ours", "published", "fewer here", "as many", "more here"),
                        rows)

    def answer(self):
        lines = []
        found = {s: sum(1 for p in self.solved if s in self.rows[p] and
                        self.rows[p][s].found) for s in SEARCHES}
        lines.append(
            f"{len(self.rows)} rows are of programs that compile and run here; "
            f"{len(self.judged)} of them have an error that not every schedule "
            f"makes, as far as seen, and {len(self.solved)} of these errors were found by some search: "
            + ", ".join(f"`{s}` {n}" for s, n in sorted(
                found.items(), key=lambda pair: -pair[1])) + ".")
        for program in ("CS/reorder_100", "CS/twostage_100"):
            row = self.rows.get(program)
            theirs = self.ofPublished(("RFF", "RFF"), program)
            if row and "rff" in row:
                best = min(row, key=lambda s: row[s].median)
                text = (f"{program}: `rff` needs {number(row['rff'].median)} schedules in "
                        f"the median, {number(row['rff'].mean)} on average (found by "
                        f"{row['rff'].found} of {row['rff'].runs} seeds)")
                if theirs:
                    text += f"; published for RFF: {number(theirs.mean)} on average"
                if best != "rff":
                    text += f"; fewest has `{best}`: {number(row[best].median)}"
                lines.append(text + ".")
        compared = self.compared()
        behind = [(p, *self.ahead(p)) for p in compared if self.ahead(p)[0]]
        far = [p for p, _, factor in behind if factor >= 2]
        lines.append(
            f"Beside published means, on {len(compared)} programs: on "
            f"{len(compared) - len(behind)} no published search needs fewer schedules "
            f"than the best of ours, on {len(behind)} one does, on {len(far)} at most "
            "half as many" + (": " + ", ".join(far) if far else "") + ".")
        missed = [p for p in self.rows if "default" in self.rows[p] and
                  not self.rows[p]["default"].found]
        if missed:
            lines += [f"The default search found nothing on {program}: "
                      f"{self.reasons[program]}." for program in missed]
        return "\n\n".join(lines)


def timed(records):
    """Which runs were ended by time, and after how few executions."""
    found = {}
    for program, searches in sorted(records.items()):
        for search, runs in searches.items():
            cut = [run["stats"]["executions"] for run in runs
                   if "time limit" in (run["reason"] or "")]
            if cut:
                found.setdefault(program, []).append(f"{search} {min(cut):,}")
    if not found:
        return "No run was ended by time."
    return "Ended by time, after so many executions at least: " + "; ".join(
        f"{program}: {', '.join(cells)}" for program, cells in found.items()) + "."


def versions(records):
    return ", ".join(sorted({run["version"] for searches in records.values()
                             for runs in searches.values() for run in runs}))


def page(records, missing, remarks, seeds, few):
    table = Table(records, remarks)
    parts = [
        "# Schedules to the first error: SCTBench",
        table.answer(),
        "Made by `python3 bench/sctbench.py PERIOD SCTBENCH` (in that order): "
        f"seeds 1 to {seeds}, or as many as its row says, and only {few} of a "
        f"search that found nothing with these; walks of at most {LIMIT:,} executions, "
        "each run of at most 30 s, which ends some (below) and is all that ends the "
        "default. "
        "Data races do not count, all else that is checked by default does. A schedule "
        "is an execution from the start to an end or an error; for the default, whose "
        "members do not all start again, it is a path that ended. "
        f"rbcheck {versions(records)}.",
        "## All searches", table.summary(),
        "Over the errors that some search found and that are not in every schedule; what "
        f"was not found counts as {LIMIT:,}.",
        "## Schedules, median", table.medians(),
        "In brackets by how many seeds, if not by all; the median counts the others as "
        "larger than any. `without memory`: that check is off, because what it sees "
        f"is in every schedule (below). {timed(records)}",
        "## Beside published figures", table.duels(),
        "Fewer schedules on average; a search that does not find the error in all runs "
        "counts as behind one that does.",
        table.beside(),
        "Means over the runs that found the error; * not all did, - none did, empty: not "
        "in the source. What a schedule point is differs from tool to tool (here: every "
        "access that another thread can notice, and all synchronisation), and so do the "
        "arguments of some programs, so figures near each other say nothing.",
        "Sources:\n\n" + "\n".join(f"- {name}: {said}" for name, said in SOURCES.items())
        + "\n- not read, so not here: the tables of the papers on SCTBench (PPoPP 2014, "
        "TOPC 2016), on PERIOD (ICSE 2022; its figures above are RFF's runs of it) and "
        "on Q-learning (OOPSLA 2020)."]
    if remarks:
        parts += ["## Wrong in every schedule", markdown(
            ("program", "error"), [list(remark) for remark in remarks])]
    if missing:
        parts += ["## Not here", markdown(
            ("program", "why"), [list(each) for each in missing])]
    return "\n\n".join(parts) + "\n"
