"""The plots of an experiment: boxes, distributions, PRSS curves, lines.

Tested by test/exp/plots.test.
"""

import math
import shutil
import subprocess

import figures
import svg


def parts(names):
    """In groups of no more than there are colours."""
    size = len(svg.COLOURS)
    return [names[i:i + size] for i in range(0, len(names), size)]


def legendOf(names):
    return list(zip(names, svg.COLOURS))


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
    panels = parts([label for label in results.searches(block) if label in shown])
    slot = 18
    most = max(len(panel) for panel in panels)
    widths = [max(slot * (most + 1), svg.room([p]) + 12) for p in groups]
    rows = [(panel, row) for panel in panels for row in inRows(widths)]
    names = 60 + svg.room(name for panel in panels for name in panel)
    widest = max(sum(widths[i] for i in row) for _, row in rows)
    height, top = 290, 52
    chart = svg.Chart(block["title"], max(110 + widest + names, 640),
                      top + len(rows) * height + 10, right=names)
    every = [v for c in cells for v in results.summary(c, metric).costs]
    labels = list(groups)
    for number, (panel, row) in enumerate(rows):
        chart.top, chart.bottom = top + number * height, top + (number + 1) * height - 50
        y = chart.yAxis(min(every), max(every), f"{metric} (logarithmic)")
        left = chart.left
        for i in row:
            group = [c for c in groups[labels[i]] if c.config.label in panel]
            x = left + (widths[i] - slot * len(group)) / 2
            for cell in group:
                drawBox(chart, y, x, slot, results.summary(cell, metric).costs,
                        svg.COLOURS[panel.index(cell.config.label)])
                x += slot
            chart.text(left + widths[i] / 2, chart.bottom + 24, labels[i],
                       anchor="middle")
            left += widths[i]
            if i != row[-1]:
                chart.line(left, chart.top, left, chart.bottom, "#e3e3e3")
        chart.frame()
        if number == 0 or rows[number - 1][0] is not panel:
            chart.legend(legendOf(panel))
    return chart


def distribution(results, block):
    """P2, figure 1: how many random searches have which cost, for one program each
    below the other; the default search is a line."""
    metric = block["metric"] or results.spec["metric"]
    pools = [(p, results.cell(p, block["pool"])) for p in results.programs(block)]
    pools = [(p, c) for p, c in pools if c and results.runsOf(c)]
    if not pools:
        return None
    row = 100
    names = 24 + svg.room([p for p, _ in pools] + ["1,000 searches"])
    chart = svg.Chart(block["title"], 700 + names, 150 + row * len(pools), left=names,
                      top=74)
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
        chart.text(chart.left - 8, bottom - 24, program, anchor="end")
        chart.text(chart.left - 8, bottom - 4, f"{len(values[program]):,} searches",
                   anchor="end", colour="#666")
        if program in defaults:
            at = x(defaults[program])
            chart.line(at, bottom - row + 20, at, bottom, svg.COLOURS[1], 1.8, "4 3")
    chart.text(chart.width - 20, 56, "bars: random searches (grey: nothing found); "
               "dashed: default search", anchor="end", colour="#666")
    return chart


def drawSeries(chart, x, y, number, of, points):
    """Line number `number`: (value, mean, deviation) each. The deviation goes upwards
    only: below the mean a logarithmic axis would stretch it beyond all that was
    measured. The bars of several lines stand a little aside of each other."""
    colour = svg.COLOURS[number]
    aside = (number - (of - 1) / 2) * min(2, 12 / of)
    chart.path([(x(v), y(m)) for v, m, _ in points], colour)
    for value, middle, spread in points:
        at = x(value) + aside
        if spread:
            end = y(min(y.high, middle + spread))
            chart.line(at, y(middle), at, end, colour, 0.8)
            chart.line(at - 2, end, at + 2, end, colour, 0.8)
        chart.dot(x(value), y(middle), colour, 4)


def curves(title, series, yLabel, xAxisOf):
    """Panels below each other on the same axes; `series` has a name and points each."""
    panels = parts([name for name, _ in series])
    points = dict(series)
    names = 60 + svg.room(points)
    height, top = 420, 52
    chart = svg.Chart(title, 760 + names, top + height * len(panels), right=names)
    every = [m for rows in points.values() for _, m, _ in rows]
    for i, panel in enumerate(panels):
        chart.top, chart.bottom = top + i * height, top + (i + 1) * height - 74
        y = chart.yAxis(min(every), max(every), yLabel)
        x = xAxisOf(chart)
        for number, name in enumerate(panel):
            drawSeries(chart, x, y, number, len(panel), points[name])
        chart.frame()
        chart.legend(legendOf(panel))
    return chart


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
    return curves(block["title"], [(p, [r[:3] for r in rows]) for p, rows in series],
                  f"{metric} of the winner, mean + sd",
                  lambda chart: chart.xAxis(1, 1000, "number of searches n",
                                            ticks=(1, 2, 5, 10, 20, 50, 100, 500, 1000)))


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
    xs = sorted({v for points in series.values() for v, _, _ in points})
    isWide = min(xs) > 0 and max(xs) >= 20 * min(xs)
    return curves(block["title"],
                  [(name, sorted(points)) for name, points in sorted(series.items())],
                  f"{metric}, mean + sd",
                  lambda chart: chart.xAxis(min(xs), max(xs),
                                            block["x-title"] or block["x"],
                                            isLog=isWide, ticks=xs))


KINDS = {"box": boxes, "distribution": distribution, "prss": prss, "line": lines}


def toPng(path):
    """Beside the SVG, where rsvg-convert is installed."""
    tool = shutil.which("rsvg-convert")
    if not tool:
        return False
    out = path.removesuffix(".svg") + ".png"
    return subprocess.run([tool, "-z", "2", "-o", out, path],
                          check=False).returncode == 0
