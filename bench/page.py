"""docs/results.md and the pages below docs/results, from recorded experiments.

Our figures beside the published ones, the claims and why some fail
(experiments/why.toml), the choice of defaults. Used by reproduce.py.
"""

import os
import re
import shutil
import tomllib

import bestfirst
import claims as claimsModule

import ranking
import summary
import tables

from claims import kindOf, published

HERE = claimsModule.HERE


#===--- The published figures beside ours ------------------------------------===#

def shortName(label):
    """Of a program: without what tells its versions apart."""
    return label.split("(")[0].split("-")[0]


def ofProgram(results, name, kinds=None):
    """Labels of the programs whose name is the published one; of these kinds only."""
    short = name.replace(" ", "").replace("filesystem", "").replace("RAX", "Rax")
    return [p for p in dict.fromkeys(c.instance.label for c in results.cells)
            if shortName(p) == short and (kinds is None or kindOf(p) in kinds)]


def inRange(mean, least, most):
    return mean if least == most else f"{mean} ({least} to {most})"


def theirsOf(line):
    """Search, states and percentage of a published row."""
    if not line:
        return ["-"] * 3
    return [line["configuration"],
            inRange(*(tables.number(float(line[k])) for k in ("mean", "min", "max"))),
            line["error_found_percent"] + " %"]


def oursOf(pick):
    if not pick:
        return ["none", "-", "-"]
    summary, cell = pick
    if not summary.found:
        return [cell.config.label, f"> {cell.instance.limits['states']:,}", "0 %"]
    return [cell.config.label,
            inRange(*(tables.number(summary.get(k)) for k in ("mean", "min", "max"))),
            f"{summary.get('percent'):.0f} %"]


def picksOf(results, program):
    """By role: (summary, cell), None if there is none."""
    base = results.cell(program, "default")
    picks = {"default": base and (results.summary(base), base),
             "best existing": tables.bestOf(results, program, "baseline", 1),
             "best rb": tables.bestOf(results, program, "rb", 1),
             "best rb, >= 50 %": tables.bestOf(results, program, "rb", 0.5)}
    always, half = picks["best rb"], picks["best rb, >= 50 %"]
    if always and half and always[1] is half[1]:
        del picks["best rb, >= 50 %"]
    return picks


def besideP0(results):
    """P0, table 2."""
    rows, theirs = [], {}
    for row in published("p0-table2"):
        theirs.setdefault(row["program"], []).append(row)
    for name, lines in theirs.items():
        for program in ofProgram(results, name, ("",)):
            picks = picksOf(results, program)
            for i, role in enumerate(("default", "best existing", "best rb",
                                      "best rb, >= 50 %")):
                line = lines[i] if i < len(lines) else None
                if line or role in picks:
                    ours = oursOf(picks[role]) if role in picks else ["-"] * 3
                    rows.append([program, role, *theirsOf(line), *ours])
    return tables.markdown(("program", "role", "P0: search", "states", "found",
                            "here: search", "states", "found"), rows)


OTHER_WAYS = """The same programs in other ways (mean states; where it was not always found, the
part of runs). -sync: our data race, with accesses joined up to the next operation that
synchronises; -pending: the same race, with single accesses; -assert: the assertion that
the race leads to. These were run with a third of P0's grid."""


def otherWays(results):
    def short(pick):
        search, states, found = oursOf(pick)
        states = states.split(" (")[0]
        return f"{states}{'' if found in ('100 %', '-') else ', ' + found}: {search}"

    rows = []
    for program in dict.fromkeys(c.instance.label for c in results.cells):
        if kindOf(program):
            picks = picksOf(results, program)
            rows.append([program, *(short(picks[role]) if role in picks else "-"
                                    for role in ("default", "best existing", "best rb",
                                                 "best rb, >= 50 %"))])
    return tables.markdown(("program", "default", "best existing", "best rb",
                            "best rb, >= 50 %"), rows)


