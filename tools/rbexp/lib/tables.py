"""Tables as Markdown, and all summaries as CSV.

Only what the seeds decide is shown here, no times: an experiment that was interrupted
gives the same text as one that was not.

Tested by test/exp/tables.test.
"""

import csv
import io

import figures
import files


def number(value, digits=0):
    if value is None:
        return "-"
    if isinstance(value, int) or value == int(value) and digits == 0:
        return f"{int(value):,}"
    if digits == 0:
        digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}"


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |",
             "| " + " | ".join(["---"] * len(header)) + " |"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def percent(summary):
    low, high = figures.wilson(summary.found, summary.runs)
    return (f"{100 * summary.density:.0f} % of {summary.runs} "
            f"({100 * low:.0f}-{100 * high:.0f})")


COLUMNS = ("mean", "± 95 %", "min", "max", "sd", "found", "error depth")


def columns(summary):
    """What COLUMNS names."""
    depth = summary.get("depth")
    return [number(summary.get("mean")), number(summary.get("mean-ci")),
            number(summary.get("min")), number(summary.get("max")),
            number(summary.get("sd")), percent(summary),
            "-" if depth is None else
            f"{depth:.0f} ± {summary.get('depth-sd'):.1f}"]


#===--- The kinds of tables --------------------------------------------------===#

def summaryTable(results, block):
    rows = [[c.instance.label, c.config.label,
             *columns(results.summary(c, block["metric"]))]
            for c in results.select(block)]
    return markdown(("program", "search", *COLUMNS), rows)


def ranked(results, cells, metric):
    """(summary, cell) with at least one error, cheapest mean first."""
    pairs = [(results.summary(c, metric), c) for c in cells]
    return sorted(((s, c) for s, c in pairs if s.found),
                  key=lambda pair: (pair[0].get("mean"), pair[1].index))


def bestOf(results, program, group, least, metric=None):
    """(summary, cell) with the lowest mean among the cells of a group that find the
    error in at least `least` of their runs; None if there is none."""
    cells = [c for c in results.cells if c.instance.label == program and
             c.config.group == group]
    for summary, cell in ranked(results, cells, metric):
        if summary.density >= least:
            return summary, cell
    return None


def bestTable(results, block):
    """P0, table 2: the first search of all, the best baseline, the best rb."""
    rows = []
    for program in results.programs(block):
        cells = [c for c in results.cells if c.instance.label == program]
        base = next((c for c in cells if c.config.group == "baseline"), None)
        picks = []
        if base:
            picks.append(("default", (results.summary(base, block["metric"]), base)))
        picks.append(("best baseline",
                      bestOf(results, program, "baseline", 1, block["metric"])))
        whole = bestOf(results, program, "rb", 1, block["metric"])
        half = bestOf(results, program, "rb", 0.5, block["metric"])
        picks.append(("best rb, found always", whole))
        if half and (not whole or half[1] is not whole[1]):
            picks.append(("best rb, found in half", half))
        for role, pick in picks:
            if pick:
                rows.append([program, role, pick[1].config.label, *columns(pick[0])])
            else:
                rows.append([program, role, "none"] + ["-"] * len(COLUMNS))
    return markdown(("program", "role", "search", *COLUMNS), rows)


def extremesTable(results, block):
    """P0, table 3: over all runs of rb configurations that find the error in half of
    them the cheapest and the dearest; and the lowest percentage."""
    rows = []
    for program in results.programs(block):
        pairs = [(results.summary(c, block["metric"]), c) for c in results.cells
                 if c.instance.label == program and c.config.group == "rb"]
        if not pairs:
            continue
        steady = [p for p in pairs if p[0].density >= 0.5]
        picks = [("lowest found", min(pairs, key=lambda p: (p[0].density,
                                                            p[1].index)))]
        if steady:
            picks = [("min", min(steady, key=lambda p: (p[0].get("min"),
                                                        p[1].index))),
                     ("max", max(steady, key=lambda p: (p[0].get("max"),
                                                        -p[1].index)))] + picks
        rows += [[program, role, c.config.label, *columns(s)]
                 for role, (s, c) in picks]
    return markdown(("program", "role", "search", *COLUMNS), rows)


def pivotTable(results, block):
    """Programs down, searches across; each field has the `values`, one after the
    other (P3, tables 1 and 2)."""
    searches = results.searches(block)
    values = block["values"]
    rows = []
    for program in results.programs(block):
        row = [program]
        for search in searches:
            cell = results.cell(program, search)
            if not cell:
                row.append("")
                continue
            summary = results.summary(cell, block["metric"])
            row.append(" / ".join(
                number(summary.get(v), 2 if v.startswith("density") else 0)
                for v in values))
        rows.append(row)
    return f"Each field: {' / '.join(values)}.\n\n" + \
        markdown(("program", *searches), rows)


