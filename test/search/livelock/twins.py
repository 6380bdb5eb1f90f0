"""Checks every case of a source with all searches: a livelock, and none with -DOK.

Usage: twins.py RBCHECK CLANG SOURCE WORK

Traces replay: rbreplay, which lies beside rbcheck, says that the steps lead back to
where they began by accepting them, and fails for a trace that was changed.
"""

import json
import os
import re
import subprocess
import sys

SEARCHES = [[], ["--search=dfs"], ["--search=bfs"], ["--search=dfs", "--reduce=on"],
            ["--search=dpor"], ["--steps=sync"], ["--jobs=2"],
            ["--search=random-walk:walks=200"]]
PARTIAL = ("--search=dpor", "--search=random-walk:walks=200")


def main():
    rbcheck, clang, source, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    with open(source, encoding="utf-8") as text:
        cases = re.findall(r"^#(?:el)?if defined (\w+)", text.read(), re.M)
    assert len(cases) > 8, cases
    failures = []
    for case in cases:
        for more in ([], ["-DOK"]):
            program = os.path.join(work, case + "".join(more) + ".bc")
            subprocess.run([*clang.split(), f"-D{case}", *more, source, "-o", program],
                           check=True)
            for options in SEARCHES:
                trace = os.path.join(work, "trace.json")
                run = subprocess.run(
                    [rbcheck, "--json=-", f"--trace={trace}", *options, program],
                    capture_output=True, text=True, timeout=100)
                name = " ".join([case, *more, *options])
                if run.returncode > 2:
                    failures.append(f"{name}: {run.stderr}")
                    continue
                result = json.loads(run.stdout)
                kinds = [error["kind"] for error in result["errors"]]
                isPartial = options and options[0] in PARTIAL
                if more and (kinds or result["verdict"] != "no-error"
                             and not isPartial):
                    failures.append(f"{name}: {result['verdict']} {kinds}")
                if more:
                    continue
                if kinds != ["livelock"] or result["never_ends"] is not True:
                    failures.append(f"{name}: {result['verdict']} {kinds}")
                    continue
                replay = subprocess.run(["rbreplay", trace], capture_output=True,
                                        text=True, timeout=100)
                if replay.returncode != 1 or "for ever ~~" not in replay.stdout:
                    failures.append(f"{name}: rbreplay: {replay.stdout}"
                                    f"{replay.stderr}")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
