"""Prints lit's results, of one run or several, as one line, `N passed, N failed`.

Usage: summary.py results.json...

An expected failure counts as passed, an unexpected pass as failed; unsupported
and skipped tests count as neither. A run without results, because nothing was
built or no test ran, is a failure. Exit code 0 only when nothing failed.
"""

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
IGNORED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def count(name):
    """How many passed and failed."""
    try:
        with open(name, encoding="utf-8") as file:
            codes = [test["code"] for test in json.load(file)["tests"]]
    except (OSError, ValueError, KeyError) as error:
        print(f"no test results: {error}")
        codes = []
    passed = sum(code in PASSED for code in codes)
    failed = sum(code not in PASSED | IGNORED for code in codes)
    return passed, failed if passed + failed else 1


def main():
    counts = [count(name) for name in sys.argv[1:]]
    passed = sum(count[0] for count in counts)
    failed = sum(count[1] for count in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
