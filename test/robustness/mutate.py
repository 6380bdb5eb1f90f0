"""Gives rbcheck damaged programs and random options; it has to end decently.

Usage: mutate.py --rbcheck RBCHECK --clang CLANG --plugin PLUGIN --work FOLDER
                 [--count N] [--seed N] [--only bitcode|text|options]

From the programs in Inputs/ it makes three kinds of input, a third of --count each:
bitcode with flipped bits, cut or moved bytes; LLVM assembly with lines, numbers,
types and names exchanged; and command lines from a grammar of right and wrong
options. Whatever comes, rbcheck has to exit with 0, 1, 2 or 3, never by a signal,
never with 4, and in time; with 3 it says why in one line (and one more with a
hint). Inputs that fail are kept in FOLDER/failed with the command to repeat.
"""

import argparse
import collections
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# A damaged program may run forever or want all memory: that is not the point.
LIMITS = ["--time-limit=2", "--memory-limit=1500", "--max-states=5000"]
TIMEOUT = float(os.environ.get("RBCHECK_TEST_TIMEOUT", "100"))


# Damage to bitcode ------------------------------------------------------------

def flipBits(data, rng):
    for _ in range(rng.choice((1, 1, 1, 2, 8, 40))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data


def overwrite(data, rng):
    at, size = rng.randrange(len(data)), rng.choice((1, 2, 4, 8, 64))
    fill = rng.choice((b"\0", b"\xff", b"\x80", rng.randbytes(1)))
    data[at:at + size] = fill * min(size, len(data) - at)
    return data


def cut(data, rng):
    return data[:rng.randrange(len(data))]


def remove(data, rng):
    at = rng.randrange(len(data))
    del data[at:at + rng.choice((1, 4, 32, 400))]
    return data


def repeat(data, rng):
    at, size = rng.randrange(len(data)), rng.choice((4, 32, 400))
    data[at:at] = data[at:at + size]
    return data


def scramble(data, rng):
    """Random words behind the magic number, or nothing but noise."""
    head = rng.choice((0, 4, 8))
    return data[:head] + bytearray(rng.randbytes(rng.choice((0, 3, 40, 1000))))


BITCODE_DAMAGE = (flipBits, flipBits, flipBits, overwrite, overwrite, cut, remove,
                  repeat, scramble)


# Damage to LLVM assembly ------------------------------------------------------

TOKEN = re.compile(r"%[\w.]+|@[\w.]+|#\d+|!\d+|-?\d+|\b[a-z]\w*\b")
WORDS = ("i1 i8 i7 i32 i64 i128 i256 i5000 float double half fp128 x86_fp80 ptr void label "
         "metadata token add sub mul sdiv urem shl ashr xor load store alloca "
         "getelementptr phi select call ret br switch unreachable indirectbr "
         "atomicrmw cmpxchg fence freeze va_arg insertvalue extractvalue "
         "shufflevector zext sext trunc bitcast addrspacecast fptosi inttoptr "
         "invoke landingpad resume undef poison null zeroinitializer none true "
         "nsw exact inbounds volatile atomic seq_cst monotonic align byval sret "
         "noreturn external weak thread_local constant global define declare "
         "<4 {i32, {4 ({ [0 [3 ( ) , = * x").split()
NUMBERS = ("0", "1", "-1", "2", "7", "63", "64", "65", "127", "255", "65536",
           "2147483648", "4294967295", "9223372036854775807",
           "-9223372036854775808", "18446744073709551615",
           "340282366920938463463374607431768211456")


def exchangeToken(text, rng):
    tokens = list(TOKEN.finditer(text))
    token = rng.choice(tokens)
    old = token.group()
    if old[0] in "%@#!":
        same = [t.group() for t in tokens if t.group()[0] == old[0]]
        new = rng.choice(same)
    elif old.lstrip("-").isdigit():
        new = rng.choice(NUMBERS)
    else:
        new = rng.choice(WORDS)
    return text[:token.start()] + new + text[token.end():]


# Words that may stand for each other, so that the result often is valid.
ALIKE = [group.split() for group in (
    "add sub mul sdiv udiv srem urem shl lshr ashr and or xor",
    "fadd fsub fmul fdiv frem", "eq ne slt sle sgt sge ult ule ugt uge",
    "oeq one olt ole ogt oge ord uno ueq une", "zext sext", "sitofp uitofp",
    "monotonic acquire release acq_rel seq_cst", "undef poison null",
    "private internal external weak linkonce_odr", "global constant")]


def exchangeAlike(text, rng):
    tokens = [t for t in TOKEN.finditer(text)
              if t.group().isdigit() or any(t.group() in g for g in ALIKE)]
    if not tokens:
        return text
    token = rng.choice(tokens)
    old = token.group()
    group = next((g for g in ALIKE if old in g), NUMBERS)
    return text[:token.start()] + rng.choice(group) + text[token.end():]


def moveLine(text, rng):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    what = rng.randrange(3)
    line = lines[at]
    if what != 0:
        del lines[at]
    if what != 1:
        lines.insert(rng.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def cutText(text, rng):
    return text[:rng.randrange(len(text))]


def dirtyText(text, rng):
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("\0\x01\xff\"'\\{}()<>!@#%;\n") + text[at:]


TEXT_DAMAGE = ((exchangeAlike,) * 8 + (exchangeToken,) * 5 +
               (moveLine, moveLine, cutText, dirtyText))


# Command lines ----------------------------------------------------------------

NUMERIC = ("0", "1", "2", "10", "-1", "", "x", "1e3", "1.5", "nan",
           "99999999999999999999999")
FILES = ("out.txt", "-", "", ".", "/nonexistent/out", "a" * 300)
OPTIONS = {
    "--search": ("dfs", "bfs", "random", "rb:threshold=50", "rb:threshold=x", "dfs:",
                 "dfs:depth=1", ":", "", "none", "dfs,bfs", "random:walks=3"),
    "--order": ("thread", "random", "switch", "", "x"),
    "--bound": ("preemptions:2", "preemptions:", "preemptions:-1", "delays:1", "x", ""),
    "--por": ("none", "on", "off", "sleep", "", "x"),
    "--visited": ("fp128", "fp64", "exact", "bitstate", "bitstate:10", "", "x"),
    "--check": ("+leak", "-deadlock", "all", "none", "+all", "-all", "", "+", "x",
                "memory,data-race", "+livelock", "-memory,-data-race"),
    "--emit": ("marked-ir", "program", "states", "warnings", "", "x"),
    "--progress": ("auto", "always", "never", "x", ""),
    "--seed": NUMERIC, "--jobs": NUMERIC, "--time-limit": NUMERIC,
    "--memory-limit": ("1000", "-1", "", "x"), "--max-states": NUMERIC,
    "--max-depth": NUMERIC,
    "--json": FILES, "--sarif": FILES, "--html": FILES, "--trace": FILES,
    "--witness": FILES,
    "--locs": ("/nonexistent", "", ".", "garbage"),
    "--load": ("/nonexistent.so", "", "garbage"),
}
FLAGS = ("--run", "--all-errors", "--verbose", "--list-searches", "--list-models",
         "--list-checks", "--help", "--version", "-h", "-v", "--", "-", "---", "-x",
         "--unknown", "--unknown=1", "--run=1", "--search", "--json", "--RUN", "",
         "--all-errors=no", "\u00e9", "garbage", "missing.bc", "a" * 5000)


def randomOptions(programs, rng):
    words = []
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 5))):
        if rng.random() < 0.7:
            name = rng.choice(list(OPTIONS))
            value = rng.choice(OPTIONS[name])
            words += rng.choice(([f"{name}={value}"], [f"{name}={value}"],
                                 [name, value]))
        else:
            words.append(rng.choice(FLAGS))
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 2))):
        words.insert(rng.randrange(len(words) + 1), rng.choice(programs))
    if rng.random() < 0.2:
        words += ["--", "first", "--second"]
    # First, so that a later one of the test's own may take its place.
    return LIMITS + words


