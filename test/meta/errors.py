"""Fails when a page of docs/errors or docs/topics is missing, misshapen or wrong.

Usage: errors.py ROOT RBCHECK WORK

Every word of interp/exec/Faults.def has a page and every page a word. Each page
has the sections below; the program under "Example" makes rbcheck report that
kind, the one under "Fixed" none. Pages of docs/topics have the same form; their
examples show the kinds of TOPICS.
"""

import json
import os
import re
import subprocess
import sys

SECTIONS = ["What it means", "Example", "Fixed", "Usual fixes"]
# Kinds that a program cannot show as such: the example shows what it gets.
SHOWN_AS = {"out-of-memory": "null-dereference"}
# What the example of a topic shows, and the property of that.
TOPICS = {"memory-order": ("data-race", "data-race")}
# What has to be asked for.
OPTIONS = {"uninitialised": ["--uninitialised=report"],
           "race-both-orders": ["--check=race-both-orders", "--search=dfs"]}
# What a search for it says at best.
NONE = {"race-both-orders": "inconclusive"}
CODE = re.compile(r"```(c|cpp)\n(.*?)```", re.S)


def kinds(root):
    with open(os.path.join(root, "interp/exec/Faults.def"), encoding="utf-8") as text:
        return re.findall(r'^RB_FAULT\(\w+,\s*"([\w-]+)",\s*"([\w-]+)",',
                          text.read(), re.M)


def check(rbcheck, program, language, work, name, property):
    """The kinds that rbcheck reports for a program, and the verdict."""
    source = os.path.join(work, f"{name}.{language}")
    with open(source, "w", encoding="utf-8") as text:
        text.write(program)
    run = subprocess.run([rbcheck, "--json=-", "--time-limit=60",
                          "--check=+" + property,
                          *OPTIONS.get(property, []), source],
                         capture_output=True, text=True, timeout=100)
    if run.returncode > 2:
        return [], run.stderr
    result = json.loads(run.stdout)
    return [error["kind"] for error in result["errors"]], result["verdict"]


def complaints(page, kind, rbcheck, work, property, expected):
    with open(page, encoding="utf-8") as text:
        text = text.read()
    head, *parts = re.split(r"^## (.*)\n", text, flags=re.M)
    if not re.fullmatch(rf"# {kind}\n\n[A-Z][^\n]*\.\n\n", head):
        yield f"expected '# {kind}' and one sentence on one line"
    if parts[::2] != SECTIONS:
        yield f"sections are {parts[::2]}, expected {SECTIONS}"
        return
    sections = dict(zip(parts[::2], parts[1::2]))
    programs = [CODE.findall(sections[s]) for s in ("Example", "Fixed")]
    if [len(p) for p in programs] != [1, 1]:
        yield "expected one program each under Example and Fixed"
        return
    (language, wrong), (_, right) = programs[0][0], programs[1][0]
    found = check(rbcheck, wrong, language, work, kind, property)
    if found != ([expected], "error"):
        yield f"the example gives {found}, expected {expected}"
    found = check(rbcheck, right, language, work, kind + "-fixed", property)
    if found != ([], NONE.get(kind, "no-error")):
        yield f"the fixed example gives {found}"


def main():
    root, rbcheck, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    failures = 0
    words = kinds(root)
    assert len(words) > 10, "Faults.def is not read as it is written"
    pages = {f[:-3] for f in os.listdir(os.path.join(root, "docs/errors"))}
    for extra in sorted(pages - {word for word, _ in words}):
        failures += 1
        print(f"docs/errors/{extra}.md: is no kind of error")
    for word, property in words:
        page = os.path.join(root, "docs/errors", word + ".md")
        if word not in pages:
            failures += 1
            print(f"docs/errors/{word}.md: is missing")
            continue
        for what in complaints(page, word, rbcheck, work, property,
                               SHOWN_AS.get(word, word)):
            failures += 1
            print(f"docs/errors/{word}.md: {what}")
    topics = {f[:-3] for f in os.listdir(os.path.join(root, "docs/topics"))}
    for other in sorted(topics ^ TOPICS.keys()):
        failures += 1
        print(f"docs/topics/{other}.md: is not there, or not in TOPICS")
    for word in sorted(topics & TOPICS.keys()):
        page = os.path.join(root, "docs/topics", word + ".md")
        expected, property = TOPICS[word]
        for what in complaints(page, word, rbcheck, work, property, expected):
            failures += 1
            print(f"docs/topics/{word}.md: {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
