"""Prints facts of a JSON file: query.py FILE EXPRESSION...

Each expression is Python; `log` is the file, `result` its first SARIF result.
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    log = json.load(text)
results = log["runs"][0]["results"] if "runs" in log else []
result = results[0] if results else None
for expression in sys.argv[2:]:
    print(eval(expression))