def besideP1(results):
    """P1, table II: the same configurations, where they are in the experiment."""
    rows = []
    for row in published("p1-table2"):
        search = row["configuration"]
        for program in ofProgram(results, row["program"], ("",)):
            cell = results.cell(program, search)
            if not cell or not results.runsOf(cell):
                continue
            summary = results.summary(cell)
            mine = [tables.number(summary.get(k)) for k in ("mean", "min", "max")]
            rows.append([program, search,
                         " / ".join((row["mean"], row["min"], row["max"])),
                         row["error_found_percent"] + " %", " / ".join(mine),
                         f"{summary.get('percent'):.0f} %"])
    return tables.markdown(("program", "search", "P1: mean / min / max", "found",
                            "here", "found"), rows)


def besideThresholds(results):
    """P0, table 5: (H,random,0.9)."""
    rows = []
    for row in published("p0-table5"):
        searches = [f"({row['H']},{jumps},0.9)" for jumps in ("random", "uniform")]
        for program in ofProgram(results, row["program"], ("",)):
            mine = [ofTrials(results, program, search, atThreshold)
                    for search in searches]
            if set(mine) != {"-"}:
                rows.append([program, row["H"],
                             f"{row['states_mean']} / {row['error_depth_mean']} / "
                             f"{row['error_found_percent']} %", *mine])
    return tables.markdown(("program", "H", "P0: states / error depth / found",
                            "here", "here, lengths of jumps drawn evenly"), rows)


def atThreshold(summary):
    return (f"{tables.number(summary.get('mean'))} / "
            f"{tables.number(summary.get('depth'))} / {summary.get('percent'):.0f} %")


def subjectsP2(results):
    """P2, table 1: which error, lines of source."""
    theirs = {row["subject"].split("(")[0]: row for row in published("p2-table1")}
    rows = []
    for program in dict.fromkeys(c.instance.label for c in results.cells):
        cell = results.cell(program, "random order")
        row = theirs[shortName(program)]
        runs = results.runsOf(cell)
        with open(cell.instance.source, encoding="utf-8") as file:
            lines = sum(1 for line in file if line.strip() and
                        not line.strip().startswith("//"))
        kind = next((e["kind"] for r in runs for e in r["errors"]), "-")
        rows.append([program, row["error"], kind, row["sloc"], str(lines)])
    return tables.markdown(("program", "error, P2", "here", "lines, P2", "here"), rows)


def besideP2(results):
    rows = []
    block = {"programs": None, "searches": None, "metric": None,
             "pool": "random order", "default": "default"}
    mine = tables.prssTable(results, block).split("\n")[2:]
    mine = [[field.strip() for field in line.strip("|").split("|")] for line in mine]
    for row in published("p2-table2"):
        bound = "> " if row["speedup_is_lower_bound"] == "yes" else ""
        rows.append([row["subject"], "P2", row["default_states"],
                     row["default_status"], row["pool_min"], row["pool_max"],
                     row["pdr_nodes"], row["pdr_mean_states"], bound + row["speedup"]])
        for line in mine:
            if shortName(line[0]) == row["subject"]:
                rows.append([line[0], "here", *line[1:5], *line[7:9], line[10]])
    return tables.markdown(("program", "", "default", "", "pool min", "pool max", "PDR",
                            "mean at PDR", "speed-up"), rows)


# Title, search, column of P3's table 1, column of its table 2.
COLUMNS = (("random DFS", "random DFS", "random_dfs", None),
           ("PFSM, last moved", "meta, pfsm, last", "meta_pfsm", "pfsm_avg"),
           ("PFSM, least of all", "meta, pfsm, value", "meta_pfsm", "pfsm_avg"),
           ("PFSM, ours", "meta, pfsm, nearest", "meta_pfsm", "pfsm_avg"),
           ("Rand", "meta, rand", "meta_rand", "rand_avg"),
           *((f"Prefer {which}", f"meta, prefer {which}", "meta_prefer_threads",
              "prefer_avg") for which in ("few", "first", "last", "many")))

READINGS = """Part of trials that found the error; each field: P3 / here. P3's distance is that of
"the current program location": of the thread that just moved, or the least of all
threads; ours goes on with the nearest thread before all. Which threads Prefer was told P3
does not say: few are one of each kind, first and last one of these two, many all of the
kind there are most of.

"""


