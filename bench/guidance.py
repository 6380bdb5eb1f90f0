"""What the guidance of a triage is worth: states until a warning is confirmed.

Usage: guidance.py --build BUILD [--states N] [REPORT=PROGRAM ...]

Each report is judged twice, with a search along the places of each warning first
(--guide=first) and without any (--guide=never), every warning alone. Printed is a
table of the states that all searches took until it was confirmed, and the ratio;
what was not confirmed within N states is `-`. Without arguments: the location
sequences of the papers' programs, and the samples of real reports.
docs/triage.md has a run of it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAPERS = os.path.join(ROOT, "bench", "programs", "papers")
SAMPLES = os.path.join(ROOT, "test", "warnings", "Inputs", "samples")
REPORTS = ("tsan/race_flag.O0.txt", "tsan/lock_order.O0.txt",
           "tsan/atomicity.O0.txt", "helgrind/lock_order.xml",
           "constructed/goblint/messages.json")


def pairs():
    """Reports and the programs they are about."""
    for name in sorted(os.listdir(PAPERS)):
        if name.endswith(".locs"):
            stem = name.partition(".")[0]
            for suffix in (".c", ".cpp"):
                program = os.path.join(PAPERS, stem + suffix)
                if os.path.exists(program):
                    yield os.path.join(PAPERS, name), program
    for report in REPORTS:
        path = os.path.join(SAMPLES, report)
        stem = os.path.basename(report).partition(".")[0]
        program = os.path.join(SAMPLES, "programs", stem + ".c")
        if os.path.exists(path) and os.path.exists(program):
            yield path, program


def judge(rbcheck, program, report, guide, states):
    """Id, kind, verdict and states of each warning of a report."""
    run = subprocess.run(
        [rbcheck, program, "--locs", report, "--guide=" + guide, "--json=-",
         f"--max-states={states}", "--no-minimize"],
        capture_output=True, text=True)
    try:
        warnings = json.loads(run.stdout)["warnings"]
    except ValueError:
        sys.exit(f"{report}: {run.stderr}")
    return [(warning["id"], warning["kind"], warning["verdict"],
             warning["evidence"]["states"]) for warning in warnings]


def alone(rbcheck, report, folder):
    """One report in the native format for each warning."""
    text = subprocess.run([rbcheck, "--emit=warnings", "--locs", report],
                          capture_output=True, text=True).stdout
    for number, block in enumerate(text.split("\nend\n")):
        if "warning " not in block:
            continue
        path = os.path.join(folder, f"{number}.locs")
        with open(path, "w", encoding="utf-8") as file:
            file.write(block + "\nend\n")
        yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--states", type=int, default=300000)
    parser.add_argument("reports", nargs="*")
    options = parser.parse_args()
    rbcheck = os.path.join(options.build, "bin", "rbcheck")
    given = [tuple(report.split("=", 1)) for report in options.reports]
    print("| report | warning | with | without | ratio |")
    print("| --- | --- | --- | --- | --- |")
    for report, program in given or pairs():
        with tempfile.TemporaryDirectory() as folder:
            for single in alone(rbcheck, report, folder):
                rows = [judge(rbcheck, program, single, guide, options.states)
                        for guide in ("first", "never")]
                for (name, kind, first, with_), (_, _, plain, without) in zip(*rows):
                    if "confirmed" not in (first, plain):
                        continue
                    ratio = (f"{without / with_:.1f}"
                             if with_ and without else "")
                    print(f"| {os.path.basename(report)} | {name} {kind} | "
                          f"{with_ or '-'} | {without or '-'} | {ratio} |",
                          flush=True)


if __name__ == "__main__":
    main()
