"""Guided search finds every error of P3's programs, with fewer states than P3 reports.

Usage: meta.py SUMMARY.csv PUBLISHED.csv
"""

import csv
import sys


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


published = {row["subject"]: row["pfsm_avg"] for row in rows(sys.argv[2])}
mine = {row["program"]: row for row in rows(sys.argv[1])
        if row["search"] == "meta, pfsm"}
assert set(published) <= set(mine), set(published) - set(mine)
compared = 0
for program, row in mine.items():
    assert row["found"] == row["runs"] != "0", row
    if program in published:
        assert float(row["mean"]) < float(published[program]), row
        compared += 1
print(f"{len(mine)} programs, {compared} compared")
