"""Repeats the papers' experiments, checks their claims, writes docs/results.md.

Usage: reproduce.py quick|full [--build DIR] [--results DIR] [--jobs N] [--only p0,p2]
                    [--write]

Runs the experiments of bench/experiments, quick in minutes or full in hours; what is
recorded already is not run again, so it may be interrupted at any time. Then prints the
table of claims. With --write it writes docs/results.md and the plots it shows, from what
is recorded: our figures beside the published ones.
"""

import argparse
import csv
import os
import shutil
import subprocess
import sys

import claims as claimsModule

import cli
import tables

HERE = claimsModule.HERE
DOCS = os.path.join(HERE, "..", "docs")
EXPERIMENTS = ("p0", "p0-options", "p2", "p3")


def names(options):
    for paper in EXPERIMENTS:
        if options.only and paper not in options.only.split(","):
            continue
        if options.size == "quick":
            if paper != "p0-options":
                yield paper + "-quick"
        else:
            yield paper


def runAll(options):
    for name in names(options):
        out = os.path.join(options.results, f"{name}.results")
        os.makedirs(options.results, exist_ok=True)
        code = subprocess.run(
            [os.path.join(options.build, "bin", "rbexp"),
             os.path.join(HERE, "experiments", name + ".toml"), "--out=" + out,
             f"--jobs={options.jobs}", "--progress=always"], check=False).returncode
        if code:
            sys.exit(code)


#===--- The published figures beside ours ------------------------------------===#

def published(name):
    path = os.path.join(HERE, "experiments", "published", name + ".csv")
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ofProgram(results, name):
    """Labels of the programs whose name is the published one."""
    short = name.replace(" ", "").replace("filesystem", "").replace("RAX", "Rax")
    return [p for p in dict.fromkeys(c.instance.label for c in results.cells)
            if p.split("(")[0].split("-")[0] == short]


def besideP0(results):
    roles = ("default", "best existing", "best rb", "best rb, >= 50 %")
    rows = []
    theirs = {}
    for row in published("p0-table2"):
        theirs.setdefault(row["program"], []).append(row)
    for name, lines in theirs.items():
        for role, line in zip(roles, lines):
            rows.append([name, "P0", role, line["configuration"],
                         line["mean"], line["min"], line["max"],
                         line["error_found_percent"] + " %"])
        for program in ofProgram(results, name):
            base = results.cell(program, "default")
            picks = [("default", base and (results.summary(base), base)),
                     ("best existing", tables.bestOf(results, program, "baseline", 1)),
                     ("best rb", tables.bestOf(results, program, "rb", 1)),
                     ("best rb, >= 50 %", tables.bestOf(results, program, "rb", 0.5))]
            for role, pick in picks:
                if not pick:
                    rows.append([program, "here", role, "none", "-", "-", "-", "-"])
                    continue
                summary, cell = pick
                rows.append([program, "here", role, cell.config.label,
                             tables.number(summary.get("mean")),
                             tables.number(summary.get("min")),
                             tables.number(summary.get("max")),
                             f"{summary.get('percent'):.0f} %"])
    return tables.markdown(("program", "", "role", "search", "mean", "min", "max",
                            "found"), rows)


def besideP1(results):
    """P1, table II: the same configurations, where they are in the experiment."""
    rows = []
    for row in published("p1-table2"):
        search = row["configuration"]
        for program in ofProgram(results, row["program"]):
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
        search = f"({row['H']},random,0.9)"
        for program in ofProgram(results, row["program"]):
            cell = results.cell(program, search)
            if not cell or not results.runsOf(cell):
                continue
            summary = results.summary(cell)
            rows.append([program, row["H"],
                         f"{row['states_mean']} / {row['error_depth_mean']} / "
                         f"{row['error_found_percent']} %",
                         f"{tables.number(summary.get('mean'))} / "
                         f"{tables.number(summary.get('depth'))} / "
                         f"{summary.get('percent'):.0f} %"])
    return tables.markdown(("program", "H", "P0: states / error depth / found",
                            "here"), rows)


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
            if line[0].split("(")[0] == row["subject"]:
                rows.append([line[0], "here", *line[1:5], *line[7:9], line[10]])
    return tables.markdown(("program", "", "default", "", "pool min", "pool max", "PDR",
                            "mean at PDR", "speed-up"), rows)


