# Validates a trace file against docs/trace-schema.json, and what a schema cannot
# say: numbers refer to something, the schedule is that of the steps.
#   check_trace.py SCHEMA TRACE...
import json
import sys

import jsonschema


def check(trace):
    steps = trace["steps"]
    assert trace["length"] == len(steps)
    schedule = [(t, v) for t, n, v in trace["schedule"] for _ in range(n)]
    assert schedule == [(s["thread"], s.get("choice", 0)) for s in steps]
    assert trace["preemptions"] == sum("preemption" in s for s in steps)
    threads = len(trace["threads"])
    assert [t["id"] for t in trace["threads"]] == list(range(threads))
    for number, step in enumerate(steps, 1):
        assert step["step"] == number
        assert step["location"] < len(trace["locations"])
        assert step["thread"] < threads
        for edge in step.get("happens_after", []):
            assert edge["step"] < number, step
            other = steps[edge["step"] - 1]["thread"]
            assert other != step["thread"], step
    blocked = {t["id"] for t in trace["threads"] if t["end"] == "blocked"}
    if steps and trace["error"]["found_by"] == "no-choice":
        assert blocked == {b["thread"] for b in steps[-1]["blocked"]}


schema = json.load(open(sys.argv[1]))
for name in sys.argv[2:]:
    trace = json.load(open(name))
    jsonschema.validate(trace, schema)
    check(trace)
print("%d valid" % len(sys.argv[2:]))
