"""Fails unless two results have the same number of executions.

Usage: same.py RESULT.json RESULT.json
"""

import json
import sys

counts = []
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        stats = json.load(file)["stats"]
    counts.append((stats["executions"], stats["tree_nodes"]))
sys.exit(f"{counts}" if counts[0] != counts[1] or not counts[0][0] else 0)
