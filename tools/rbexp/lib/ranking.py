"""Which searches are good on all programs, which go well together (F11), and what a
variable of the grid changes.

The cost of a search on a program is what it costs to find the error by repeating the
search with new seeds (Results.expectedCost); its factor is that cost over the one of the
best search there, so that programs count alike whatever their size. A search is judged
by the median of its factors and by the worst; one that never finds an error has no
finite factor on that program.

The members of a team take turns of equal length: k members cost k times what the best
of them costs, whatever the others find by chance.

Tested by test/exp/ranking.test.
"""

import itertools
import math

import figures
import tables

NEVER = math.inf
WORK = 3_000_000    # fields looked at to find the best team of a size among all


class Factors:
    """Factor of every search on every program that any of them solves."""

    def __init__(self, results, block):
        self.searches = results.searches(block)
        self.programs, self.unsolved, self.rows = [], [], {s: [] for s in self.searches}
        for program in results.programs(block):
            cells = {s: results.cell(program, s) for s in self.searches}
            if not any(c and results.runsOf(c) for c in cells.values()):
                continue
            costs = {}
            for search, cell in cells.items():
                found = cell and results.expectedCost(cell, block["metric"])
                costs[search] = NEVER if found is None else found
            best = min(costs.values(), default=NEVER)
            if best == NEVER:
                self.unsolved.append(program)
                continue
            self.programs.append(program)
            for search in self.searches:
                self.rows[search].append(costs[search] / best)

    def ofTeam(self, team):
        rows = [self.rows[s] for s in team]
        return [len(team) * min(fields) for fields in zip(*rows)]


def byMedian(factors):
    return figures.quantile(factors, 0.5), lost(factors), worst(factors)


def byWorst(factors):
    return lost(factors), worst(factors), figures.quantile(factors, 0.5)


def lost(factors):
    """On how many programs no error is found."""
    return sum(1 for f in factors if f == NEVER)


def worst(factors):
    """Where an error is found."""
    return max((f for f in factors if f != NEVER), default=NEVER)


def say(factor):
    return "never" if factor == NEVER else tables.number(factor, 1)


def fields(factors):
    solved = len(factors) - lost(factors)
    return [f"{solved} of {len(factors)}", say(figures.quantile(factors, 0.5)),
            say(worst(factors))]


def note(table):
    if not table.unsolved:
        return ""
    return "\n\nFound by none of these searches: " + ", ".join(table.unsolved) + "."


def rankingTable(results, block):
    """Searches, best median first, with their place by the worst case."""
    table = Factors(results, block)
    if not table.programs:
        return "No error was found."
    medians = sorted(table.searches, key=lambda s: byMedian(table.rows[s]))
    worsts = sorted(table.searches, key=lambda s: byWorst(table.rows[s]))
    top = block["top"] or len(medians)
    rows = []
    for place, search in enumerate(medians, 1):
        other = worsts.index(search) + 1
        if min(place, other) <= top:
            rows.append([str(place), str(other), search, *fields(table.rows[search])])
    return tables.markdown(("by median", "by worst case", "search", "found on",
                            "median factor", "worst factor"), rows) + note(table)


def bestTeam(table, size, smaller, key):
    """Of all teams where that is little work; else of those with one member more than
    the best smaller one."""
    number = math.comb(len(table.searches), size)
    if number * size * len(table.programs) <= WORK:
        teams = itertools.combinations(table.searches, size)
    else:
        teams = ((*smaller, s) for s in table.searches if s not in smaller)
    return min(teams, key=lambda team: key(table.ofTeam(team)), default=None)


def teamsTable(results, block):
    """The best team of each size, by the worst case and by the median, as long as one
    member more makes it better."""
    table = Factors(results, block)
    if not table.programs:
        return "No error was found."
    rows = []
    for name, key in (("worst case", byWorst), ("median", byMedian)):
        team = ()
        for size in range(1, min(block["top"] or 5, len(table.searches)) + 1):
            larger = bestTeam(table, size, team, key)
            if team and key(table.ofTeam(larger)) >= key(table.ofTeam(team)):
                break
            team = larger
            rows.append([name, str(size), " + ".join(team),
                         *fields(table.ofTeam(team))])
    return tables.markdown(("best by", "members", "team", "found on", "median factor",
                            "worst factor"), rows) + note(table)


#===--- What one variable changes --------------------------------------------===#

def twins(results, block):
    """For every variable of the grid and each of its further values: the variable, its
    first value, this value, factors of the costs of cells that differ in nothing else,
    and how many such pairs find the error with this value only and with the first only.
    """
    cells = results.select(block)
    values = {}
    for cell in cells:
        for name, value in cell.config.values.items():
            values.setdefault(name, {}).setdefault(value, None)
    for name, seen in values.items():
        if len(seen) < 2:
            continue
        first, *others = seen
        rest = {}
        for cell in cells:
            if name in cell.config.values:
                same = tuple((k, v) for k, v in cell.config.values.items() if k != name)
                # Searches of another block differ in more than the variable.
                key = cell.instance.label, cell.config.block["name"], same
                rest.setdefault(key, {})[cell.config.values[name]] = \
                    results.expectedCost(cell, block["metric"])
        for value in others:
            factors, gained, missed = [], 0, 0
            for costs in rest.values():
                a, b = costs.get(first), costs.get(value)
                if a and b:
                    factors.append(b / a)
                elif value in costs and first in costs:
                    gained += bool(b)
                    missed += bool(a)
            yield name, first, value, factors, gained, missed


def effectsTable(results, block):
    """For every variable of the grid, the cost with each value against the first."""
    rows = []
    for name, first, value, factors, gained, missed in twins(results, block):
        logs = [math.log(f) for f in factors]
        middle = "-"
        if logs:
            middle = f"{math.exp(figures.mean(logs)):.2f}"
            half = figures.halfWidth(logs)
            if half is not None:
                low, high = (math.exp(figures.mean(logs) + s * half) for s in (-1, 1))
                middle += f" ({low:.2f}-{high:.2f})"
        rows.append([name, str(value), str(first), str(len(factors)), middle,
                     str(gained), str(missed)])
    return tables.markdown(("variable", "value", "against", "pairs",
                            "cost, geometric mean", "found only with it",
                            "found only without"), rows)


KINDS = {"ranking": rankingTable, "teams": teamsTable, "effects": effectsTable}
