"""The plots of an experiment: boxes, distributions, PRSS curves, lines.

Tested by test/exp/plots.test.
"""

import math
import shutil
import subprocess

import figures
import svg


def longest(names):
    return max((len(n) for n in names), default=0)


ROW = 900       # width of a row of boxes, at most


def inRows(widths):
    """Indices of what stands in each row."""
    rows, used = [[]], 0
    for i, width in enumerate(widths):
        if rows[-1] and used + width > ROW:
            rows.append([])
            used = 0
        rows[-1].append(i)
        used += width
    return rows


def drawBox(chart, y, x, slot, costs, colour):
    middle = x + slot / 2
    low, high = (figures.quantile(costs, q) for q in (0.25, 0.75))
    chart.line(middle, y(min(costs)), middle, y(max(costs)), colour)
    for end in (min(costs), max(costs)):
        chart.line(middle - 4, y(end), middle + 4, y(end), colour)
    chart.box(x + 2, y(high), slot - 4, y(low) - y(high), "white", colour)
    median = y(figures.quantile(costs, 0.5))
    chart.line(x + 2, median, x + slot - 2, median, colour, 2.2)
    chart.dot(middle, y(figures.mean(costs)), colour, 2.5)


def boxes(results, block):
    """One box for each program and search: quartiles, median, whiskers to the
    extremes, a dot for the mean. P0 compares such spreads."""
    metric = block["metric"] or results.spec["metric"]
    cells = [c for c in results.select(block) if results.summary(c, metric).found]
    if not cells:
        return None
    groups = {}
    for cell in cells:
        groups.setdefault(cell.instance.label, []).append(cell)
    shown = {c.config.label for c in cells}
    searches = [label for label in results.searches(block) if label in shown]
    slot = 14
    widths = [max(slot * (len(g) + 2), 7 * len(p) + 12) for p, g in groups.items()]
    rows = inRows(widths)
    room = 40 + 7 * longest(searches)
    widest = max(sum(widths[i] for i in row) for row in rows)
    height, top = 250, 44
    chart = svg.Chart(block["title"], max(90 + widest + room, 560),
                      top + len(rows) * height + 10, right=room)
    every = [v for c in cells for v in results.summary(c, metric).costs]
    labels = list(groups)
    for number, row in enumerate(rows):
        chart.top, chart.bottom = top + number * height, top + (number + 1) * height - 50
        y = chart.yAxis(min(every), max(every), metric)
        left = chart.left
        for i in row:
            group = groups[labels[i]]
            x = left + (widths[i] - slot * len(group)) / 2
            for cell in group:
                at = searches.index(cell.config.label) % len(svg.COLOURS)
                drawBox(chart, y, x, slot, results.summary(cell, metric).costs,
                        svg.COLOURS[at])
                x += slot
            chart.text(left + widths[i] / 2, chart.bottom + 18, labels[i],
                       anchor="middle")
            left += widths[i]
            if i != row[-1]:
                chart.line(left, chart.top, left, chart.bottom, "#e3e3e3")
        chart.frame()
    chart.top = top
    chart.legend([(name, svg.COLOURS[i % len(svg.COLOURS)])
                  for i, name in enumerate(searches)])
    return chart


def distribution(results, block):
    """P2, figure 1: how many random searches have which cost, for one program each
    below the other; the default search is a line."""
    metric = block["metric"] or results.spec["metric"]
    pools = [(p, results.cell(p, block["pool"])) for p in results.programs(block)]
    pools = [(p, c) for p, c in pools if c and results.runsOf(c)]
    if not pools:
        return None
    row = 92
    names = 24 + 7 * longest(p for p, _ in pools)
    chart = svg.Chart(block["title"], 610 + names, 100 + row * len(pools), left=names)
    values = {p: [(cost, found) for found, cost, _ in results.pool(c, metric).runs]
              for p, c in pools}
    defaults = {}
    for program, _ in pools:
        cell = results.cell(program, block["default"]) if block["default"] else None
        if cell and results.runsOf(cell):
            defaults[program] = results.pool(cell, metric).runs[0][1]
    every = [cost for p in values for cost, _ in values[p]] + list(defaults.values())
    x = chart.xAxis(max(1, min(every)), max(every), f"{metric} (logarithmic)")
    bins = 60
    span = math.log10(x.high / x.low)
    for i, (program, _) in enumerate(pools):
        bottom = chart.top + (i + 1) * row - 12
        counts = [[0, 0] for _ in range(bins)]
        for cost, found in values[program]:
            at = int(math.log10(max(cost, x.low) / x.low) / span * bins)
            counts[min(at, bins - 1)][0 if found else 1] += 1
        scale = (row - 24) / max(sum(c) for c in counts)
        step = (chart.right - chart.left) / bins
        for at, (found, lost) in enumerate(counts):
            left = chart.left + at * step
            if found:
                chart.box(left, bottom - found * scale, step - 1, found * scale,
                          svg.COLOURS[0])
            if lost:
                chart.box(left, bottom - (found + lost) * scale, step - 1,
                          lost * scale, "#bbbbbb")
        chart.line(chart.left, bottom, chart.right, bottom)
        chart.text(chart.left - 8, bottom - 18, program, anchor="end")
        chart.text(chart.left - 8, bottom - 4, f"{len(values[program]):,} searches",
                   anchor="end", size=9, colour="#666")
        if program in defaults:
            at = x(defaults[program])
            chart.line(at, bottom - row + 20, at, bottom, svg.COLOURS[1], 1.8, "4 3")
    chart.text(chart.right, 38, "bars: random searches (grey: nothing found); "
               "dashed: default search", anchor="end", size=10, colour="#666")
    return chart


