"""Fails on an #include that points the wrong way.

Usage: layering.py ROOT

The rules, for every C++ source and header:
  1. A folder includes itself and what DIRECTIONS lists for it, or for the folder
     it lies in. The list goes from the bottom up, so nothing goes in circles.
  2. Of passes/, interp sees Marks.h, LibraryFiles.h and LibraryCalls.h (which the
     rows of the models fill) only, except for interp/program, which runs the pipeline and
     reads its result. From runtime/, only runtime/include/ may be included.
  3. LLVM's IR ends at the decoder: outside passes/, tools/, tests, the sources of
     interp/program and the decoder's own headers (Coalesce.h, Decode?*.h) only
     llvm/ADT, llvm/Support and llvm/Demangle are allowed; and nobody else includes
     these headers of the decoder.
  4. Our headers are named from the root ("search/Search.h") and exist.
"""

import os
import re
import sys

EXEC = ("runtime passes interp/state interp/program interp/roles"
        " interp/exec")
SEARCH = EXEC + " search/files search search/guide search/triage"
TOOLS = SEARCH + " tools/process tools/load tools/warnings tools/report"

# Folder, with those below it that are not listed: what it may include. Each
# line may only name folders above it.
DIRECTIONS = {
    "passes": "runtime",
    "interp/state": "",
    "interp/roles": "",
    "interp/program": "runtime passes interp/state",
    "interp/exec": EXEC,
    "interp/models": EXEC,
    "search/files": "",
    "search": EXEC + " search/files",
    "search/guide": EXEC + " search/files search",
    "search/triage": EXEC + " search/files search search/guide",
    "tools/dev": "",
    "tools/mpi": "",
    "tools/process": "search/files",
    "tools/load": EXEC + " search/files tools/process",
    "tools/warnings": SEARCH,
    "tools/report": SEARCH + " tools/load tools/warnings",
    "tools/rbbuild": "search/files tools/process tools/load",
    "tools/rbcheck": TOOLS + " tools/mpi",
    "tools/rbreplay": TOOLS,
    "bench": TOOLS,
    "test/oracle": "",
    "test/pairs": TOOLS,
    "test/reference": TOOLS,
    "test/unit": TOOLS,
}

TOPS = ("runtime", "passes", "interp", "search", "tools", "bench", "test")
TESTS = ("bench/", "test/")
OTHERS = ("gtest/", "llvm/", "llvm-c/", "clang/")
FOR_INTERP = ("passes/Marks.h", "passes/LibraryCalls.h", "passes/LibraryFiles.h")
ENDINGS = (".h", ".cpp", ".def", ".inc")
ANYWHERE_LLVM = ("llvm/ADT/", "llvm/Support/", "llvm/Config/", "llvm/Demangle/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
DECODER = re.compile(r"interp/program/(Coalesce|Decode\w+)\.h")


def folderOf(path):
    """The folder of DIRECTIONS, or of the top, that a file belongs to."""
    folder = os.path.dirname(path)
    while folder not in DIRECTIONS and "/" in folder:
        folder = os.path.dirname(folder)
    return folder


def mayUseIr(path):
    return (path.startswith(("passes/", "tools/") + TESTS)
            or DECODER.fullmatch(path) is not None
            or re.fullmatch(r"interp/program/[^/]+\.cpp", path) is not None)


def complaint(root, path, bracket, name):
    """Why `path` may not include `name`, or None."""
    if name.startswith(OTHERS):
        isIr = not name.startswith(ANYWHERE_LLVM) and not mayUseIr(path)
        return "LLVM's IR stops at the decoder" if isIr else None
    if bracket == "<":
        return None
    if name.split("/", 1)[0] not in TOPS:
        return "name our headers from the root of the repository"
    if not os.path.exists(os.path.join(root, name)):
        return "no such file"
    folder, target = folderOf(path), folderOf(name)
    if target not in DIRECTIONS[folder].split() + [folder]:
        return f"{folder}/ must not know {target}/"
    if DECODER.fullmatch(name) and not path.startswith("interp/program/"):
        return "the decoder's own headers are for interp/program"
    if target == "runtime" and not name.startswith("runtime/include/"):
        return "of runtime/ only runtime/include/ is shared"
    if (target == "passes" and path.startswith("interp/") and
            name not in FOR_INTERP and folder != "interp/program"):
        return "of passes/ only Marks.h and Library*.h, outside interp/program"
    return None


def sources(root):
    """Every source of ours, once; not the programs that tests and benches check."""
    tops = sorted({f if f.startswith("test/") else f.split("/")[0]
                   for f in DIRECTIONS})
    for top in tops:
        for directory, folders, files in os.walk(os.path.join(root, top)):
            folders[:] = sorted(folders) if top != "bench" else []
            yield from (os.path.relpath(os.path.join(directory, file), root)
                        for file in sorted(files) if file.endswith(ENDINGS))


def misplaced():
    """What a line of DIRECTIONS names that does not stand above it."""
    above = {"runtime"}
    for folder, others in DIRECTIONS.items():
        above.add(folder)
        yield from (f"DIRECTIONS: {folder} names {other}, which is not above it"
                    for other in others.split() if other not in above)


def main():
    root = sys.argv[1]
    failures = list(misplaced())
    for path in sources(root):
        if folderOf(path) not in DIRECTIONS:
            failures.append(f"{path}: DIRECTIONS does not have its folder")
            continue
        with open(os.path.join(root, path), encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                match = INCLUDE.match(line)
                why = match and complaint(root, path, *match.groups())
                if why:
                    failures.append(f"{path}:{number}: {match[2]}: {why}")
    print("\n".join(failures), end="\n" if failures else "")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
