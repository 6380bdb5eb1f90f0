"""Compares what stands for all values of a type with all of them.

Usage: compare.py --build BUILD [--clang CLANG] [--count N] [--first SEED]
                  [--keep FOLDER]

Makes N programs that do something with one unknown value of 16 bits and end with
an outcome. The native program tries all 65,536 values; rbcheck is asked for each
outcome whether it comes about: one that it does not find while it claims that
nothing was left out is a difference, and so is one that no value has. Also prints
how many programs were exact.
"""

import argparse
import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True

HEAD = """#include <stdio.h>
#include <stdlib.h>
short __VERIFIER_nondet_short(void);
static int table[64], kept;
static int within(long value, long low, long high) {
  if (value < low)
    return 0;
  return value <= high;
}
static int add(int value, int more) { return value + more; }
"""

TAIL = """
#ifdef NATIVE
int main(void) {
  for (int x = -32768; x < 32768; x++)
    printf("%d\\n", decide((short)x));
}
#else
int main(int count, char **words) {
  if (count > 1 && INPUT == atoi(words[1]))
    abort();
}
#endif
"""


class Program:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.names = 0
        self.is_local = seed % 3 == 0  # an uninitialised local instead of a call

    def number(self):
        return self.draw.choice([0, 1, -1, 2, 5, 9, 10, 100, 127, 128, 255, 256,
                                 -128, -5, 1000, 32767, -32768, 65535, 40000])

    def expression(self, variables):
        name = self.draw.choice(variables)
        kind = self.draw.randrange(8)
        if kind < 3:
            return f"({name} {self.draw.choice('+-')} {self.draw.choice([1, 2, 7, 100])})"
        if kind == 3:
            cast = self.draw.choice(["unsigned short", "signed char", "unsigned char",
                                     "long", "unsigned", "int"])
            return f"(({cast}){name})"
        if kind == 4:
            return f"add({name}, {self.draw.choice([1, 3, -4])})"
        if kind == 5 and self.draw.random() < 0.3:
            return f"({name} % {self.draw.choice([2, 3, 7])})"
        if kind == 6 and self.draw.random() < 0.3:
            return f"({name} & {self.draw.choice([1, 3, 7, 6])})"
        return name

    def condition(self, variables):
        value = self.expression(variables)
        kind = self.draw.randrange(6)
        low = self.number()
        if kind == 0:
            return f"within({value}, {low}, {low + self.draw.choice([0, 3, 20])})"
        if kind == 1:
            return f"{value} >= {low} && {value} < {low + self.draw.choice([1, 8, 500])}"
        if kind == 2:
            return value
        return f"{value} {self.draw.choice(['<', '<=', '>', '>=', '==', '!='])} {low}"

    def block(self, variables, depth, indent):
        lines = []
        for _ in range(self.draw.randrange(1, 4)):
            lines += self.statement(list(variables), depth, indent)
        return lines

    def statement(self, variables, depth, indent):
        kind = self.draw.randrange(10)
        bit = f"{indent}seen = seen * 2 % 61 + {self.draw.randrange(1, 4)};"
        if depth == 0 or kind == 0:
            return [bit]
        inner = indent + "  "
        if kind < 4:
            return ([f"{indent}if ({self.condition(variables)}) {{"]
                    + [bit] + self.block(variables, depth - 1, inner)
                    + [f"{indent}}} else {{"] + self.block(variables, depth - 1, inner)
                    + [f"{indent}}}"])
        if kind == 4:
            low = self.draw.choice([0, 0, 3])
            value = self.draw.choice(variables)
            return [f"{indent}if ({value} >= {low} && {value} < {low + 6})",
                    f"{inner}seen = (seen + table[{value}]) % 61;"]
        if kind == 5:
            cases = sorted({self.number() for _ in range(3)})
            lines = [f"{indent}switch ({self.draw.choice(variables)}) {{"]
            for case in cases:
                lines += [f"{indent}case {case}:"] + self.block(variables, depth - 1, inner)
                lines += [f"{inner}break;"] if self.draw.random() < 0.7 else []
            return lines + [f"{indent}default:", f"{inner}seen++;", f"{indent}}}"]
        if kind == 6:
            self.names += 1
            name = f"v{self.names}"
            return ([f"{indent}{{ int {name} = {self.expression(variables)};"]
                    + self.block(variables + [name], depth - 1, inner) + [f"{indent}}}"])
        if kind == 7:
            end = self.draw.choice([3, 10, -2])
            name = self.draw.choice(variables)
            self.names += 1
            turn = f"t{self.names}"
            return [f"{indent}for (int {turn} = 0; {turn} < 4 && {name} < {end}; {turn}++) {{",
                    f"{inner}seen = (seen * 3 + 1) % 61;",
                    f"{inner}if ({self.condition(variables)}) break;",
                    f"{inner}{name}++;", f"{indent}}}"]
        if kind == 8 and self.draw.random() < 0.2:
            return [f"{indent}kept = {self.draw.choice(variables)};",
                    f"{indent}if (kept == {self.number()}) seen++;"]
        return ([f"{indent}if (!({self.condition(variables)})) return seen % 61;"])

    def text(self):
        body = self.block(["x"], 3, "  ")
        value = "short x;" if self.is_local else "short x = __VERIFIER_nondet_short();"
        lines = [HEAD, "#ifdef NATIVE", "static int decide(short x) {", "#else",
                 "static int decide(void) {", f"  {value}", "#endif", "  int seen = 0;",
                 "  for (int i = 0; i < 64; i++) table[i] = i * 7;"]
        return "\n".join(lines + body + ["  return seen % 61;", "}",
                                         TAIL.replace("INPUT", "decide()")])


class Comparison:
    def __init__(self, args):
        self.args = args
        os.makedirs(args.keep, exist_ok=True)

    def run(self, *command):
        return subprocess.run(command, capture_output=True, text=True, timeout=600)

    def outcomes(self, source, program):
        self.run(self.args.clang, "-w", "-O0", "-fwrapv", "-DNATIVE", source, "-o", program)
        return {int(word) for word in self.run(program).stdout.split()}

    def compare(self, seed):
        """Whether it was exact, and what differs."""
        source = os.path.join(self.args.keep, f"values-{seed}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(Program(seed).text())
        program = source[:-2]
        all_outcomes = self.outcomes(source, program)
        self.run(self.args.clang, "-w", "-g", "-O0", "-Xclang",
                 "-fsanitize-address-use-after-scope", "-emit-llvm", "-c", source,
                 "-o", program + ".bc")
        rbcheck = os.path.join(self.args.build, "bin", "rbcheck")
        ask = lambda outcome: self.run(rbcheck, program + ".bc", "--", str(outcome)).returncode
        never = next(i for i in range(1000) if i not in all_outcomes)
        code = ask(never)
        differences = [] if code in (0, 2) else [f"{never}: exit {code}, no value has it"]
        for outcome in sorted(all_outcomes) if code == 0 else []:
            if (found := ask(outcome)) != 1:
                differences.append(f"{outcome}: exit {found}, some value has it")
        return code == 0, differences


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", default="values")
    args = parser.parse_args()
    comparison = Comparison(args)
    exact = wrong = 0
    for seed in range(args.first, args.first + args.count):
        is_exact, differences = comparison.compare(seed)
        exact += is_exact
        wrong += bool(differences)
        for line in differences:
            print(f"seed {seed}: {line}")
    print(f"{args.count} programs: {exact} exact, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
