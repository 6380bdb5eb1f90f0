"""The papers' claims, checked against recorded experiments.

Usage: claims.py [--build DIR] [--results DIR] [--size quick|full]

Prints a table: claim, holds / fails / inconclusive, and the figures it rests on.
Inconclusive is what lacks data: a search that this rbcheck does not have, or programs
with runs that are missing or that the time limit ended. Such programs are left out and
named, and a claim on all programs does not hold without them. Nothing is tuned: what
fails is explained in docs/results.md. Exits with 1 if a claim fails. The experiments are run by bench/reproduce.py.
"""

import argparse
import csv
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "tools", "rbexp", "lib")]
sys.dont_write_bytecode = True

import bestfirst  # noqa: E402
import cli  # noqa: E402
import figures  # noqa: E402
import tables  # noqa: E402
from bestfirst import some  # noqa: E402

HOLDS, FAILS, UNKNOWN = "holds", "fails", "inconclusive"

# P3's distance of "the current program location": value of `follow`, mark of the claims.
READINGS = (("last", "", "the thread that just moved"),
            ("value", " least", "the least of all threads"),
            ("nearest", " ours", "ours: the nearest thread before all"))
# How the lengths of P0's random jumps are drawn: name, mark of the claims, in words.
JUMPS = (("random", "", ""), ("uniform", "u", "; lengths of jumps drawn evenly"))
OTHERS = ("meta, rand", "meta, prefer few", "meta, prefer first", "meta, prefer last",
          "meta, prefer many")


def published(name):
    """A table of the papers."""
    path = os.path.join(HERE, "experiments", "published", name + ".csv")
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def say(value):
    return "-" if value is None else tables.number(value)


# What of P0's programs is looked for: mark of the claims, ends of names, in words.
KINDS = (("", ("",), ""),
         ("p", ("-pending",), "The same for races that are pending at once"),
         ("s", ("-sync",), "The same for these with --steps=sync"),
         ("'", ("-assert", "-deadlock"), "The same for the deeper errors"))


def tally(good, every, figures=None):
    """(whether all are good, how many of how many, the figures)."""
    bad = [p for p in every if p not in good]
    why = f"{len(every) - len(bad)} of {len(every)}"
    return (None if not every else not bad,
            why + (f"; not on {some(bad)}" if bad else ""),
            ", ".join(f"{p} {figures[p]}" for p in every) if figures else "")


def kindOf(program):
    """The end of a program's name: "-sync"."""
    return "".join(program.split("(")[0].partition("-")[1:])


def upper(summary):
    """End of the 95 % interval of the mean."""
    return summary.get("mean") + (summary.get("mean-ci") or 0)


def lower(summary):
    return summary.get("mean") - (summary.get("mean-ci") or 0)


