"""Repeats the papers' experiments, checks their claims, writes docs/results.md.

Usage: reproduce.py quick|full [--build DIR] [--results DIR] [--jobs N] [--only p0,p2]
                    [--no-runs] [--write] [--docs DIR]

Runs the experiments of bench/experiments: quick those of the papers in minutes, full all
of them in hours (quick --only=defaults is there, too). What is recorded already is not
run again, so it may be interrupted at any time. Then prints the table of claims. With
--write it writes docs/results.md and the pages and plots of docs/results, from what is
recorded: our figures beside the published ones. With --only=p4 it renews the section and
the page of P4 and keeps all others.
"""

import argparse
import os
import subprocess
import sys

import claims as claimsModule

import cli
import page

HERE = claimsModule.HERE
PAPERS = ("p0", "p2", "p3", "p4")
EXPERIMENTS = ("p0", "p0-options", "p2", "p3", "p4", "defaults")


def names(options):
    for paper in EXPERIMENTS:
        if options.only and paper not in options.only.split(","):
            continue
        if options.size == "quick":
            if paper in PAPERS or options.only and paper != "p0-options":
                yield paper + "-quick"
        else:
            yield paper


def runAll(options):
    for name in names(options):
        out = os.path.join(options.results, f"{name}.results")
        os.makedirs(options.results, exist_ok=True)
        code = subprocess.run(
            [os.path.join(options.build, "bin", "rbexp"),
             os.path.join(HERE, "experiments", name + ".toml"), "--out=" + out,
             f"--jobs={options.jobs}", "--progress=always"], check=False).returncode
        if code:
            sys.exit(code)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("size", choices=("quick", "full"))
    arguments.add_argument("--build", default=os.path.join(HERE, "..", "build"))
    arguments.add_argument("--results", help="default: BUILD/experiments")
    arguments.add_argument("--jobs", type=int, default=0)
    arguments.add_argument("--only", help="of " + ", ".join(EXPERIMENTS))
    arguments.add_argument("--no-runs", action="store_true",
                           help="only what is recorded")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--docs", default=os.path.join(HERE, "..", "docs"),
                           help="where to write; default: docs")
    options = arguments.parse_args()
    options.results = options.results or os.path.join(options.build, "experiments")
    if not options.no_runs:
        runAll(options)
    try:
        claims = claimsModule.check(options)
    except cli.specModule.SpecError as error:
        sys.exit(str(error))
    print(claims.text())
    if options.write and options.only == "p4":
        page.writeP4(options, *names(options), claims)
    elif options.write:
        page.write(options, list(names(options)), claims,
                   lambda name: claimsModule.load(options, name))
    return 1 if any(row[3] == claimsModule.FAILS for row in claims.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
