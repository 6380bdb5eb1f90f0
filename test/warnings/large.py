"""Reads reports that are too large to be kept in memory as a whole.

Usage: large.py RBCHECK TEMPORARY PROGRAM
"Small" is a peak of 400 MB; the documents as trees take ten times as much.
"""
import json
import os
import resource
import signal
import subprocess
import sys

SMALL = 400 << 20


def place(line):
    return {"physicalLocation": {"artifactLocation": {"uri": "race_flag.c"},
                                 "region": {"startLine": line}}}


def sarif(path, lines):
    with open(path, "w") as out:
        out.write('{"version": "2.1.0", "runs": [{"results": [\n')
        for i, line in enumerate(lines):
            out.write(",\n" if i else "")
            json.dump({"ruleId": "data-race", "message": {"text": "race"},
                       "ruleIndex": i, "locations": [place(line)],
                       "relatedLocations": [place(14)]}, out)
        # As clang does: behind the results, a rule for each of them.
        out.write('\n], "tool": {"driver": {"name": "T", "rules": [')
        out.write(",\n".join(['{"id": "data-race"}'] * len(lines)))
        out.write("]}}}]}\n")


def run(*command, **how):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, **how)
    return done.returncode, done.stdout, done.stderr


def size():
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    return "small" if peak < SMALL else f"{peak >> 20} MB"


def equal(rbcheck, program):
    sarif("equal.sarif", [28] * 50000)
    code, out, err = run(rbcheck, program, "--locs=equal.sarif",
                         "--sarif=out.sarif")
    small = size()
    with open("out.sarif") as text:
        results = json.load(text)["runs"][0]["results"]
    verdicts = {r["properties"]["rbcheck"]["verdict"] for r in results}
    rules = {r["ruleIndex"] for r in results}
    if code != 1 or verdicts != {"confirmed"} or rules != {0}:
        sys.exit(f"exit {code}, {verdicts}, {rules}\n{out}{err}")
    code, out, err = run(rbcheck, "--emit=warnings", "--locs=equal.sarif")
    print(f"50000 equal results: {out.count(chr(10) + 'warning ')} warning,",
          f"{len(results)} copies, all with the verdict; {small}")


def equal_xml(rbcheck):
    with open("equal.xml", "w") as out:
        out.write('<?xml version="1.0"?>\n<results version="2"><errors>\n')
        out.write('<error id="nullPointer" severity="error" msg="Null pointer '
                  'dereference: p"><location file="a.c" line="3"/></error>\n' *
                  50000)
        out.write("</errors></results>\n")
    code, out, err = run(rbcheck, "--emit=warnings", "--locs=equal.xml")
    if code:
        sys.exit(f"exit {code}\n{err}")
    print("50000 equal errors in XML:", out.count("\nwarning "),
          f"warning; {size()}")


def different(rbcheck):
    sarif("different.sarif", range(20, 110020))
    code, out, err = run(rbcheck, "--emit=warnings", "--locs=different.sarif")
    print(f"110000 different results: {out.count(chr(10) + 'warning ')}",
          f"warnings, exit {code}:", err.strip().split(": ", 2)[2])


def stopped(rbcheck, program):
    code, out, err = run(rbcheck, program, "--locs=different.sarif",
                         "--time-limit=0.001")
    print(f"time limit: exit {code}:", err.splitlines()[0].split(": ", 1)[1])
    # When a megabyte has gone down the pipe, it is being read.
    with open("equal.sarif", "rb") as file:
        data = file.read(1 << 20)
    child = subprocess.Popen([rbcheck, program, "--locs=-"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    child.stdin.write(data)
    child.stdin.flush()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    line = [l for l in err.decode().splitlines() if "stopped" in l][0]
    print(f"interrupted: exit {child.returncode}:", line.split(": ", 1)[1])


def main():
    rbcheck, temporary, program = sys.argv[1:]
    os.makedirs(temporary, exist_ok=True)
    program = os.path.abspath(program)
    os.chdir(temporary)
    equal(rbcheck, program)
    equal_xml(rbcheck)
    different(rbcheck)
    stopped(rbcheck, program)


main()
