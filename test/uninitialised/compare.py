"""Compares --uninitialised=report with MemorySanitizer.

Usage: compare.py --build BUILD --clang CLANG [--count N] [--first SEED]
                  --keep FOLDER

Makes N programs of one thread (seeds from SEED on) that write parts of structs,
arrays and heap blocks, copy them, take them apart by masks and shifts, and branch.
Both have to name the same line, or none. Sums and products are left out, since
MemorySanitizer takes carries for known, and divisors, since it wants all of their
bits. Prints each difference with its seed and
keeps the program. Says so where clang has no MemorySanitizer.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys

HEAD = """\
#include <stdlib.h>
#include <string.h>
struct s { char a; short b; int c; unsigned f : 5, g : 11; long d; };
union u { struct s s; unsigned char bytes[sizeof(struct s)]; unsigned words[6]; };
struct small { char a; int b; };
static volatile int sink;
static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static struct s passed(struct s x) { x.c = 1; return x; }
static struct small swapped(struct small x, int which) {
  struct small y = x;
  if (which) y.b = 5;
  return y;
}
static long taken(long x, unsigned shift) { return x >> shift; }
int main(void) {
"""
OBJECTS = ["x", "y", "(*p)", "(*q)", "w.s"]
FIELDS = ["a", "b", "c", "d", "f", "g"]
SCALARS = ["i", "j", "k", "m"]
DECLARED = """\
  struct s x, y;
  struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  union u w;
  struct small t, v;
  long i, j, k = 0, m = 1;
  unsigned char bytes[12];
  char text[8];
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        lines = [self.statement() for _ in range(self.random.randint(12, 40))]
        self.text = HEAD + DECLARED + "".join(f"  {line}\n" for line in lines)
        self.text += "  free(p), free(q);\n  return 0;\n}\n"

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return self.pick(0, 1, 3, 0x1f, 0x7f, 0xff00, 0xff, -1, 0x10, 0x7ff,
                         self.random.getrandbits(16))

    def field(self):
        return f"{self.pick(*OBJECTS)}.{self.pick(*FIELDS)}"

    def value(self):
        return self.pick(self.pick(*SCALARS), self.field(), str(self.number()),
                         f"bytes[{self.random.randrange(12)}]",
                         f"w.bytes[{self.random.randrange(24)}]",
                         f"w.words[{self.random.randrange(6)}]", "t.a", "v.b")

    def mixed(self):
        value = self.value()
        return self.pick(value, f"({value} & {self.number()})",
                         f"({value} | {self.number()})",
                         f"({value} ^ {self.value()})", f"(~{value})",
                         f"((long){value} << {self.random.randrange(20)})",
                         f"((unsigned long){value} >> {self.random.randrange(20)})",
                         f"(unsigned char){value}", f"(short){value}",
                         f"taken({value}, {self.random.randrange(30)})",
                         f"({value} & {self.value()})")

    def written(self):
        """A statement that writes something, mostly known values."""
        known = str(self.number())
        value = self.pick(known, known, known, self.mixed())
        return self.pick(f"{self.field()} = {value};",
                         f"{self.field()} = {value};",
                         f"bytes[{self.random.randrange(12)}] = {value};",
                         f"text[{self.random.randrange(8)}] = {self.pick(0, 65, 66)};",
                         f"w.words[{self.random.randrange(6)}] = {value};",
                         f"t.a = {value};", f"v.b = {value};",
                         f"{self.pick(*SCALARS)} = {value};",
                         f"{self.pick(*SCALARS)} {self.pick('&', '|', '^')}= {self.mixed()};",
                         f"{self.pick(*SCALARS)} {self.pick('>>', '<<')}= {self.random.randrange(9)};")

    def copied(self):
        a, b = self.pick(*OBJECTS), self.pick(*OBJECTS)
        size = self.random.randrange(1, 12)
        start = self.random.randrange(24 - size)
        return self.pick(
            f"{a} = {b};", f"{a} = passed({b});", "t = v;", "v = t;",
            f"v = swapped(t, {self.random.randrange(2)});",
            f"memcpy((char *)&{a} + {start}, bytes, {size});",
            f"memmove((char *)&{a} + {start}, (char *)&{b} + {24 - size - start}, {size});",
            f"memset((char *)&{a} + {start}, {self.number()} & 0xff, {size});",
            f"for (int n = 0; n < {size}; ++n) bytes[n] = ((unsigned char *)&{a})[{start} + n];",
            "free(p), p = malloc(sizeof *p);",
            "q = realloc(q, sizeof *q);",
            f"memset(bytes, {self.number()} & 0xff, sizeof bytes);")

    def tested(self):
        value = self.mixed()
        return self.pick(f"if ({value}) sink++;",
                         f"if ({value} == {self.number()}) sink++;",
                         f"sink = ({value}) != {self.mixed()} ? 1 : 2;",
                         f"switch ({value} & 7) {{ case 1: sink = 1; break; case 2: sink = 2; }}",
                         f"sink += table[{value} & 7];",
                         f"if (memcmp(bytes, &{self.pick(*OBJECTS)}, {self.random.randrange(1, 6)})) sink++;",
                         "if (strlen(text) > 3) sink++;",
                         'if (strncmp(text, "AB", 2) == 0) sink++;')

    def statement(self):
        kind = self.random.random()
        return (self.written() if kind < 0.62 else
                self.copied() if kind < 0.86 else self.tested())


def lineByMsan(program, binary):
    done = subprocess.run([binary], capture_output=True, text=True, timeout=60)
    if done.returncode == 0:
        return None
    if "use-of-uninitialized-value" not in done.stderr:
        return "other: " + done.stderr[:200]
    name = re.escape(os.path.basename(program))
    return int(re.search(name + r":(\d+)", done.stderr).group(1))


def lineByRbcheck(rbcheck, program):
    done = subprocess.run([rbcheck, "--uninitialised=report", "--json=-", program],
                          capture_output=True, text=True, timeout=60)
    report = json.loads(done.stdout)
    if report["verdict"] == "no-error":
        return None
    if report["verdict"] != "error":
        return "other: " + done.stdout[:200]
    error = report["errors"][0]
    if error["kind"] != "uninitialised":
        return "other: " + error["message"]
    return error["location"]["line"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", required=True)
    args = parser.parse_args()
    os.makedirs(args.keep, exist_ok=True)
    rbcheck = os.path.join(args.build, "bin/rbcheck")
    counts = {"errors": 0, "without": 0, "differences": 0}
    for seed in range(args.first, args.first + args.count):
        program = os.path.join(args.keep, f"{seed}.c")
        with open(program, "w") as file:
            file.write(Program(seed).text)
        binary = os.path.join(args.keep, f"{seed}.bin")
        built = subprocess.run(
            [args.clang, "-w", "-g", "-O0", "-fsanitize=memory", "-fno-builtin",
             "-fno-sanitize-memory-param-retval", program, "-o", binary],
            capture_output=True, text=True)
        if built.returncode:
            print("no MemorySanitizer: " + built.stderr.splitlines()[0])
            return 0
        expected = lineByMsan(program, binary)
        found = lineByRbcheck(rbcheck, program)
        os.remove(binary)
        if expected == found:
            counts["errors" if found else "without"] += 1
            os.remove(program)
            continue
        counts["differences"] += 1
        print(f"seed {seed}: MemorySanitizer says {expected}, rbcheck {found}")
    print(f"{args.count} programs: {counts['errors']} with an error, "
          f"{counts['without']} without, {counts['differences']} differences")
    return counts["differences"] != 0


if __name__ == "__main__":
    sys.exit(main())
