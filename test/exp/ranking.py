"""Factors, rankings and teams of invented costs, against values computed by hand.

Usage: ranking.py FOLDER-OF-RBEXP'S-LIBRARY
"""

import math
import sys
from types import SimpleNamespace

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True

import ranking  # noqa: E402
import results as resultsModule  # noqa: E402

# Costs of three searches on four programs; None = never found. No search is run on
# `unknown`, none finds the error of `hard`.
COSTS = {"wide": {"p": 10, "q": 20, "r": 90, "hard": None},
         "left": {"p": 5, "q": None, "r": 10, "hard": None},
         "right": {"p": 40, "q": 2, "r": None, "hard": None}}


class Invented:
    """As much of Results as the tables need."""

    def searches(self, block):
        return list(COSTS)

    def programs(self, block):
        return ["p", "q", "r", "hard", "unknown"]

    def cell(self, program, search):
        return None if program == "unknown" else (program, search)

    def runsOf(self, cell):
        return [cell]

    def expectedCost(self, cell, metric):
        return COSTS[cell[1]][cell[0]]


BLOCK = {"metric": None, "top": None}
table = ranking.Factors(Invented(), BLOCK)
assert table.programs == ["p", "q", "r"] and table.unsolved == ["hard"]
assert table.rows["wide"] == [2, 10, 9]
assert table.rows["left"] == [1, math.inf, 1]
assert table.rows["right"] == [8, 1, math.inf]
assert table.ofTeam(("left", "right")) == [2, 2, 2]
assert table.ofTeam(("wide", "left")) == [2, 20, 2]

# By median: left 1, right 8, wide 9; by worst case: wide finds all.
lines = ranking.rankingTable(Invented(), BLOCK).split("\n")
assert lines[2] == "| 1 | 2 | left | 2 of 3 | 1.0 | 1.0 |", lines[2]
assert lines[3] == "| 2 | 3 | right | 2 of 3 | 8.0 | 8.0 |", lines[3]
assert lines[4] == "| 3 | 1 | wide | 3 of 3 | 9.0 | 10.0 |", lines[4]
assert lines[-1].endswith(": hard."), lines[-1]

# The best pair is found among all, though its members are not the best alone by the
# worst case; a third member makes it dearer.
teams = ranking.teamsTable(Invented(), BLOCK).split("\n")
assert teams[2].startswith("| worst case | 1 | wide |"), teams[2]
assert teams[3] == "| worst case | 2 | left + right | 3 of 3 | 2.0 | 2.0 |", teams[3]
assert teams[4] == "| median | 1 | left | 2 of 3 | 1.0 | 1.0 |", teams[4]
assert len([t for t in teams if t.startswith("| ")]) == 4 + 1, teams

# With too many searches to try all teams, the best smaller one grows.
ranking.WORK = 0
assert ranking.bestTeam(table, 2, ("wide",), ranking.byWorst) == ("wide", "right")


# What a run of a team costs, and what repeating a search does.
def run(found, cost, team=()):
    return {"verdict": "error" if found else "inconclusive", "team": team,
            "stats": {"transitions": cost, "states": cost}, "seed": 1}


member = {"search": "dfs", "states": 3, "transitions": 4}
assert resultsModule.cost(run(True, 9, [member, member]), "transitions") == 8
assert resultsModule.cost(run(True, 9), "transitions") == 9
real = resultsModule.Results({"metric": "transitions"}, [], {})
cell = SimpleNamespace(index=0)
real.cache[0] = [run(True, 10), run(False, 100), run(True, 30)]
assert real.expectedCost(cell) == 70
real.cache[0] = [run(False, 100)]
assert real.expectedCost(cell) is None
print("rankings are right")
