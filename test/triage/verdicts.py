"""Prints `ID KIND VERDICT` for each warning of a result, and what is related.

Usage: verdicts.py [--notes] RESULT.json
"""

import json
import sys

with open(sys.argv[-1]) as file:
    for warning in json.load(file)["warnings"]:
        print(warning["id"], warning["kind"], warning["verdict"],
              f"[{warning['why']}]")
        if warning["related"]:
            print("  related:", warning["related"])
        if sys.argv[1] == "--notes":
            for note in warning["notes"]:
                print("  note:", note)