def drawSeries(chart, x, y, number, of, points):
    """Line number `number`: (value, mean, deviation) each. The deviation goes upwards
    only: below the mean a logarithmic axis would stretch it beyond all that was
    measured. The bars of several lines stand a little aside of each other."""
    colour = svg.COLOURS[number % len(svg.COLOURS)]
    aside = (number - (of - 1) / 2) * min(2, 12 / of)
    chart.path([(x(v), y(m)) for v, m, _ in points], colour)
    for value, middle, spread in points:
        at = x(value) + aside
        if spread:
            end = y(min(y.high, middle + spread))
            chart.line(at, y(middle), at, end, colour, 0.8)
            chart.line(at - 2, end, at + 2, end, colour, 0.8)
        chart.dot(x(value), y(middle), colour)


def prss(results, block):
    """P2, figure 5: mean and deviation of the winner's cost over n."""
    metric = block["metric"] or results.spec["metric"]
    series = []
    for program in results.programs(block):
        cell = results.cell(program, block["pool"])
        if cell and results.runsOf(cell):
            series.append((program, [r for r in results.pool(cell, metric).table()
                                     if r[1] is not None]))
    series = [(p, rows) for p, rows in series if rows]
    if not series:
        return None
    chart = svg.Chart(block["title"], 820, 460,
                      right=40 + 7 * longest(p for p, _ in series))
    every = [r[1] for _, rows in series for r in rows]
    y = chart.yAxis(min(every), max(every), f"{metric} of the winner, mean + sd")
    x = chart.xAxis(1, 1000, "searches n", ticks=(1, 2, 5, 10, 20, 50, 100, 500, 1000))
    for i, (_, rows) in enumerate(series):
        drawSeries(chart, x, y, i, len(series), [r[:3] for r in rows])
    chart.frame()
    chart.legend([(p, svg.COLOURS[i % len(svg.COLOURS)])
                  for i, (p, _) in enumerate(series)])
    return chart


def lines(results, block):
    """Mean cost over a variable of the grid (P3, figure 6: the number of
    locations); one line for each program and each rest of the grid."""
    metric = block["metric"] or results.spec["metric"]
    cells = [c for c in results.select(block) if block["x"] in c.config.values]
    # What has the same value everywhere needs no mention.
    seen = {}
    for cell in cells:
        for name, value in cell.config.values.items():
            seen.setdefault(name, set()).add(value)
    series = {}
    for cell in cells:
        value = cell.config.values[block["x"]]
        summary = results.summary(cell, metric)
        if isinstance(value, str) or not summary.found:
            continue
        rest = ", ".join(str(v) for k, v in cell.config.values.items()
                         if k != block["x"] and len(seen[k]) > 1)
        name = cell.instance.label + (f" {rest}" if rest else "")
        series.setdefault(name, []).append(
            (value, summary.get("mean"), summary.get("sd")))
    if not series:
        return None
    chart = svg.Chart(block["title"], 640 + 7 * longest(series), 440,
                      right=40 + 7 * longest(series))
    every = [m for points in series.values() for _, m, _ in points]
    xs = sorted({v for points in series.values() for v, _, _ in points})
    y = chart.yAxis(min(every), max(every), f"{metric}, mean + sd")
    isWide = min(xs) > 0 and max(xs) >= 20 * min(xs)
    x = chart.xAxis(min(xs), max(xs), block["x-title"] or block["x"], isLog=isWide,
                    ticks=xs)
    for i, (_, points) in enumerate(sorted(series.items())):
        drawSeries(chart, x, y, i, len(series), sorted(points))
    chart.frame()
    chart.legend([(name, svg.COLOURS[i % len(svg.COLOURS)])
                  for i, name in enumerate(sorted(series))])
    return chart


KINDS = {"box": boxes, "distribution": distribution, "prss": prss, "line": lines}


def toPng(path):
    """Beside the SVG, where rsvg-convert is installed."""
    tool = shutil.which("rsvg-convert")
    if not tool:
        return False
    out = path.removesuffix(".svg") + ".png"
    return subprocess.run([tool, "-z", "2", "-o", out, path],
                          check=False).returncode == 0
