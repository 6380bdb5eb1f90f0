"""Judges rbcheck by programs whose source says which lines race.

Usage: annotated.py --build BUILD [OPTION...] FILE_OR_FOLDER...

An annotation is a comment behind an access:

    x = x + 1; // RACE!     a data race is possible here
    x = x + 1; // NORACE    there is none in any execution
    x = x + 1; // RACE      some tool warns here, rightly or not: not judged

All annotated lines of a program become one report in the native format,
`FILE:LINE <> *`, a race of this line with whatever there is, and one run of
rbcheck. Printed are a table of annotations against verdicts, every line where
the two contradict each other, and why lines stayed undecided, the most frequent
reason first. With --exact, for suites that rbcheck must get right, the exit code
is 1 unless every race is confirmed and every other judged line refuted.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

SOURCES = (".c", ".cc", ".cpp")
ANNOTATION = re.compile(r"\S.*?//\s*(?:TODO\s+)?(NORACE|RACE)\b(!?)")
POSSIBLE, FREE, OPEN = "RACE!", "NORACE", "RACE"
VERDICTS = ["confirmed", "refuted", "refuted-bounded", "undecided",
            "not-applicable", "no result"]
CONTRADICTIONS = [(POSSIBLE, "refuted"), (POSSIBLE, "refuted-bounded"),
                  (POSSIBLE, "not-applicable"), (FREE, "confirmed")]

# One annotated line: what it says, what rbcheck says, and the reason.
Line = collections.namedtuple("Line", "program line says verdict why")


def annotations(path):
    """The annotated lines of a program: {line: POSSIBLE, FREE or OPEN}."""
    found = {}
    with open(path, errors="replace") as file:
        for number, text in enumerate(file, 1):
            match = ANNOTATION.match(text.strip())
            if match and not text.strip().startswith("//"):
                word, mark = match.groups()
                found[number] = (FREE if word == "NORACE"
                                 else POSSIBLE if mark else OPEN)
    return found


def programs(roots):
    for root in roots:
        if os.path.isfile(root):
            yield root
        for folder, inner, names in os.walk(root):
            inner.sort()
            for name in sorted(names):
                if name.endswith(SOURCES):
                    yield os.path.join(folder, name)


def lastLine(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def compile(options, source, bitcode):
    """Compiles as rbcheck does, with the flags given; what is wrong, or None."""
    include = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                           "..", "..", "runtime", "include")
    run = subprocess.run([options.clang, "-g", "-O0", "-pthread", "-w", "-Xclang",
                          "-fsanitize-address-use-after-scope", "-emit-llvm",
                          "-c", f"-I{include}", *options.cflag, source, "-o",
                          bitcode], capture_output=True, text=True,
                         errors="replace")
    if run.returncode == 0:
        return None
    return next((text for text in run.stderr.splitlines() if "error:" in text),
                lastLine(run.stderr))


def check(options, path, says, folder):
    """Runs rbcheck on one program: its result, or why there is none."""
    bitcode, report, result = (os.path.join(folder, name) for name in
                               ("program.bc", "annotated.locs", "result.json"))
    source = os.path.abspath(path)
    error = compile(options, source, bitcode)
    if error:
        return None, f"not compiled: {error}"
    with open(report, "w") as file:
        for line in says:
            file.write(f'"{source}":{line} <> *\n')
    command = [os.path.join(options.build, "bin", "rbcheck"), bitcode, "--locs",
               report, f"--json={result}", *options.flag]
    if options.seconds:
        command.append(f"--time-limit={options.seconds:g}")
    try:
        run = subprocess.run(command, capture_output=True, text=True,
                             errors="replace", stdin=subprocess.DEVNULL,
                             timeout=10 * options.seconds + 60
                             if options.seconds else None)
    except subprocess.TimeoutExpired:
        return None, "rbcheck does not end"
    if run.returncode not in (0, 1, 2) or not os.path.exists(result):
        return None, f"exit {run.returncode}: {lastLine(run.stderr)}"
    with open(result) as file:
        return json.load(file), ""


def judge(options, path, says):
    """The Lines of one program."""
    with tempfile.TemporaryDirectory() as folder:
        result, why = check(options, path, says, folder)
    if result is None:
        return [Line(path, line, what, "no result", why)
                for line, what in says.items()]
    return [Line(path, line, what, warning["verdict"],
                 "; ".join([warning["why"], *warning["notes"]]))
            for (line, what), warning in zip(says.items(), result["warnings"],
                                             strict=True)]


def table(lines):
    counts = collections.Counter((one.says, one.verdict) for one in lines)
    print(f"{'':8}" + "".join(f"{word:>16}" for word in VERDICTS))
    for says in (POSSIBLE, FREE, OPEN):
        print(f"{says:8}" + "".join(f"{counts[says, word]:16}"
                                    for word in VERDICTS))


def contradictions(lines):
    for says, verdict in CONTRADICTIONS:
        found = [one for one in lines if (one.says, one.verdict) == (says, verdict)]
        if found:
            print(f"\n{says} but {verdict}: {len(found)}")
        for one in found:
            print(f"  {one.program}:{one.line}: {one.why}")


def reasons(lines, verdict):
    """Groups lines by reason; numbers, names and places do not tell apart."""
    groups = collections.defaultdict(list)
    for one in lines:
        if one.verdict == verdict:
            plain = re.sub(r"'[^']*'|`[^`]*`|\S+\.(c|cc|cpp|h)\b(:\d+)*|\d+",
                           "_", one.why)
            groups[plain].append(one)
    if groups:
        print(f"\n{verdict}, by reason:")
    for plain, found in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"  {len(found):4}  {plain}")
        for one in found:
            print(f"          {one.program}:{one.line} {one.says}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="the build directory")
    parser.add_argument("--jobs", type=int, default=1, help="programs at once")
    parser.add_argument("--seconds", type=float, default=20,
                        help="time limit per program, 0 = rbcheck's own")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--cflag", action="append", default=[],
                        help="an option for clang, such as --cflag=-Iinclude")
    parser.add_argument("--flag", action="append", default=[],
                        help="an option for rbcheck")
    parser.add_argument("--exact", action="store_true",
                        help="fail unless every judged line is right")
    parser.add_argument("--json", help="write every line's verdict to this file")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()

    work = [(path, says) for path in programs(options.paths)
            if (says := annotations(path))]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda one: judge(options, *one), work)
        lines = [line for some in results for line in some]
    print(f"{len(lines)} annotated lines of {len(work)} programs")
    table(lines)
    judged = [one for one in lines if one.says != OPEN
              and one.verdict != "no result"]
    undecided = sum(one.verdict == "undecided" for one in judged)
    print(f"\nundecided: {undecided} of {len(judged)} lines "
          f"({100 * undecided / max(1, len(judged)):.1f} %)")
    contradictions(lines)
    for verdict in ("undecided", "refuted-bounded", "no result"):
        reasons(lines, verdict)
    if options.json:
        with open(options.json, "w") as file:
            json.dump([one._asdict() for one in lines], file, indent=1)
    right = {POSSIBLE: "confirmed", FREE: "refuted"}
    wrong = [one for one in lines if one.verdict != right.get(one.says, one.verdict)]
    if options.exact and (wrong or not lines):
        sys.exit(1)


if __name__ == "__main__":
    main()
