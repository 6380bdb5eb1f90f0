"""Fails unless all results but the first needed fewer states for the error.

Usage: fewer.py PLAIN.json OTHER.json...
"""

import json
import sys

plain, *others = [json.load(open(name, encoding="utf-8"))["stats"]
                  ["states_to_first_error"] for name in sys.argv[1:]]
sys.exit(0 if others and max(others) * 2 < plain else f"{plain}, {others}")
