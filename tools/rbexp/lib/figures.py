"""What is computed from the runs of a cell, and from a pool of runs.

Costs are those of runs that found an error. A percentage has its 95 % Wilson interval,
a mean its 95 % Student interval. The pool is that of P2 (PRSS): n searches drawn with
replacement; the winner is the one that ended first, whether it found the error or not.

Tested by test/exp/statistics.test.
"""

import math
import random

SIZES = (1, 2, 5, 10, 15, 20, 25, 50, 100, 500, 1000)
TRIALS = 50


def mean(values):
    return math.fsum(values) / len(values)


def deviation(values):
    """Of the sample; 0 for one value."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return math.sqrt(math.fsum((v - middle) ** 2 for v in values) /
                     (len(values) - 1))


def quantile(values, part):
    """Linear between the two neighbours."""
    values = sorted(values)
    at = part * (len(values) - 1)
    low = math.floor(at)
    high = min(low + 1, len(values) - 1)
    if at == low or values[low] == values[high]:    # infinite ones have no difference
        return values[low]
    return values[low] + (values[high] - values[low]) * (at - low)


def wilson(found, runs, z=1.959964):
    """The interval of a part found / runs."""
    if runs == 0:
        return 0.0, 1.0
    part = found / runs
    scale = 1 + z * z / runs
    middle = (part + z * z / (2 * runs)) / scale
    half = z * math.sqrt(part * (1 - part) / runs + z * z / (4 * runs * runs)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def student(degrees):
    """The 97.5 % quantile of Student's distribution (to 1 % from 3 degrees on)."""
    if degrees == 1:
        return 12.706
    if degrees == 2:
        return 4.303
    z, n = 1.959964, degrees
    return (z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) /
            (96 * n * n) + (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) /
            (384 * n ** 3))


def halfWidth(values):
    """Of the interval of the mean; None for one value."""
    if len(values) < 2:
        return None
    return student(len(values) - 1) * deviation(values) / math.sqrt(len(values))


class Summary:
    """Of the runs of one cell. `costs` are those of the runs that found an error."""

    def __init__(self, runs, costs, depths, limited):
        self.runs = runs
        self.costs = costs
        self.depths = depths
        self.limited = limited      # runs that a limit ended

    @property
    def found(self):
        return len(self.costs)

    @property
    def density(self):
        return self.found / self.runs if self.runs else 0.0

    def get(self, what):
        """A figure by its name; None if there is none."""
        if what == "runs":
            return self.runs
        if what == "found":
            return self.found
        if what == "density":
            return self.density
        if what == "percent":
            return 100 * self.density
        low, high = wilson(self.found, self.runs)
        if what in ("density-low", "density-high"):
            return low if what == "density-low" else high
        if what in ("depth", "depth-sd"):
            if not self.depths:
                return None
            return mean(self.depths) if what == "depth" else deviation(self.depths)
        if not self.costs:
            return None
        return {"mean": lambda: mean(self.costs),
                "min": lambda: min(self.costs),
                "max": lambda: max(self.costs),
                "sd": lambda: deviation(self.costs),
                "median": lambda: quantile(self.costs, 0.5),
                "mean-ci": lambda: halfWidth(self.costs)}[what]()


FIGURES = ("runs", "found", "percent", "density", "density-low", "density-high",
           "mean", "min", "max", "sd", "median", "mean-ci", "depth", "depth-sd")


#===--- PRSS -----------------------------------------------------------------===#

class Pool:
    """Searches of one program: cost, seconds, and whether they found the error."""

    def __init__(self, runs):
        self.runs = runs            # (found, cost, seconds)

    def trials(self, n, seed):
        """50 times the winner of n: its cost, and whether it found the error."""
        rng = random.Random(f"{seed}/{n}")
        winners = []
        for _ in range(TRIALS):
            drawn = [self.runs[rng.randrange(len(self.runs))] for _ in range(n)]
            # By states: our searches differ in them by far more than in their
            # speed, and times of a few milliseconds measure the machine.
            cost, hasFailed = min((cost, not isFound) for isFound, cost, _ in drawn)
            winners.append((cost, not hasFailed))
        return winners

    def expected(self, n):
        """The exact mean of the cheapest of n."""
        ranked = sorted(c for _, c, _ in self.runs)
        size = len(ranked)
        return math.fsum(
            cost * (((size - k) / size) ** n - ((size - k - 1) / size) ** n)
            for k, cost in enumerate(ranked))

    def table(self, seed=1):
        """For every n: (n, mean, sd, part of trials that failed, exact mean). As in P2
        all winners count, those that failed with what they cost."""
        rows = []
        for n in SIZES:
            winners = self.trials(n, seed)
            costs = [cost for cost, _ in winners]
            failed = sum(not isFound for _, isFound in winners)
            rows.append((n, mean(costs), deviation(costs), failed / len(winners),
                         self.expected(n)))
        return rows


def pointOfDiminishingReturns(rows):
    """The smallest n after which the next larger one gains at most 5 % of all there
    is to gain, whether trials failed or not (P2's of two programs are below the n from
    which all of theirs succeeded); None if none ever found the error."""
    if all(row[3] == 1 for row in rows):
        return None
    gain = rows[0][1] - rows[-1][1]
    for row, after in zip(rows, rows[1:]):
        if gain <= 0 or (row[1] - after[1]) / gain <= 0.05:
            return row[0]
    return rows[-1][0]