# Running ----------------------------------------------------------------------

def complaint(command, folder):
    """(exit code, what is wrong with how rbcheck ended or None)."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd=folder, start_new_session=True)
    try:
        _, err = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "timeout", f"still running after {TIMEOUT:g} s"
    code = process.returncode
    lines = [line for line in err.decode(errors="replace").splitlines() if line.strip()]
    if code < 0:
        return code, "killed by " + signal.Signals(-code).name
    if code == 4 or code > 4 and "--run" not in command:
        return code, f"exit code {code}: " + " / ".join(lines)[:300]
    if code == 3 and not 1 <= len(lines) <= 2:
        return code, f"{len(lines)} lines of message: " + " / ".join(lines)[:300]
    return code, None


class Fuzzer:
    def __init__(self, options):
        self.options = options
        self.rng = random.Random(options.seed)
        self.work = os.path.abspath(options.work)
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(os.path.join(self.work, "failed"))
        self.codes = collections.Counter()
        self.failures = 0
        with open(os.path.join(self.work, "garbage"), "wb") as file:
            file.write(bytes(range(256)))
        self.seeds = self.compileSeeds()

    def compileSeeds(self):
        """Bitcode and assembly of every program in Inputs, at -O0 and -O2."""
        seeds = []
        for source in sorted(glob.glob(os.path.join(HERE, "Inputs", "*.c"))):
            for level in ("-O0", "-O2"):
                for kind, suffix in (("-c", ".bc"), ("-S", ".ll")):
                    name = os.path.basename(source)[:-2] + level + suffix
                    to = os.path.join(self.work, name)
                    subprocess.run(
                        [self.options.clang, "-w", "-g1", level, "-emit-llvm", kind,
                         f"-fpass-plugin={self.options.plugin}", source, "-o", to],
                        check=True)
                    seeds.append(to)
        return seeds

    def damaged(self, kind):
        """Writes a damaged program. Returns its path."""
        suffix = ".bc" if kind == "bitcode" else ".ll"
        seed = self.rng.choice([s for s in self.seeds if s.endswith(suffix)])
        with open(seed, "rb") as file:
            data = file.read()
        rounds = self.rng.choice((1, 1, 1, 2, 4))
        if kind == "bitcode":
            data = bytearray(data)
            for _ in range(rounds):
                if data:
                    data = self.rng.choice(BITCODE_DAMAGE)(data, self.rng)
        else:
            text = data.decode()
            for _ in range(rounds):
                if TOKEN.search(text):
                    text = self.rng.choice(TEXT_DAMAGE)(text, self.rng)
            data = text.encode("latin-1", errors="replace")
        path = os.path.join(self.work, "damaged" + suffix)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def fail(self, number, command, what):
        self.failures += 1
        if command[-1].startswith(os.path.join(self.work, "damaged")):
            kept = os.path.join(self.work, "failed",
                                f"{number}{os.path.splitext(command[-1])[1]}")
            shutil.copy(command[-1], kept)
            command = command[:-1] + [kept]
        shown = " ".join(f"'{w}'" if not w or " " in w else w for w in command)
        print(f"  {what}\n    {shown[:400]}", flush=True)

    def run(self):
        kinds = [self.options.only] if self.options.only else ["bitcode", "text",
                                                               "options"]
        for number in range(self.options.count):
            kind = kinds[number % len(kinds)]
            if kind == "options":
                command = randomOptions(self.seeds, self.rng)
            else:
                run = ["--run"] if self.rng.random() < 0.25 else []
                command = LIMITS + run + [self.damaged(kind)]
            command = [self.options.rbcheck] + command
            code, what = complaint(command, self.work)
            self.codes[code] += 1
            if what:
                self.fail(number, command, what)
        shown = ", ".join(f"{n} x {code}" for code, n in
                          sorted(self.codes.items(), key=lambda item: str(item[0])))
        print(f"mutations: {self.options.count} inputs, exit codes {shown}; "
              f"{self.failures} failures (target none) "
              f"{'MISSED' if self.failures else 'met'}", flush=True)
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rbcheck", default="rbcheck")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("bitcode", "text", "options"))
    return Fuzzer(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
