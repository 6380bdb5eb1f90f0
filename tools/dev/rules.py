"""Prints docs/formats.md with its tables of rules made from Rules.def.

Usage: rules.py ROOT > NEW
The tables stand between the two comments `rules:begin` and `rules:end`.
"""
import re
import sys

ROW = re.compile(r'^RB_RULE_(\w+)\((.*)\)$', re.M)
ARGUMENT = re.compile(r'"((?:[^"\\]|\\.)*)"|(\w+)')
KINDS = {"Race": "race", "LockCycle": "lock-cycle", "DoubleLock": "double-lock",
         "LockLeak": "lock-leak", "GuardedBy": "guarded-by",
         "Requires": "requires", "LockOrder": "lock-order",
         "SharedStatic": "shared-static", "CondMisuse": "cond-misuse"}
BEGIN, END = "<!-- rules:begin -->", "<!-- rules:end -->"


def rows(text):
    for use, inside in ROW.findall(text):
        yield use, [a or b for a, b in ARGUMENT.findall(inside)]


def name(rule, words):
    """The rule, the words of its message, or both."""
    if rule == "*":
        return f'"{words}"'
    return f"`{rule}`" + ("" if words == "*" else f' "{words}"')


def table(tool, all_rows, reasons):
    """Rows of one tool, those with the same answer together."""
    answers = {}
    for use, (of, rule, words, *how) in all_rows:
        if of != tool:
            continue
        if use == "KIND":
            answer = ("judged as `%s`" % KINDS[how[0]], "")
        elif use == "FAULT":
            answer = (f"judged: an error of `{how[0]}` there" +
                      (" or in what it calls" if how[1] == "InCalls" else ""),
                      "")
        else:
            answer = ("confirmed only" if use == "OPEN" else "not judged",
                      reasons[how[0]])
        answers.setdefault(answer, []).append(name(rule, words))
    yield f"\n**{tool}**\n\n| rules | verdict | because |\n| --- | --- | --- |\n"
    for (verdict, why), rules in answers.items():
        yield f"| {', '.join(rules)} | {verdict} | {why} |\n"


def main():
    root = sys.argv[1]
    with open(f"{root}/tools/warnings/Rules.def") as file:
        everything = list(rows(file.read()))
    reasons = {args[0]: args[1] for use, args in everything if use == "REASON"}
    of_tools = [(use, args) for use, args in everything if use != "REASON"]
    section = "".join("".join(table(tool, of_tools, reasons)) for tool in
                      dict.fromkeys(args[0] for _, args in of_tools))
    with open(f"{root}/docs/formats.md") as file:
        page = file.read()
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    sys.stdout.write(before + BEGIN + "\n" + section + "\n" + END + after)


main()
