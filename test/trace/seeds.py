# Every error that is found replays from its file: 100 random runs over the
# examples and the programs of test/verify, no exception.
#   seeds.py ROOT FOLDER CLANG
import glob
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../starts"))
import zygote  # noqa: E402

root, folder, clang = sys.argv[1:4]
examples = glob.glob(root + "/examples/*-broken.c*") + [root + "/examples/bank.c"]
programs = sorted(glob.glob(root + "/test/verify/*.c") + examples)
RUNS = 100

# With and without the check of races: they hide what comes after them.
SEARCHES = ["random-walk:walks=50", "random-order", "rb:threshold=5", "pct"]
CHECKS = ["--check=all", "--check=-data-race"]


def bitcode(program):
    out = os.path.join(folder, os.path.basename(program) + ".bc")
    if not os.path.exists(out):
        include = "-I" + root + "/runtime/include"
        standard = ["-std=c++17"] if program.endswith("cpp") else []
        zygote.run([clang, "-g", "-O0", "-pthread", "-emit-llvm", "-c", include,
                    *standard, program, "-o", out], check=True)
    return out


found = 0
kinds = set()
for run in range(RUNS):
    program = bitcode(programs[run % len(programs)])
    trace = os.path.join(folder, "trace.json")
    command = ["rbcheck", "--search=" + SEARCHES[run % len(SEARCHES)], "--seed=%d" % run,
               CHECKS[run // len(programs) % 2], "--max-states=20000", "--trace=" + trace]
    if run % 3 == 0:
        command.append("--no-minimize")
    result = zygote.run([*command, program])
    assert result.returncode in (0, 1, 2), (command, program, result)
    if result.returncode != 1:
        assert not os.path.exists(trace)
        continue
    found += 1
    error = json.load(open(trace))["error"]
    kinds.add(error["kind"])
    again = zygote.run(["rbreplay", trace])
    assert again.returncode == 1, (command, program, again.stderr)
    # The same report, up to how the search went.
    assert result.stdout.startswith(again.stdout), (command, program)
print("%d errors of %d kinds replayed" % (found, len(kinds)))
assert found >= 40 and len(kinds) >= 6, kinds
