"""Figures against values known from elsewhere, and against brute force.

Usage: statistics.py FOLDER-OF-RBEXP'S-LIBRARY
"""

import itertools
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True

import figures  # noqa: E402


def near(a, b, within=1e-9):
    assert abs(a - b) <= within, (a, b)


# Wilson: 10 of 10 and 3 of 20, from the usual tables.
near(figures.wilson(10, 10)[0], 0.7225, 1e-4)
near(figures.wilson(10, 10)[1], 1.0)
near(figures.wilson(3, 20)[0], 0.0524, 1e-4)
near(figures.wilson(3, 20)[1], 0.3604, 1e-4)
# Student, 97.5 %.
for degrees, value in ((1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (29, 2.045)):
    near(figures.student(degrees), value, 0.03)
near(figures.deviation([2, 4, 4, 4, 5, 5, 7, 9]), 2.13809, 1e-5)
assert figures.deviation([3]) == 0
near(figures.quantile([1, 2, 3, 4], 0.5), 2.5)
near(figures.quantile([1, 2, 3, 4], 0.25), 1.75)

# A pool: the exact mean of the cheapest of n, against all draws.
pool = figures.Pool([(True, 5, 0.1), (True, 1, 0.2), (False, 9, 0.3), (True, 7, 0.4)])
order = [1, 5, 7, 9]
for n in (1, 2, 3):
    draws = list(itertools.product(order, repeat=n))
    near(pool.expected(n), sum(min(d) for d in draws) / len(draws))
rows = pool.table(seed=1)
assert rows == pool.table(seed=1), "the same seed gives the same trials"
assert rows[-1][1:3] == (1, 0) and rows[-1][3] == 0, rows[-1]
assert 0 < rows[0][3] < 1, "a quarter of the searches finds nothing"

# The point of diminishing returns.
def at(*means, failed=0):
    return [(n, m, 0, failed, m) for n, m in means]
PDR = figures.pointOfDiminishingReturns
assert PDR(at((1, 100), (2, 50), (5, 12), (10, 11), (20, 10))) == 5
assert PDR(at((1, 100), (2, 100), failed=1)) is None
assert PDR(at((1, 10), (2, 10))) == 1
# What failed counts with what it cost, and is no obstacle.
assert PDR(at((1, 100), (2, 50), (5, 12), (10, 11), failed=0.5)) == 5
assert PDR(at((1, 100), (2, 10))) == 2

# The winner is who ended first, also if it found nothing.
quick = figures.Pool([(False, 2, 0.1), (True, 8, 0.2)]).table(seed=1)
assert quick[-1][1:4] == (2, 0, 1), quick[-1]
print("figures are right")
