# Checks the trace event format and sums it up.
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
names = [e["args"]["name"] for e in events if e["name"] == "thread_name"]
steps = [e for e in events if e["ph"] == "X"]
starts = {e["id"]: e for e in events if e["ph"] == "s"}
ends = {e["id"]: e for e in events if e["ph"] == "f"}
assert starts.keys() == ends.keys()
assert all(starts[i]["ts"] < ends[i]["ts"] for i in starts)
assert [s["ts"] for s in steps] == sorted(s["ts"] for s in steps)
print(", ".join(names))
print("%d steps, %d arrow%s" % (len(steps), len(starts), "" if len(starts) == 1 else "s"))
