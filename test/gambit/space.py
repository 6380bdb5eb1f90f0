"""Says how large the tree of executions was.

Usage: space.py RESULT.json [RANDOM.json SPILLED.json]
"""

import json
import sys


def stats(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)["stats"]


first, *others = [stats(name) for name in sys.argv[1:]]
made = first["executions"] + first["executions_blocked"]
print("executed once" if made == first["tree_nodes"] else
      f"{made} executions of {first['tree_nodes']} nodes")
if others:
    random, spilled = others
    print("depth-first needs less than a tenth"
          if first["tree_nodes_most"] * 10 < random["tree_nodes_most"] else
          f"{first['tree_nodes_most']} and {random['tree_nodes_most']} nodes")
    same = random["executions"] == spilled["executions"] == first["executions"]
    less = spilled["tree_nodes_most"] < random["tree_nodes_most"]
    print(f"in a file: {'the same' if same else 'other'} executions, "
          f"{'less' if less else 'no less'} memory")