def ofTrials(results, program, search, say):
    cell = results.cell(program, search)
    return say(results.summary(cell)) if cell and results.runsOf(cell) else "-"


def inBothSteps(results, subject):
    """The program as it was run in the steps of the papers' tools, and otherwise."""
    name, _, arguments = subject.partition("(")
    known = {c.instance.label for c in results.cells}
    return [p for p in (f"{name}-sync({arguments}", subject) if p in known]


def besideP3(results, table, columns, say):
    """Fields: P3 / here."""
    rows = []
    for row in published(table):
        for program in inBothSteps(results, row["subject"]):
            rows.append([program, *(f"{row[theirs]} / " +
                                    ofTrials(results, program, search, say)
                                    for _, search, theirs in columns)])
    return tables.markdown(("program", *(title for title, *_ in columns)), rows)


PROTOCOLS = {
    "P0": "Each configuration is repeated until {until} runs found the error or {count} were "
          "made (P0: 10 and 100; of ReplicatedWorkers here at most 10); a run ends after "
          "{states:,} states. States are means over the runs that found it, with the least "
          "and the most.",
    "P2": "A pool has at most {count} searches, fewer where one takes seconds (P2: 5000), and "
          "a search ends after {states:,} states (P2: an hour, or 2 GB). So cheap searches "
          "that are rare may be missing here.",
    "P3": "{count} trials of at most {states:,} states each (P3: 100 trials of an hour)."}


def protocol(results):
    seeds, limits = results.spec["seeds"], results.spec["limits"]
    return {"count": seeds["count"], "until": seeds["until-found"],
            "states": limits["states"]}


def partsP3(results):
    return [PROTOCOLS["P3"].format(**protocol(results)),
            READINGS + besideP3(results, "p3-table1", [c[:3] for c in COLUMNS],
                                lambda s: f"{s.density:.2f}"),
            "Mean states of trials that found the error, P3 / here.",
            besideP3(results, "p3-table2",
                     [(title, search, theirs) for title, search, _, theirs in COLUMNS[1:]],
                     lambda s: tables.number(s.get("mean")))]


#===--- Ahead of the papers --------------------------------------------------===#

THEIRS = ("dfs", "random-order", "thread-interleavings", "prss", "rb-portfolio")


def besideDefault(results):
    """The default of rbcheck against the best of the papers' searches, each chosen for
    its program after the fact."""
    searches = [s for s in results.searches({"searches": None})
                if s in THEIRS or s.startswith("rb (") and "auto" not in s and
                "adaptive" not in s and "doubling" not in s and "order" not in s]
    rows = []
    for program in dict.fromkeys(c.instance.label for c in results.cells):
        costs = {}
        for search in searches:
            cell = results.cell(program, search)
            found = cell and results.expectedCost(cell)
            if found:
                costs[search] = found
        best = min(costs, key=costs.get, default=None)
        default = results.cell(program, "default")
        mine = results.expectedCost(default)
        rows.append([program, best or "none", tables.number(costs.get(best)),
                     tables.number(mine), tables.percent(results.summary(default))])
    return tables.markdown(("program", "best of the papers' searches", "its cost",
                            "default", "found by the default"), rows)


#===--- The pages ------------------------------------------------------------===#

INTRODUCTION = """# Results

Written by `python3 bench/reproduce.py {size} --write` from recorded runs; do not edit.
How it is measured: `bench/README.md`. All tables and plots of an experiment, with its
limits, seeds and the versions that made its runs, are on a page of their own:
{pages}; [claims](results/claims.md) has the figures that each claim rests on.

States are counted where the papers count states; theirs are those of other tools on
Java and C# programs, ours of programs written from descriptions of theirs. Relations are
compared, not numbers.

**Steps.** The papers' tools switch threads at operations that others can notice, and join
accesses under a lock. So P2, P3 and the bounded searches of P4 are run with
`--steps=sync` first (-sync): variables that race are atomic and remain steps, those that
are used under one lock only are plain. With a step for every access they stand beside.
P0's property is about single accesses (`race-both-orders` refuses `--steps=sync`), and so
is P4's partial-order reduction, which leaves out by itself what a lock orders.

**Races.** P0's programs without an addition are judged as P0 does: a race is two accesses
without a common lock that were seen in both orders on two paths
(`--check=race-both-orders`)."""


