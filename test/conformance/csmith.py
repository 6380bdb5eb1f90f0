"""Random programs: the checksum natively has to be the one under rbcheck.

Csmith (Debian package csmith) writes programs without undefined behaviour that
print a checksum of their globals. Each is compared at -O0, every third one at
-O2, too. Seeds count up from 1; a program that takes more than a second natively
is passed over, and the next seed takes its place. The programs that differ stay
in <build>/conformance/csmith.
"""

import os
import re

from native import inParallel, run, runsUnsupported

NATIVE_TIMEOUT, TIMEOUT = 1, 90
INCLUDE = "/usr/include/csmith"
CHECKSUM = re.compile(rb"checksum = (\w+)")


def checksumOf(ran):
    found = CHECKSUM.search(ran.out)
    return found.group(1).decode() if ran.code == 0 and found else None


def compareLevel(tools, source, level, seed):
    """(outcome, what happened) at one level; outcome None = cannot compare."""
    stem = source[:-2] + level
    flags = [f"-I{INCLUDE}"]
    if tools.compileNative(source, level, stem, flags).code != 0:
        return None, "does not compile"
    expected = checksumOf(run([stem], NATIVE_TIMEOUT))
    os.unlink(stem)
    if not expected:
        return None, "too long"
    bitcode = stem + ".bc"
    compiled = tools.compileBitcode(source, level, bitcode, flags)
    if compiled.code != 0:
        return "wrong", "with the plug-in: " + compiled.firstLine()
    ran = tools.interpret(bitcode, TIMEOUT)
    os.unlink(bitcode)
    if checksumOf(ran) == expected:
        return "same", ""
    if runsUnsupported(ran):
        return "unsupported", ran.firstLine()
    return "wrong", (f"seed {seed} {level}: expected {expected}, got "
                     f"{checksumOf(ran)}, {ran.how()}: {ran.firstLine()}")


def compareSeed(tools, folder, seed):
    """[(level, outcome, what)] of one program; [] = passed over."""
    source = os.path.join(folder, f"seed{seed}.c")
    made = run(["csmith", "--seed", str(seed), "--output", source], 30, folder)
    if made.code != 0:
        return []
    results = []
    for level in ("-O0", "-O2") if seed % 3 == 0 else ("-O0",):
        outcome, what = compareLevel(tools, source, level, seed)
        if outcome:
            results.append((level, outcome, what))
        elif level == "-O0":
            break
    if all(outcome == "same" for _, outcome, _ in results):
        os.unlink(source)
    return results


def runCsmith(tools, build, jobs, wanted):
    """Compares `wanted` programs. True if all print the same checksum."""
    folder = os.path.join(os.path.abspath(build), "conformance", "csmith")
    os.makedirs(folder, exist_ok=True)
    compared, runs, bad, seed = 0, 0, 0, 1
    while compared < wanted:
        batch = range(seed, seed + min(wanted - compared, 20))
        seed = batch.stop
        for results in inParallel(
                jobs, lambda s: compareSeed(tools, folder, s), batch):
            compared += bool(results)
            runs += len(results)
            for _, outcome, what in results:
                if outcome != "same":
                    bad += 1
                    print(f"  {outcome:12}{what}", flush=True)
    print(f"csmith: {compared} programs (seeds 1 to {seed - 1}), {runs} runs, "
          f"{runs - bad} with the same checksum (target all) "
          f"{'MISSED' if bad else 'met'}", flush=True)
    return bad == 0