def besideP3(results):
    rows = []
    columns = {"random_dfs": "random DFS", "meta_pfsm": "meta, pfsm",
               "meta_rand": "meta, rand", "meta_prefer_threads": "meta, prefer"}
    for row in published("p3-table1"):
        line = [row["subject"]]
        for theirs, search in columns.items():
            cell = results.cell(row["subject"], search)
            mine = "-"
            if cell and results.runsOf(cell):
                mine = f"{results.summary(cell).density:.2f}"
            line.append(f"{row[theirs]} / {mine}")
        rows.append(line)
    return "Each field: P3 / here.\n\n" + tables.markdown(
        ("program", "random DFS", "meta + PFSM", "meta + Rand", "meta + Prefer"), rows)


def besideStates(results):
    """P3, table 2."""
    rows = []
    for row in published("p3-table2"):
        line = [row["subject"]]
        for theirs, search in (("pfsm", "meta, pfsm"), ("rand", "meta, rand"),
                               ("prefer", "meta, prefer")):
            cell = results.cell(row["subject"], search)
            mine = "-"
            if cell and results.runsOf(cell):
                mine = tables.number(results.summary(cell).get("mean"))
            line.append(f"{row[theirs + '_avg']} / {mine}")
        rows.append(line)
    return "Mean states of trials that found the error, P3 / here.\n\n" + \
        tables.markdown(("program", "meta + PFSM", "meta + Rand", "meta + Prefer"),
                        rows)


#===--- The page -------------------------------------------------------------===#

def page(options, claims):
    parts = [f"""# Results

Written by `python3 bench/reproduce.py {options.size} --write` from recorded runs; do
not edit. How it is measured, and why figures differ from the papers': `bench/README.md`.
States are counted where the papers count states; theirs are those of other tools on
Java and C# programs with coarser steps, so relations are compared, not numbers.

## Claims

{claims.text()}"""]
    parts.append("## P0: randomized backtracking\n\n" + besideP0(claims.p0))
    parts.append("### Influence of the threshold: (H,random,0.9)\n\n" +
                 besideThresholds(claims.p0))
    parts.append("## P1: selected configurations\n\n" + besideP1(claims.p0))
    parts.append("## P2: parallel randomized state-space search\n\n" +
                 besideP2(claims.p2))
    parts.append("## P3: location sequences\n\n" + besideP3(claims.p3))
    parts.append(besideStates(claims.p3))
    for name in names(options):
        out = os.path.join(options.results, f"{name}.results")
        path = os.path.join(out, "tables.md")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        folder = os.path.join(DOCS, "results")
        os.makedirs(folder, exist_ok=True)
        for file in sorted(os.listdir(out)):
            if file.endswith(".svg"):
                shutil.copy(os.path.join(out, file), folder)
        parts.append(text.replace("](", "](results/").replace("\n## ", "\n### ")
                     .replace("# ", "## All of ", 1).rstrip())
    return "\n\n".join(parts) + "\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("size", choices=("quick", "full"))
    arguments.add_argument("--build", default=os.path.join(HERE, "..", "build"))
    arguments.add_argument("--results", help="default: BUILD/experiments")
    arguments.add_argument("--jobs", type=int, default=0)
    arguments.add_argument("--only", help="of " + ", ".join(EXPERIMENTS))
    arguments.add_argument("--no-runs", action="store_true",
                           help="only what is recorded")
    arguments.add_argument("--write", action="store_true")
    options = arguments.parse_args()
    options.results = options.results or os.path.join(options.build, "experiments")
    if not options.no_runs:
        runAll(options)
    try:
        claims = claimsModule.check(options)
    except cli.specModule.SpecError as error:
        sys.exit(str(error))
    print(claims.text())
    if options.write:
        with open(os.path.join(DOCS, "results.md"), "w", encoding="utf-8") as file:
            file.write(page(options, claims))
    return 1 if any(row[3] == claimsModule.FAILS for row in claims.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