def explanations():
    """What people found out about the figures: by claim, by paper and program, and in a
    few words."""
    with open(os.path.join(HERE, "experiments", "why.toml"), "rb") as file:
        return tomllib.load(file)


def differences(paper):
    """Where figures differ from the paper's, and why."""
    notes = explanations().get("differences", {}).get(paper, {})
    return "\n".join(f"- **{name}**: {' '.join(text.split())}"
                     for name, text in notes.items())


def whyText(rows):
    """Of the claims that fail, and of what is inconclusive; those with one reason
    together."""
    known = explanations()
    texts = {}
    for number, _, _, verdict, _ in rows:
        if verdict != claimsModule.HOLDS:
            text = known.get(number, "Not explained.").strip()
            texts.setdefault(text, []).append((number, verdict))
    parts = []
    for text, those in texts.items():
        said = [f"{n} {'fails' if v == claimsModule.FAILS else 'is open'}" for n, v in those]
        parts.append(f"**{', '.join(said)}.** {text}")
    return "\n\n".join(parts)


def writeDetails(claims, folder):
    """results/claims.md."""
    text = {row[0]: row[2] for row in claims.rows}
    parts = ["# Figures that the claims rest on",
             "[The table of claims](../results.md#claims) has them in short."]
    parts += [f"**{number}** {text[number]}: {detail}."
              for number, detail in claims.details]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "claims.md"), "w", encoding="utf-8") as file:
        file.write("\n\n".join(parts) + "\n")


def writeExperiment(name, out, folder):
    """FOLDER/NAME.md with its plots; false if nothing is recorded."""
    path = os.path.join(out, "tables.md")
    if not os.path.exists(path):
        return False
    os.makedirs(folder, exist_ok=True)
    for file in sorted(os.listdir(out)):
        if file.endswith(".svg"):
            shutil.copy(os.path.join(out, file), folder)
    shutil.copy(path, os.path.join(folder, name + ".md"))
    return True


def plot(title, file):
    return f"![{title}](results/{file}.svg)"


EARLIER = ("P0", "P2", "P3")


def sectionP4(claims):
    """Has its own claims: other programs, another measure."""
    return bestfirst.section(claims.p4, published("p4-totals"), claims.text("P4"),
                             whyText(claims.of("P4")), differences("P4"))


def writeP4(options, name, claims):
    """The page and the section of P4; all else stays as it is."""
    path = os.path.join(options.docs, "results.md")
    folder = os.path.join(options.docs, "results")
    for old in ("p4.md", "p4-quick.md"):
        if os.path.exists(os.path.join(folder, old)):
            os.unlink(os.path.join(folder, old))
    writeExperiment(name, claimsModule.outOf(options, name), folder)
    with open(path, encoding="utf-8") as file:
        before, after = splitAt(file.read(), "## P4: ", BEYOND)
    link = f"[{name}](results/{name}.md)"
    before, isThere = re.subn(r"\[p4[^]]*\]\([^)]*\)", link, before)
    if not isThere:
        before = before.replace(".md).\n", f".md), {link}.\n", 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + sectionP4(claims) + "\n" + ("\n" + after if after else ""))


def splitAt(text, heading, following):
    """What is before the section with that heading, or before the following one if
    there is none yet; and what comes after it."""
    after = text.find("\n" + following) + 1 or len(text)
    begin = text.find("\n" + heading) + 1 or after
    return text[:begin], text[after:]


# Written by scripts of their own.
OTHERS = ("future.md", "portfolio.md", "sctbench.md")
BEYOND = "## Beyond the papers"
LEFT_OPEN = "### What the papers leave open"


def forget(folder, kept):
    """What an earlier run wrote."""
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        if name not in kept:
            os.unlink(os.path.join(folder, name))


def earlier(options, heading):
    """The section of an earlier run, if there is one: what is not run again stays."""
    path = os.path.join(options.docs, "results.md")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        heading, _, rest = (file.read() + "\n## ").partition(heading)
    return rest.partition("\n## ")[0].strip()


