"""Checks that results were given back as they were.

Usage: untouched.py ORIGINAL TRIAGED INDEX...

Compares results of the first run, as JSON. An empty list of suppressions may be
new where another result of the run has some: the standard demands it.
"""
import json
import sys


def results(path):
    with open(path) as file:
        return json.load(file)["runs"][0]["results"]


def main():
    before, after = results(sys.argv[1]), results(sys.argv[2])
    demanded = any(result.get("suppressions") for result in after)
    for index in map(int, sys.argv[3:]):
        was, now = before[index], after[index]
        if demanded and "suppressions" not in was:
            was = was | {"suppressions": []}
        if json.dumps(was, sort_keys=True) != json.dumps(now, sort_keys=True):
            sys.exit(f"{was}\n{now}")
    print(len(sys.argv) - 3, "results as they were" +
          (", but for the list of suppressions that SARIF demands"
           if demanded else ""))


main()
