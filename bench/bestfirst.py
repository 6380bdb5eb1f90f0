"""P4 (GAMBIT): its claims and its table, from the recorded experiment p4.

A run that does not find the error within the limit costs more than any that does. What
claims say of the tests as they are is numbered R12; of those without a log, whose
figures do not depend on how long that is, R12'. Used by claims.py and page.py.
"""

import math
import os
import re
import subprocess
import sys
import tempfile

import results as resultsModule
import tables

NOLOG = "-nolog"
DPOR = ("DPOR DF", "DPOR pb", "DPOR mdpor+pb", "DPOR rand")
# Threads are switched where they synchronise, as by P4's tool; or before every access.
BOUNDED = ("PB(2) DF", "PB(2) ss+dpor", "PB(2) ss+mdpor", "PB(2) rand")
SINGLE = tuple(search + ", accesses" for search in BOUNDED)
MOST_NAMES = 4      # in a row of the table of claims


#===--- Costs ----------------------------------------------------------------===#

def costs(results, program, search, metric=None):
    """Of each run until it found the error, infinite if it did not."""
    cell = results.cell(program, search)
    return [resultsModule.cost(r, metric or results.spec["metric"])
            if resultsModule.isFound(r) else math.inf
            for r in (results.runsOf(cell) if cell else ())]


def say(value):
    return "-" if value is None or value == math.inf else tables.number(value)


def programs(results, isNolog):
    """Those with all their runs."""
    out = set(results.gaps()) | {c.instance.label for c in results.cells
                                 if not results.runsOf(c)}
    return [p for p in dict.fromkeys(c.instance.label for c in results.cells)
            if p.endswith(NOLOG) == isNolog and p not in out]


def found(results, every, search, how=min):
    """How many errors a search finds in some run, or with how=max in all."""
    return sum(1 for p in every if how(costs(results, p, search)) < math.inf)


#===--- Claims ---------------------------------------------------------------===#