def write(options, names, claims, load):
    """All pages. load(name) gives the results of an experiment."""
    folder = os.path.join(options.docs, "results")
    end = "-quick" if options.size == "quick" else ""
    old = {}
    for name, heading in (("defaults" + end, BEYOND), ("p0-options", LEFT_OPEN)):
        if not os.path.exists(claimsModule.outOf(options, name)):
            old[name] = earlier(options, heading)
    forget(folder, OTHERS + tuple(file for name, text in old.items() if text
                                  for file in (name + ".md", name + ".svg")))
    written = [n for n in names if
               writeExperiment(n, claimsModule.outOf(options, n), folder)]
    writeDetails(claims, folder)
    pages = ", ".join(f"[{n}](results/{n}.md)" for n in written)
    head, _, how = INTRODUCTION.format(size=options.size, pages=pages).partition("\n\n")
    parts = [head, summary.inShort(claims, explanations()["short"]), how,
             "## Claims", claims.text(*EARLIER), whyText(claims.of(*EARLIER)),
             "## P0: randomized backtracking",
             PROTOCOLS["P0"].format(**protocol(claims.p0)), besideP0(claims.p0),
             differences("P0"),
             plot("Costs of baselines and of (H,random,0.9)", "p0-costs"),
             OTHER_WAYS, otherWays(claims.p0),
             "### Influence of the threshold: (H,random,0.9)",
             besideThresholds(claims.p0), differences("P0 thresholds"),
             plot("Mean cost of (H,random,0.9) over H", "p0-threshold"),
             "## P1: selected configurations", besideP1(claims.p0), differences("P1")]
    if "p0-options" in written:
        found = load("p0-options")
        parts += [LEFT_OPEN,
                  OPTIONS, ranking.effectsTable(found, BLOCK),
                  explanations()["options"].strip()]
    elif old.get("p0-options"):
        parts += [LEFT_OPEN, NOT_AGAIN, old["p0-options"].replace(NOT_AGAIN, "").strip()]
    parts += ["## P2: parallel randomized state-space search",
              PROTOCOLS["P2"].format(**protocol(claims.p2)), subjectsP2(claims.p2),
              besideP2(claims.p2), differences("P2"),
              plot("Cost of random searches", "p2-distribution"),
              plot("Cost of the winner of n searches", "p2-prss"),
              "## P3: location sequences", *partsP3(claims.p3), differences("P3"),
              plot("Costs of trials", "p3-costs"),
              plot("Mean cost over the number of locations", "p3-length"),
              sectionP4(claims)]
    if "defaults" + end in written:
        found = load("defaults" + end)
        parts += [BEYOND + ": the default of rbcheck", DEFAULT,
                  besideDefault(found), "### Choosing the default", CHOICE,
                  ranking.rankingTable(found, BLOCK | {"top": 12}),
                  ranking.teamsTable(found, BLOCK | {
                      "searches": ["^(?!default|rb-portfolio|prss)"]})]
    elif old.get("defaults" + end):
        parts.append(BEYOND + old["defaults" + end])
    os.makedirs(options.docs, exist_ok=True)
    with open(folder + ".md", "w", encoding="utf-8") as file:
        file.write("\n\n".join(part for part in parts if part) + "\n")


BLOCK = {"programs": None, "searches": None, "metric": None, "top": None}

NOT_AGAIN = """(From an earlier run, in which races were those that are pending at once.)"""

OPTIONS = """Options of `rb` on which P0 and P1 are silent or contradict themselves, each
against the first value, all else equal, on the programs of P0: the cost of finding the
error by repeating the search with new seeds."""

DEFAULT = """`rbcheck` without `--search` is a team (`docs/searches.md`). Its cost here
is that of all members in transitions; that of the papers' searches is the lowest among
all of them (depth-first, random order, thread interleavings, randomized backtracking in
24 configurations, PRSS with 10), so each program has another one. Costs are those of
finding the error by repeating the search with new seeds."""

CHOICE = """Searches over all programs (F11), by the median and by the worst of their
factors: a factor is the cost over that of the best search on a program. The best twelve
of each; then the best teams."""
