"""Without an argument prints warnings with long names; with one, looks whether
the table in that file has its shape."""

import sys
import unicodedata


def width(text):
    """Columns of a terminal."""
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def warnings():
    odd = [("i" * 80, "f" * 300 + ".c", "object_" + "o" * 90, "race"),
           ("wide", "漢字" * 60 + ".c", "変数", "race"),
           ("accents", "e\u0301" * 90 + ".c", "naïve", "race")]
    for name, file, variable, kind in odd:
        print(f'warning {name} {kind} "message"')
        print(f'  object "{variable}"')
        print(f'  thread A\n    write "{file}":14 in {"n" * 400}')
        print("  thread B\n    read race_flag.c:28\nend")
    print("warning plain race\n  thread A\n    write race_flag.c:14")
    print("  thread B\n    read race_flag.c:28\nend")


def look(file):
    with open(file, encoding="utf-8") as table:
        lines = table.read().split("\n")
    head = next(i for i, line in enumerate(lines) if "VERDICT" in line)
    column = width(lines[head][:lines[head].index("VERDICT")])
    rows = 0
    for line in lines[head + 1:lines.index("", head)]:
        if width(line) > 160:
            sys.exit(f"too long: {line}")
        for word in ("not applicable", "CONFIRMED"):
            if word in line:
                rows += 1
                at = width(line[:line.index(word)])
                if at != column:
                    sys.exit(f"column {at} instead of {column}: {line}")
    if rows != 4:
        sys.exit(f"{rows} rows")
    print("verdicts are in one column, no line is longer than 160 columns")


sys.stdout.reconfigure(encoding="utf-8")
look(sys.argv[1]) if len(sys.argv) > 1 else warnings()
