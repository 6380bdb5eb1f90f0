"""Fails on an #include that points the wrong way.

Usage: layering.py ROOT

The rules, for every C++ source and header:
  1. runtime <- passes <- interp <- search <- tools: a folder includes itself and
     what is left of it. Of passes/, interp sees Marks.h and LibraryCalls.h (which
     the rows of the models fill) only, except for interp/program, which runs the pipeline and reads its result.
  2. From runtime/, only runtime/include/ may be included.
  3. LLVM's IR ends at the decoder: outside passes/, tools/, the sources of
     interp/program and the decoder's own headers (Coalesce.h, Decode?*.h) only
     llvm/ADT, llvm/Support and llvm/Demangle are allowed; and nobody else includes
     these headers of the decoder.
  4. Our headers are named from the root ("search/Search.h") and exist.
  5. test/oracle shares nothing: of ours it includes test/oracle only.
"""

import os
import re
import sys

ORDER = ["runtime", "passes", "interp", "search", "tools"]
FOR_INTERP = ("passes/Marks.h", "passes/LibraryCalls.h")
ENDINGS = (".h", ".cpp", ".def", ".inc")
ANYWHERE_LLVM = ("llvm/ADT/", "llvm/Support/", "llvm/Config/", "llvm/Demangle/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def isOurs(name):
    return name.split("/", 1)[0] in ORDER


DECODER = re.compile(r"interp/program/(Coalesce|Decode\w+)\.h")


def mayUseIr(path):
    return (path.startswith(("passes/", "tools/"))
            or DECODER.fullmatch(path) is not None
            or re.fullmatch(r"interp/program/[^/]+\.cpp", path) is not None)


def complaint(root, path, bracket, name):
    """Why `path` may not include `name`, or None."""
    folder = path.split("/", 1)[0]
    if path.startswith("test/oracle/"):
        isForeign = bracket == '"' and not name.startswith(("test/oracle/", "llvm/"))
        return "the oracle shares nothing with rbcheck" if isForeign else None
    if name.startswith(("llvm/", "llvm-c/", "clang/")):
        if not name.startswith(ANYWHERE_LLVM) and not mayUseIr(path):
            return "LLVM's IR stops at the decoder"
        return None
    if bracket == '"' and not isOurs(name):
        return "name our headers from the root of the repository"
    if not isOurs(name) or bracket == "<":
        return None
    if not os.path.exists(os.path.join(root, name)):
        return "no such file"
    target = name.split("/", 1)[0]
    if ORDER.index(target) > ORDER.index(folder):
        return f"{folder}/ must not know {target}/"
    if DECODER.fullmatch(name) and not path.startswith("interp/program/"):
        return "the decoder's own headers are for interp/program"
    if target == "runtime" and not name.startswith("runtime/include/"):
        return "of runtime/ only runtime/include/ is shared"
    if (target == "passes" and folder == "interp" and name not in FOR_INTERP
            and not path.startswith("interp/program/")):
        return "of passes/ only Marks.h and LibraryCalls.h, outside interp/program"
    return None


def main():
    root = sys.argv[1]
    failures = 0
    for folder in ORDER[1:] + ["test/oracle"]:
        for directory, folders, files in os.walk(os.path.join(root, folder)):
            folders.sort()
            for file in sorted(f for f in files if f.endswith(ENDINGS)):
                full = os.path.join(directory, file)
                path = os.path.relpath(full, root)
                with open(full, encoding="utf-8") as text:
                    for number, line in enumerate(text, 1):
                        match = INCLUDE.match(line)
                        why = match and complaint(root, path, *match.groups())
                        if why:
                            failures += 1
                            print(f"{path}:{number}: {match[2]}: {why}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