def status(results, cell):
    """found, complete, or the limit that was hit."""
    run = (results.runsOf(cell) or [None])[0]
    if run is None:
        return "-"
    if run["verdict"] == "error":
        return "found"
    return "no error" if run["complete"] else "limit"


def prssTable(results, block):
    """P2, table 2: the default search against pooled random ones."""
    rows = []
    for program in results.programs(block):
        pool = results.cell(program, block["pool"])
        default = results.cell(program, block["default"]) if block["default"] else None
        if not pool or not results.runsOf(pool):
            continue
        steps = results.pool(pool, block["metric"]).table()
        point = figures.pointOfDiminishingReturns(steps)
        summary = results.summary(pool, block["metric"])
        base = None
        if default and results.runsOf(default):
            base = results.pool(default, block["metric"]).runs[0][1]
        best = next((row for row in steps if row[0] == point), None)
        speedup = "-"
        if base and best and best[1]:
            isBound = status(results, default) != "found"
            speedup = ("> " if isBound else "") + number(base / best[1], 1)
        complete = next((row[0] for row in steps if row[3] == 0), None)
        rows.append([program, number(base) if base else "-",
                     status(results, default) if default else "-",
                     number(summary.get("min")), number(summary.get("max")),
                     percent(summary), number(complete), number(point),
                     number(best[1]) if best else "-",
                     number(best[4]) if best else "-", speedup])
    return markdown(("program", "default", "", "pool min", "pool max", "pool found",
                     "least n, all found", "PDR", "mean at PDR", "exact",
                     "speed-up"), rows)


def prssSteps(results, block):
    """P2, figure 5 in numbers."""
    rows = []
    for program in results.programs(block):
        pool = results.cell(program, block["pool"])
        if not pool or not results.runsOf(pool):
            continue
        for n, middle, spread, failed, exact in \
                results.pool(pool, block["metric"]).table():
            rows.append([program, str(n), number(middle), number(spread),
                         f"{100 * failed:.0f} %", number(exact)])
    return markdown(("program", "n", "mean", "sd", "failed", "exact mean"), rows)


KINDS = {"summary": summaryTable, "best": bestTable, "extremes": extremesTable,
         "pivot": pivotTable, "prss": prssTable, "prss-steps": prssSteps}


def conditions(spec):
    """Limits and seeds, which decide together with the file what is computed."""
    limits = [f"{spec['limits'][k]:,g} {unit}" for k, unit in
              (("states", "states"), ("depth", "steps deep"), ("memory", "MB"),
               ("time", "s")) if spec["limits"][k]]
    first, count = spec["seeds"]["first"], spec["seeds"]["count"]
    seeds = f"seeds {first} to {first + count - 1}"
    if spec["seeds"]["until-found"]:
        seeds += f", no more once {spec['seeds']['until-found']} found the error"
    if not limits:
        return seeds.capitalize()
    return "Limits of a run: " + ", ".join(limits) + "; " + seeds


def page(results, done, total, plots, kinds):
    """The whole of tables.md, with the tables that `kinds` can make."""
    spec = results.spec
    parts = [f"# {spec['title'] or spec.name}"]
    parts.append(f"Cost is counted in {spec['metric']}, over the runs that found an "
                 f"error. {conditions(spec)}. rbcheck " +
                 ", ".join(results.versions()) + ".")
    if done < total:
        parts.append(f"**Incomplete:** {done:,} of {total:,} runs.")
    timed = [p for p, why in results.gaps().items() if "time" in why]
    if timed:
        parts.append("**Not repeatable:** the time limit ended runs of " +
                     ", ".join(timed) + ".")
    tables = spec["table"] or [{"title": "All", "kind": "summary", "programs": None,
                                "searches": None, "metric": None}]
    for block in tables:
        parts.append(f"## {block['title']}")
        parts.append(kinds[block["kind"]](results, block))
    for block, file in plots:
        parts.append(f"## {block['title']}\n\n![{block['title']}]({file})")
    return "\n\n".join(parts) + "\n"


def writeCsv(results, path):
    """One line per cell, with every figure."""
    text = io.StringIO(newline="")
    out = csv.writer(text, lineterminator="\n")
    out.writerow(("program", "search", "group", *figures.FIGURES))
    for cell in results.cells:
        summary = results.summary(cell)
        values = [summary.get(name) for name in figures.FIGURES]
        out.writerow((cell.instance.label, cell.config.label, cell.config.group,
                      *("" if v is None else f"{v:.10g}" for v in values)))
    files.write(path, text.getvalue())
