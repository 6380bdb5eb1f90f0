"""Guided search finds every error of P3's programs; in our reading of its distance
(follow=nearest) with fewer states than P3 reports, which in P3's own (follow=last) is not
asked.

Usage: meta.py SUMMARY.csv PUBLISHED.csv
"""

import csv
import sys


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


published = {row["subject"]: row["pfsm_avg"] for row in rows(sys.argv[2])}


def found(follow):
    """The rows of the programs, all of whose runs found the error."""
    mine = {row["program"]: row for row in rows(sys.argv[1])
            if row["search"] == f"meta, pfsm, {follow}"}
    assert set(published) <= set(mine), set(published) - set(mine)
    for row in mine.values():
        assert row["found"] == row["runs"] != "0", row
    return mine


print(f"last: {len(found('last'))} programs")
ours = found("nearest")
for program, mean in published.items():
    assert float(ours[program]["mean"]) < float(mean), ours[program]
print(f"nearest: {len(ours)} programs, {len(published)} with fewer states")
