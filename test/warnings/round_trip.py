"""Native text is read back as it was written, for every report given.

Usage: round_trip.py RBCHECK TEMPORARY REPORT...
Compares the normal forms before and after; where a warning came from is a
comment in the native format and is left out.
"""
import json
import subprocess
import sys


def emit(rbcheck, report):
    command = [rbcheck, "--emit=warnings", f"--locs={report}",
               "--path-map=/srv/=./"]
    text = subprocess.run(command, capture_output=True, check=True).stdout
    lines = subprocess.run(command + ["--json=-"], capture_output=True,
                           check=True).stdout
    warnings = [json.loads(line) for line in lines.splitlines()]
    for warning in warnings:
        warning.pop("source", None)
        warning.pop("copies", None)
    return text, warnings


def main():
    rbcheck, temporary, *reports = sys.argv[1:]
    count = 0
    for report in reports:
        text, before = emit(rbcheck, report)
        with open(temporary, "wb") as out:
            out.write(text)
        again, after = emit(rbcheck, temporary)
        strip = lambda t: [l for l in t.splitlines() if not l.startswith(b"#")]
        for a, b in zip(before, after):
            if a != b:
                sys.exit(f"{report}:\n{a}\n{b}")
        if len(before) != len(after) or strip(text) != strip(again):
            sys.exit(f"{report}: differs when read again")
        count += len(before)
    print(f"{count} warnings came back")


main()
