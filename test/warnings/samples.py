"""Compares what rbcheck reads from every sample with its expected normal form.

Usage: samples.py RBCHECK SAMPLES-DIR

Every key of an expected warning must be there with the same value, steps and
threads in the same order. rbcheck may say more: keys that ADDED names. A sample
without an expected file has no warnings, unless MORE says why it has.
"""
import json
import os
import subprocess
import sys

# Keys beyond the expected ones, and why they may be there.
ADDED = {
    "id": "unique in a run, given by rbcheck",
    "fingerprint": "computed by rbcheck",
    "copies": "further records of the same warning",
    "hash": "the tool's own id, needed to write the verdict back",
    "confidence": "Goblint's text has it, too",
    "endCol": "end of the column range",
    "thread": "named by the tool for this step, or for another one of the thread",
    "spawn": "as thread",
    "held": "the tool's lock set",
    "callee": "what a call calls",
    "op": "another record of the group says it; expected has none",
    "stack": "Locksmith's call chain",
    "name": "of a mutex that expected knows by place only",
    "line": "in a source that expected gives as a path only",
    "incomplete": "said in words where expected says nothing",
    "unjudged": "what rbcheck cannot judge, by the table of rules",
    "confirmOnly": "as unjudged",
    "failsWith": "which errors the rule speaks of",
    "failsBelow": "as failsWith",
}

# Samples without an expected file in which there are warnings.
MORE = {
    "helgrind/race_flag.txt": "races are read from text, too: same as the XML",
    "helgrind/static_local.txt": "as above",
    "helgrind/false_alarm.txt": "as above",
    "helgrind/atomicity.txt": "as above",
    "helgrind/unlocked_getter.txt": "as above",
    "drd/race_flag.txt": "DRD's text is read, too: same as the XML",
    "drd/static_local.txt": "as above",
    "drd/false_alarm.txt": "as above",
    "drd/condvar.txt": "as above",
}

# A silent run leaves the output of the program alone: content cannot tell.
FORMAT = {
    "tsan/condvar.O0.txt": "tsan",
    "tsan/condvar.O1.txt": "tsan",
    "tsan/false_alarm.O0.txt": "tsan",
    "tsan/false_alarm.O1.txt": "tsan",
}

SKIP = {"expected", "programs"}


def differences(expected, got, where=""):
    """Yields what of `expected` is not in `got`, and what is there beyond it."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            yield f"{where}: {got!r} instead of an object"
            return
        for key, value in expected.items():
            if key not in got:
                yield f"{where}/{key}: missing, expected {value!r}"
            else:
                yield from differences(value, got[key], f"{where}/{key}")
        for key in got:
            if key not in expected and key not in ADDED:
                yield f"{where}/{key}: unexpected {got[key]!r}"
    elif isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            yield f"{where}: {got!r} instead of {expected!r}"
            return
        for i, (a, b) in enumerate(zip(expected, got)):
            yield from differences(a, b, f"{where}/{i}")
    elif expected != got:
        yield f"{where}: {got!r} instead of {expected!r}"


def read(rbcheck, sample):
    command = [rbcheck, "--emit=warnings", f"--locs={sample}", "--json=-",
               "--path-map=/srv/=./"]
    if sample in FORMAT:
        command.append(f"--format={FORMAT[sample]}")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{sample}: exit {done.returncode}\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def same_as_xml(rbcheck, sample, got):
    """Text and XML of a tool agree on kinds and lines."""
    def shape(warnings):
        return [(w["kind"], [[(s["op"], s.get("line")) for s in t]
                             for t in w["threads"]]) for w in warnings]
    xml = read(rbcheck, sample.replace(".txt", ".xml"))
    if shape(got) != shape(xml):
        yield f"{shape(got)} in the text, {shape(xml)} in the XML"


def main():
    rbcheck, root = sys.argv[1:]
    os.chdir(root)
    samples = []
    for folder, folders, files in os.walk("."):
        folders[:] = sorted(set(folders) - SKIP)
        samples += [os.path.relpath(os.path.join(folder, f), ".")
                    for f in files if f != "README.md"]
    failed = compared = 0
    for sample in sorted(samples):
        expected = []
        path = f"expected/{sample}.jsonl"
        if os.path.exists(path):
            with open(path) as lines:
                expected = [json.loads(line) for line in lines]
        got = read(rbcheck, sample)
        if sample in MORE:
            found = list(same_as_xml(rbcheck, sample, got))
            if expected or not got:
                found.append("is listed in MORE without need")
        else:
            found = list(differences(expected, got))
        compared += len(got)
        for difference in found:
            print(f"{sample}{difference}")
        failed += bool(found)
    print(f"{len(samples)} samples, {compared} warnings, {failed} samples differ")
    sys.exit(1 if failed else 0)


main()