def some(items):
    """The first few; how many there are is said before, and all among the details."""
    rest = len(items) - MOST_NAMES
    return ", ".join(items[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")


def never(results, every, mine, other):
    """Whether a search, of one run each, never needs more than the other: (verdict,
    why, figures)."""
    worse, better, total = [], 0, 0
    inStates = 0
    for program in every:
        [a], [b] = (costs(results, program, s) for s in (mine, other))
        if min(a, b) == math.inf:
            continue
        total += 1
        better += a < b
        if a > b:
            worse.append(f"{program} ({say(a)} against {say(b)})")
        inStates += costs(results, program, mine, "states") <= \
            costs(results, program, other, "states")
    why = (f"{total - len(worse)} of {total}, with fewer on {better} (by states "
           f"{inStates} of {total}); found {found(results, every, mine)} against "
           f"{found(results, every, other)}")
    if worse:
        why += "; not on " + some([text.split()[0] for text in worse])
    return (not worse if total else None, why,
            "not on " + ", ".join(worse) if worse else "")


def minimum(results, every, bounded):
    """Whether the best run of rand is as good as all other functions of its mode, in most
    cases."""
    wins, losses = 0, []
    for *others, rand in (DPOR, bounded):
        for program in every:
            its = min(min(costs(results, program, s)) for s in others)
            mine = min(costs(results, program, rand))
            if mine <= its < math.inf or mine < its:
                wins += 1
            elif its < math.inf:
                losses.append(f"{program} {rand.split()[0]} ({say(mine)} against "
                              f"{say(its)})")
    total = wins + len(losses)
    return (2 * wins > total if total else None,
            f"{wins} of {total}", "not on " + ", ".join(losses) if losses else "")


def maximum(results, every):
    """Whether there are errors on which the worst run of rand is 100 times its best."""
    wide, lost = [], 0
    for search in (DPOR[-1], BOUNDED[-1]):
        for program in every:
            its = costs(results, program, search)
            if max(its) == math.inf > min(its):
                lost += 1
            elif min(its) < math.inf:
                wide.append((max(its) / min(its), program, search))
    if not wide:
        return None, "no runs", ""
    ratio, program, search = max(wide)
    return (lost > 0 or ratio >= 100,
            f"found in some runs only: {lost} errors; else at most {ratio:,.0f} times "
            f"({program}, {search})", "")


def scatterGather(results, mine, bounded):
    """What each bounded search of P4 needs for its errors at least."""
    return [[min(costs(results, p, s)) for s in bounded] for p in mine]


def deferred(programs, needs):
    """Whether one is lost with DPOR's costs, but not with rand: (verdict, why)."""
    isLost = any(a == b == math.inf > rand for _, a, b, rand in needs)
    return isLost if needs else None, "; ".join(
        f"{p}: " + ", ".join(f"{s.split()[1]} {say(c)}" for s, c in zip(BOUNDED, its))
        for p, its in zip(programs, needs)), ""


def drift(results, every):
    """Whether the worst run of drift is more often better than rand's than worse."""
    better = worse = 0
    total = [0, 0]
    for program in every:
        mine, its = (max(costs(results, program, s))
                     for s in ("PB(2) drift", "PB(2) rand"))
        better += mine < its
        worse += mine > its
        if max(mine, its) < math.inf:
            total[0] += mine
            total[1] += its
    return (better > worse if every else None,
            f"lower on {better}, higher on {worse}; sum where both always find the "
            f"error {say(total[0])} against {say(total[1])}; always found "
            f"{found(results, every, 'PB(2) drift', max)} against "
            f"{found(results, every, 'PB(2) rand', max)}", "")


def more(results, every, bounded):
    """Whether partial orders help a bounded search to find more."""
    counts = [found(results, every, s) for s in bounded[:3]]
    return (min(counts[1:]) > counts[0],
            f"{counts[1]} and {counts[2]} against {counts[0]} of {len(every)}", "")


def bounded(results, every, claim):
    """A claim on bounded searches: in P4's steps, and what it is with a switch before
    every access."""
    isTrue, why, detail = claim(results, every, BOUNDED)
    if any(costs(results, p, s) for p in every for s in SINGLE):
        other, its, itsDetail = claim(results, every, SINGLE)
        if other is not None:
            why += f"; every access a step: {'holds' if other else 'fails'}, {its}"
            detail += f". Every access a step: {itsDetail}" if itsDetail else ""
    return isTrue, why, detail


def claimsOn(results, every):
    """(number, claim, true / false / None, why, figures, whether it is about all
    programs)."""
    mine = [p for p in every if p.startswith("scattergather")]
    yield ("R12", "By partial orders BF(pb) never needs more executions than DF, and finds "
           "all that DF finds", *never(results, every, DPOR[1], DPOR[0]), True)
    yield ("R12b", "BF(mdpor+pb) never needs more than BF(pb)",
           *never(results, every, DPOR[2], DPOR[1]), True)
    yield ("R13", "Within two preemptions BF(ss+dpor) and BF(ss+mdpor) find more errors "
           "than DF", *bounded(results, every, more), True)
    yield ("R13b", "BF(ss+mdpor) never needs more than BF(ss+dpor)",
           *bounded(results, every, lambda r, e, b: never(r, e, b[2], b[1])), True)
    yield ("R13c", "An error of ScatterGather is lost by BF(ss+dpor) and BF(ss+mdpor), "
           "but not by BF(rand)",
           *bounded(results, mine,
                    lambda r, e, b: deferred(e, scatterGather(r, e, b))), False)
    yield ("A2", "Ahead: on ScatterGather non-preemptive switches first (F28) never needs "
           "more than BF(ss+mdpor)",
           *never(results, mine, "PB(2) switch+ss+mdpor", BOUNDED[2]), False)
    yield ("A2b", "Ahead: on ScatterGather the reduction for bounds (F28) never needs more "
           "than BF(ss+mdpor); every access a step",
           *never(results, mine, "PB(2) reduced, pb", SINGLE[2]), False)
    yield ("R14", "The best run of BF(rand) is as good as all other functions in most "
           "cases", *bounded(results, every, minimum), True)
    yield ("R14b", "The worst run of BF(rand) is 100 times its best, or finds nothing, "
           "on some errors", *maximum(results, every), False)
    yield ("A3", "Ahead: the worst run of drift is better than that of rand more often "
           "than worse", *drift(results, every), True)


def exhausted(build):
    """Executions of gambit against schedules counted by plain recursion: (is it
    true, why)."""
    tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "test")
    reference = os.path.join(build, "bin", "rbcheck-reference")
    if not os.path.exists(reference):
        return None, "rbcheck-reference is not built"
    sources = [os.path.join(tests, "reduce", "Inputs", name + ".c")
               for name in ("fetch-add", "philosophers", "lastzero")]
    with tempfile.TemporaryDirectory() as work:
        said = subprocess.run(
            [sys.executable, os.path.join(tests, "gambit", "exhausted.py"),
             os.path.join(build, "bin", "rbcheck"), reference, "clang-19", work, *sources],
            capture_output=True, text=True, check=True).stdout
    compared, differ = re.search(r"(\d+) comparisons, (\d+) differ", said).groups()
    return (differ == "0",
            f"{compared} comparisons with brute force, {differ} differ")


def claims(results):
    """Of the tests as they are and without the log."""
    for isNolog in (False, True):
        every = programs(results, isNolog)
        for number, text, isTrue, why, detail, isOnAll in claimsOn(results, every):
            # One program can show that "never" is wrong; counts need all of them.
            if not every or (not isTrue and "never" not in text and results.gaps()):
                isTrue = None
            if isNolog:
                number, text = number + "'", number + ", without the log"
            yield number, text, isTrue, why, detail, isOnAll


#===--- The table ------------------------------------------------------------===#

def sums(results, every, search):
    """[found always, in some run, executions, states, seconds]: sums over all errors of
    the mean of its runs, with those that found nothing."""
    totals = [0.0, 0.0, 0.0]
    isTeam = False
    for program in every:
        runs = results.runsOf(results.cell(program, search))
        isTeam |= any(r.get("team") for r in runs)
        for i, metric in enumerate(("executions", "states")):
            totals[i] += sum(resultsModule.cost(r, metric) for r in runs) / len(runs)
        totals[2] += sum(r["stats"]["seconds"] for r in runs) / len(runs)
    always, some = (found(results, every, search, how) for how in (max, min))
    return [str(always) if always == some else f"{always} ({some})",
            "-" if isTeam else say(round(totals[0])), say(round(totals[1])),
            f"{totals[2]:.1f}"]


def totals(results, published):
    """The searches beside P4's figures."""
    theirs = {row["search"]: (row["errors"], row["hours"]) for row in published}
    full, bare = programs(results, False), programs(results, True)
    rows = [[search, *theirs.get(search, ("", "")), *sums(results, full, search),
             *sums(results, bare, search)]
            for search in results.searches({"searches": None})]
    return tables.markdown(
        ("search", "P4: errors", "hours", f"here: errors of {len(full)}", "executions",
         "states", "seconds", f"no log: errors of {len(bare)}", "executions", "states",
         "seconds"), rows)


def rowOf(results, program, search):
    its = costs(results, program, search)
    good = [c for c in its if c < math.inf]
    if not good:
        return "-"
    if len(its) == 1:
        return say(good[0])
    text = " / ".join(say(c) for c in (min(good), sum(good) / len(good), max(good)))
    return text if len(good) == len(its) else f"{text}, {len(good)} of {len(its)}"


def errors(results):
    """Executions on each error as it is."""
    searches = DPOR + BOUNDED
    return tables.markdown(("error", *searches), [
        [p, *(rowOf(results, p, s) for s in searches)] for p in programs(results, False)])


ABOUT = """The unit tests are our own (`bench/programs/gambit`), since those of P4 are not
public: sorts of components and of errors are alike, and how far depth-first search falls
behind is set by the length of a log that the tests write at the end. So everything is
measured without that log as well. P4 gives the seconds to find an error, and stops after
an hour; here {limit:,} states are the limit of a run, so that it is repeatable, and
executions are counted. DPOR: one of each order of what depends on each other. PB(2): all
schedules with at most two preemptions, where threads are switched at what synchronises, as
by P4's tool, or before every access (accesses); two of the errors need three. Searches
below these are ours. Matched executions end where one was before and are shorter, so
states are the better measure of these. {seeds} seeds where something is random."""

SUMS = """Errors found, and sums over all errors of the mean of its runs, those included that
stopped at the limit. In brackets: errors that only some of the seeds found. States of a
team are those of all members; seconds are of one machine, and not repeatable."""

EACH = """Executions until the error is found by P4's searches; of random ones least / mean / most,
over the runs that found it. Those of the other searches, those without the log, and
states are on the page of the experiment."""


def section(results, published, claimsText, why, differences):
    """Of docs/results.md."""
    about = ABOUT.format(limit=results.spec["limits"]["states"],
                         seeds=results.spec["seeds"]["count"])
    parts = ["## P4: best-first search over executions", about, claimsText, why]
    if programs(results, False) and programs(results, True):
        parts += ["### All errors", SUMS, totals(results, published),
                  differences, "### Each error", EACH, errors(results)]
    return "\n\n".join(p for p in parts if p)