class Claims:
    def __init__(self, p0, p2, p3, p4):
        self.p0, self.p2, self.p3, self.p4 = p0, p2, p3, p4
        self.rows = []
        self.details = []       # (number, the figures that the claim rests on)

    def add(self, number, paper, text, verdict, why, isOnAll=True, detail="",
            isAbout=lambda program: True):
        """`isAbout`: which programs the claim is about."""
        gaps = {"P0": self.p0, "P2": self.p2, "P3": self.p3,
                "P4": self.p4}[paper].gaps()
        gaps = [f"{p} ({g})" for p, g in gaps.items() if isAbout(p)]
        if gaps:
            why += "; left out: " + some(gaps)
            if isOnAll and verdict == HOLDS:
                verdict = UNKNOWN
        self.rows.append((number, paper, text, verdict, why))
        if detail:
            self.details.append((number, detail))

    def addBoth(self, number, paper, text, inSync, inAccesses):
        """A claim on runs whose steps are those of the papers' tools, and what it is with
        a step for every access; of each (is it true, why, figures)."""
        isTrue, why, detail = inSync
        other, its, itsDetail = inAccesses
        if other is not None:
            why += f"; every access a step: {self.verdict(other)}, {its}"
            detail += f". Every access a step: {itsDetail}" if itsDetail else ""
        self.add(number, paper, text, self.verdict(isTrue), why, detail=detail)

    def bySteps(self, results):
        """(those run as the papers' tools make steps, those that were run in such steps,
        too): where nothing can be joined there is only one form."""
        programs = self.programs(results)
        twins = {c.instance.label.replace("-sync", "") for c in results.cells
                 if kindOf(c.instance.label) == "-sync"}
        return [p for p in programs if p not in twins], \
            [p for p in programs if p in twins]

    #===--- P0 ---------------------------------------------------------------===#

    def programs(self, results):
        """Programs with all their runs, none of them ended by the time limit."""
        gaps = results.gaps()
        return [p for p in dict.fromkeys(c.instance.label for c in results.cells)
                if p not in gaps]

    def ofP0(self):
        """Its programs as P0 ran them."""
        return [p for p in self.programs(self.p0) if not kindOf(p)]

    def steady(self, program, jumps="random"):
        """Best (H,random,0.9) that always finds the error."""
        cells = [c for c in self.p0.cells if c.instance.label == program and
                 c.config.label.endswith(f",{jumps},0.9)")]
        for summary, cell in tables.ranked(self.p0, cells, None):
            if summary.density == 1:
                return summary, cell
        return None

    def beats(self, pick, programs, isStrict):
        """For each program, whether pick(program) is better than the best baseline, or
        at least as good: (wins, those beyond chance, losses as text)."""
        wins, sure, losses = [], [], []
        for program in programs:
            base = tables.bestOf(self.p0, program, "baseline", 1)
            mine = pick(program)
            isTie = mine and base and mine[0].get("mean") == base[0].get("mean")
            if mine and not (isTie and isStrict) and \
                    (not base or mine[0].get("mean") <= base[0].get("mean")):
                wins.append(program)
                if not base or upper(mine[0]) < lower(base[0]):
                    sure.append(program)
            else:
                losses.append(f"{program} ({say(mine and mine[0].get('mean'))} "
                              f"against {say(base and base[0].get('mean'))}"
                              f"{', ' + base[1].config.label if base else ''})")
        return wins, sure, losses

    def compare(self, number, text, pick, programs, isEnough, isStrict, extra=""):
        wins, sure, losses = self.beats(pick, programs, isStrict)
        total = len(wins) + len(losses)
        ends = next((e for mark, e, _ in KINDS if mark and number.endswith(mark)), ("",))
        self.add(number, "P0", text, UNKNOWN if not total else
                 HOLDS if isEnough(len(wins), total) else FAILS,
                 f"{len(wins)} of {total}{extra}, on {len(sure)} of them with 95 % "
                 "intervals apart" +
                 (f"; not on {some([loss.split()[0] for loss in losses])}" if losses
                  else ""), detail="not on " + ", ".join(losses) if losses else "",
                 isAbout=lambda p: kindOf(p) in ends)

    def checkP0(self):
        sizes = {g: len({c.config.label for c in self.p0.cells if c.config.group == g})
                 for g in ("rb", "baseline")}
        many = f" (best of {sizes['rb']} configurations against {sizes['baseline']})"
        whole = lambda p: tables.bestOf(self.p0, p, "rb", 1)  # noqa: E731
        every = self.programs(self.p0)
        isMost = lambda wins, of: 2 * wins > of  # noqa: E731
        isAllButOne = lambda wins, of: wins >= of - 1  # noqa: E731
        best = ("On most programs some rb configuration that always finds the error "
                "needs fewer states than every baseline")
        steady = ("(H,random,0.9) with the best H is at least as good as the best "
                  "baseline on all programs but one")
        of = {mark: [p for p in every if kindOf(p) in ends] for mark, ends, _ in KINDS}
        for mark, _, text in KINDS:
            self.compare("R1" + mark, text or best, whole, of[mark], isMost, True,
                         "" if mark else many)
        for mark, _, text in KINDS:
            self.compare("R2" + mark, text or steady, self.steady, of[mark],
                         isAllButOne, False)
        self.compare("R2u", "R2 with lengths of jumps drawn evenly",
                     lambda p: self.steady(p, "uniform"), of[""], isAllButOne, False)
        for jumps, mark, text in JUMPS:
            self.thresholds(jumps, mark, text)
            self.tooLow(jumps, mark, text)
        self.likeDefault()
        self.spread()

    def series(self, program, jumps="random"):
        """(H, summary) of (H,random,0.9), by H; "uniform": with lengths of jumps that are
        drawn evenly."""
        points = []
        for cell in self.p0.cells:
            if cell.instance.label == program and \
                    cell.config.label.endswith(f",{jumps},0.9)"):
                summary = self.p0.summary(cell)
                if summary.runs:
                    points.append((cell.config.values["H"], summary))
        return sorted(points, key=lambda p: p[0])

    def thresholds(self, jumps, mark, text):
        good, figuresOf = [], {}
        for program in self.ofP0():
            points = self.series(program, jumps)
            if len(points) < 2:
                continue
            parts = [s.density for _, s in points]
            # Falls count if they are larger than what chance makes of these runs.
            falls = any(figures.wilson(b.found, b.runs)[1] <
                        figures.wilson(a.found, a.runs)[0]
                        for (_, a), (_, b) in zip(points, points[1:]))
            figuresOf[program] = (f"{', '.join(f'{100 * p:.0f}' for p in parts)} % for "
                                  f"H = {', '.join(str(h) for h, _ in points)}")
            if not falls and parts[-1] == 1:
                good.append(program)
        isTrue, why, detail = tally(good, list(figuresOf), figuresOf)
        self.add("R3" + mark, "P0", "The percentage found by (H,random,0.9) rises with "
                 f"H, to 100 % for the largest{text}", self.verdict(isTrue), why,
                 detail=detail, isAbout=lambda p: not kindOf(p))

    def depthOf(self, program):
        """The least one at which any run found the error."""
        return min((d for c in self.p0.cells if c.instance.label == program
                    for d in self.p0.summary(c).depths), default=None)

    def tooLow(self, jumps, mark, text):
        """P0, table 5, where at most 40 % of such runs find the error."""
        good, figuresOf = [], {}
        for program in self.ofP0():
            depth = self.depthOf(program)
            low = [(h, s.density) for h, s in self.series(program, jumps)
                   if depth and 4 * h <= depth]
            if not low:
                continue
            figuresOf[program] = f"(depth {depth:.0f}) " + ", ".join(
                f"{100 * part:.0f} % for {h}" for h, part in low)
            if all(part < 0.5 for _, part in low):
                good.append(program)
        isTrue, why, detail = tally(good, list(figuresOf), figuresOf)
        self.add("R3b" + mark, "P0", "Where H is at most a quarter of the depth of the "
                 f"error, fewer than half of the runs of (H,random,0.9) find it{text}",
                 self.verdict(isTrue), why, detail=detail,
                 isAbout=lambda p: not kindOf(p))

    def likeDefault(self):
        """Where no path is longer than the largest H."""
        bad, seen = [], 0
        for program in self.programs(self.p0):
            default = self.p0.cell(program, "default")
            runs = self.p0.runsOf(default)
            points = self.series(program)
            if not runs or not points or \
                    runs[0]["stats"]["max_depth"] >= points[-1][0]:
                continue
            seen += 1
            base, mine = self.p0.summary(default), points[-1][1]
            if mine.get("min") != base.get("mean") or \
                    mine.get("max") != base.get("mean"):
                bad.append(program)
        self.add("R3'", "P0", "With H above the depth of all paths (H,random,0.9) is the "
                 "default search, state for state",
                 UNKNOWN if not seen else FAILS if bad else HOLDS,
                 f"{seen - len(bad)} of {seen} with such paths" +
                 (f"; not on {', '.join(bad)}" if bad else ""), isOnAll=False)

    def spread(self):
        best = None
        for cell in self.p0.cells:
            if cell.config.group != "rb" or \
                    cell.instance.label not in self.programs(self.p0):
                continue
            summary = self.p0.summary(cell)
            if summary.found > 1:
                ratio = summary.get("max") / summary.get("min")
                if not best or ratio > best[0]:
                    best = ratio, cell
        self.add("R4", "P0", "For some configuration the dearest run costs over 100 "
                 "times as much as the cheapest",
                 UNKNOWN if not best else HOLDS if best[0] > 100 else FAILS,
                 f"{best[0]:.0f} times: {best[1].instance.label}, "
                 f"{best[1].config.label}" if best else "no runs", isOnAll=False)

    #===--- P2 ---------------------------------------------------------------===#

    def checkP2(self):
        inSync, inAccesses = (self.figuresP2(programs) for programs in
                              self.bySteps(self.p2))
        for number, text in (
                ("R5", "Mean and deviation of the winner's cost fall with n and level off"),
                ("R5b", "The point of diminishing returns is from 5 to 20"),
                ("R6", "On every program some random search is cheaper than the default "
                       "one, on most by a factor of 10"),
                ("R7", "What the default search does not solve within its limit, at most "
                       "50 random searches do, in every trial")):
            self.addBoth(number, "P2", text, inSync[number], inAccesses[number])

    def figuresP2(self, programs):
        """By claim: (is it true, why, figures)."""
        falls, points, factors, needs = [], {}, {}, {}
        programs = [p for p in programs if self.p2.cell(p, "random order") and
                    self.p2.runsOf(self.p2.cell(p, "random order"))]
        for program in programs:
            cell = self.p2.cell(program, "random order")
            default = self.p2.cell(program, "default")
            rows = self.p2.pool(cell).table()
            means = {r[0]: r[1] for r in rows}
            spreads = {r[0]: r[2] for r in rows}
            if self.p2.summary(cell).found and means[20] <= means[1] and \
                    spreads[100] <= spreads[1] and \
                    means[100] - means[1000] <= 0.1 * (means[1] - means[1000]):
                falls.append(program)
            points[program] = figures.pointOfDiminishingReturns(rows)
            least = self.p2.summary(cell).get("min")
            if self.p2.runsOf(default):
                base = self.p2.pool(default).runs[0][1]
                factors[program] = base / least if least else 0
                if tables.status(self.p2, default) != "found":
                    needs[program] = next((r[0] for r in rows if r[3] == 0), None)
        within = [p for p, n in points.items() if n and 5 <= n <= 20]
        isCheaper = [p for p, f in factors.items() if f > 1]
        isMuch = [p for p, f in factors.items() if f >= 10]
        isAll, why, detail = tally(isCheaper, list(factors), {
            p: f"{f:,.1f}" for p, f in factors.items()})
        solved = tally([p for p, n in needs.items() if n and n <= 50], list(needs),
                       {p: say(n) for p, n in needs.items()})
        return {"R5": tally(falls, programs),
                "R5b": tally(within, programs, {p: say(n) for p, n in points.items()}),
                "R6": (isAll and 2 * len(isMuch) > len(factors),
                       f"{why}; by a factor of 10 on {len(isMuch)}", detail),
                "R7": solved if needs else (None, "the default search solves all", "")}

    #===--- P3 ---------------------------------------------------------------===#

    def trial(self, program, search):
        cell = self.p3.cell(program, search)
        if not cell or program in self.p3.gaps() or not self.p3.runsOf(cell):
            return None
        return self.p3.summary(cell)

    def checkP3(self):
        sets = self.bySteps(self.p3)
        self.addBoth("R8", "P3", "The density of random DFS falls to 0 as threads are added",
                     *(self.fallingDensity(programs) for programs in sets))
        for follow, mark, reading in READINGS:
            search = f"meta, pfsm, {follow}"
            inSync, inAccesses = (self.figuresP3(search, programs) for programs in sets)
            for number, text in (
                    ("R8b", "The density of meta + PFSM is 1.00 everywhere"),
                    ("R9", "PFSM needs fewer states than Rand and Prefer in the mean, 100 "
                           "times fewer on TwoStage"),
                    ("R9'", "R9 if the states of trials that found nothing count"),
                    ("A1", "Ahead: PFSM needs fewer states than P3 reports"),
                    ("R10", "PFSM's costs hardly vary on TwoStage, Reorder, AbsList")):
                self.addBoth(number + mark, "P3", f"{text}; {reading}", inSync[number],
                             inAccesses[number])
            self.addBoth("R11" + mark, "P3", "Cost against the number of locations: a large "
                         f"drop from 1 to 2, flat from 3; {reading}",
                         *(self.lengths(follow, p) for p in
                           ("AryList-sync(1,10)", "AryList(1,10)")))

    def fallingDensity(self, programs):
        falls, seen = {}, []
        for name, sizes in (("TwoStage", ("7,1", "8,1", "10,1")),
                            ("Reorder", ("5,1", "8,1", "9,1", "10,1")),
                            ("AryList", ("1,5", "1,8", "1,9", "1,10"))):
            labels = [p for p in programs for s in sizes
                      if p.replace("-sync", "") == f"{name}({s})"]
            parts = [self.trial(p, "random DFS") for p in labels]
            if len(parts) == len(sizes) and all(parts):
                seen.append(f"{name} " +
                            " ".join(f"{p.density:.2f}" for p in parts))
                falls[name] = (parts[-1].density <= 0.05 and
                               parts[-1].density <= parts[0].density)
        return (all(falls.values()) if falls else None), "; ".join(seen), ""

    def figuresP3(self, search, programs):
        """The claims on PFSM, for one reading of its distance: (is it true, why,
        figures)."""
        pfsm = {p: self.trial(p, search) for p in programs}
        pfsm = {p: s for p, s in pfsm.items() if s}
        means = {row["subject"]: float(row["pfsm_avg"])
                 for row in published("p3-table2")}
        theirs = {p: means[p.replace("-sync", "")] for p in pfsm
                  if p.replace("-sync", "") in means}
        spreads = {p: s.get("max") / s.get("min") for p, s in pfsm.items()
                   if p.startswith(("TwoStage", "Reorder", "AbsList")) and s.found}

        def found(program, search):
            trial = self.trial(program, search)
            return trial.get("mean") if trial and trial.found else None

        def repeated(program, search):
            trial = self.trial(program, search)
            return self.p3.expectedCost(self.p3.cell(program, search)) if trial else None

        isSteady, why, detail = tally([p for p, f in spreads.items() if f <= 1.5],
                                      list(spreads),
                                      {p: f"{f:.2f}" for p, f in spreads.items()})
        return {
            "R8b": tally([p for p, s in pfsm.items() if s.density == 1], list(pfsm),
                         {p: f"{s.density:.2f}" for p, s in pfsm.items()}),
            "R9": self.against(search, pfsm, found),
            "R9'": self.against(search, pfsm, repeated),
            "A1": tally([p for p in theirs if pfsm[p].found and
                         pfsm[p].get("mean") < theirs[p]], list(theirs),
                        {p: f"{say(pfsm[p].get('mean'))} against {say(theirs[p])}"
                         for p in theirs}),
            "R10": (isSteady, f"{why}; largest max / min "
                    f"{max(spreads.values(), default=0):.2f}", detail)}

    def against(self, search, pfsm, cost):
        """PFSM against the other heuristics: factors on TwoStage, and where it is
        worse."""
        worse, orders, total = [], {}, 0
        for program in pfsm:
            mine = cost(program, search)
            for other in OTHERS:
                its = cost(program, other)
                if not its:
                    continue
                total += 1
                if not mine or its < mine:
                    worse.append(f"{program} against {other[6:]} "
                                 f"({say(its)} against {say(mine)})")
                if mine and program.startswith("TwoStage"):
                    orders.setdefault(other[6:], []).append(its / mine)
        if not orders:
            return None, "no runs", ""
        least = {other: min(factors) for other, factors in orders.items()}
        return (not worse and min(least.values()) >= 100,
                f"fewer in {total - len(worse)} of {total}; least factors on TwoStage: " +
                ", ".join(f"{other} {f:,.1f}" for other, f in least.items()),
                "not on " + ", ".join(worse) if worse else "")

    def lengths(self, follow, program):
        means = [self.trial(program, f"meta, {follow}, {k} locations")
                 for k in range(1, 7)]
        costs = [s.get("mean") if s and s.found else None for s in means]
        known = [c for c in costs[2:] if c]
        isTrue = False if any(means) else None
        if len(known) == 4:
            # A length that never leads to the error is the largest cost there is.
            first = costs[0] or float("inf")
            second = costs[1] or float("inf")
            isFlat = max(known) / min(known) < 3
            isTrue = isFlat and first >= 2 * min(second, max(known))
        return isTrue, ", ".join(say(c) for c in costs), ""

    #===--- P4 ---------------------------------------------------------------===#

    def checkP4(self):
        for number, text, isTrue, why, detail, isOnAll in bestfirst.claims(self.p4):
            self.add(number, "P4", text, self.verdict(isTrue), why, isOnAll, detail)

    @staticmethod
    def verdict(isTrue):
        return UNKNOWN if isTrue is None else HOLDS if isTrue else FAILS

    #===--- All --------------------------------------------------------------===#

    def checkSchedules(self, build):
        """R15 is about programs small enough for brute force, and no recorded runs."""
        isTrue, why = bestfirst.exhausted(build)
        self.rows.append(("R15", "P4", "With nothing left to execute, exactly the schedules "
                          "within the bound were executed", self.verdict(isTrue), why))

    def of(self, *papers):
        return [row for row in self.rows if row[1] in papers]

    def text(self, *papers):
        """The table of all claims, or of those of some papers."""
        return tables.markdown(("", "paper", "claim", "", "here"),
                               self.of(*papers) if papers else self.rows)


def outOf(options, name):
    return os.path.join(options.results, f"{name}.results")


def load(options, name):
    """What is recorded of an experiment."""
    return cli.load(os.path.join(HERE, "experiments", name + ".toml"),
                    outOf(options, name), os.path.join(options.build, "bin", "rbcheck"))


def check(options):
    """All claims on the recorded experiments of one size."""
    end = "-quick" if options.size == "quick" else ""
    loaded = [load(options, paper + end) for paper in ("p0", "p2", "p3", "p4")]
    claims = Claims(*loaded)
    claims.checkP0()
    claims.checkP2()
    claims.checkP3()
    claims.checkP4()
    claims.checkSchedules(options.build)
    return claims


def readArguments():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--build", default=os.path.join(HERE, "..", "build"))
    arguments.add_argument("--results", help="default: BUILD/experiments")
    arguments.add_argument("--size", choices=("quick", "full"), default="quick")
    options = arguments.parse_args()
    options.results = options.results or os.path.join(options.build, "experiments")
    return options


def main():
    claims = check(readArguments())
    print(claims.text())
    return 1 if any(row[3] == FAILS for row in claims.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
