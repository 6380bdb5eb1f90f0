# The minimised trace has the least possible number of preemptions: an
# exhaustive search within each smaller bound finds no error of the same kind,
# from whatever trace minimising began.
#   least.py PROGRAM CHECKS SEARCH...
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../starts"))
import zygote  # noqa: E402

program, checks, searches = sys.argv[1], sys.argv[2], sys.argv[3:]


def check(*options):
    command = ["rbcheck", "--check=" + checks, "--json=-", *options, program]
    run = zygote.run(command)
    assert run.returncode in (1, 2), (command, run)
    result = json.loads(run.stdout)
    return result, [e for e in result["errors"]]


least = 0
while True:
    result, errors = check("--search=dfs", "--bound=preemptions:%d" % least)
    if errors:
        break
    assert "bound" in result["reason"], result["reason"]
    least += 1
for search in searches:
    for seed in (1, 2, 3):
        options = ["--search=" + search, "--seed=%d" % seed]
        _, found = check("--no-minimize", *options)
        _, minimised = check(*options)
        before, after = found[0], minimised[0]
        assert after["kind"] == before["kind"] == errors[0]["kind"]
        assert after["location"] == before["location"], (before, after)
        assert after["preemptions"] == least, (search, seed, least, after)
        assert (after["preemptions"], after["trace_length"]) <= (
            before["preemptions"], before["trace_length"])
# Once more the same.
_, again = check(*options)
assert again == minimised
print("least: %d" % least)
