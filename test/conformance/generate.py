"""Writes a random C program that prints a checksum. Same seed, same program.

Usage: generate.py SEED

The programs have no undefined behaviour: signed arithmetic goes through helpers
that wrap or avoid the bad cases, indices are masked, loops are counted, every
variable is initialised. They mix integer types, bit-fields, structs by value,
pointers, switches, floating point and calls. Small on purpose (Csmith makes the
large ones); needs no package, so a sample runs with every `make check`.
"""

import random
import sys

# C type, helper suffix, bits, signed
TYPES = [("int8_t", "i8", 8, True), ("uint8_t", "u8", 8, False),
         ("int16_t", "i16", 16, True), ("uint16_t", "u16", 16, False),
         ("int32_t", "i32", 32, True), ("uint32_t", "u32", 32, False),
         ("int64_t", "i64", 64, True), ("uint64_t", "u64", 64, False)]

PRELUDE = """\
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t sum = 0xcbf29ce484222325u;
static void mix(uint64_t v) {
  for (int i = 0; i < 8; i++, v >>= 8)
    sum = (sum ^ (v & 255)) * 0x100000001b3u;
}
static void mixDouble(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  mix(d != d ? 0 : bits);
}
"""

HELPERS = """\
static {t} add_{s}({t} a, {t} b) {{ return ({t})((uint64_t)a + (uint64_t)b); }}
static {t} sub_{s}({t} a, {t} b) {{ return ({t})((uint64_t)a - (uint64_t)b); }}
static {t} mul_{s}({t} a, {t} b) {{ return ({t})((uint64_t)a * (uint64_t)b); }}
static {t} div_{s}({t} a, {t} b) {{ return b == 0 || (b == ({t})-1 && ({t})-1 < 1) ? a : ({t})(a / b); }}
static {t} mod_{s}({t} a, {t} b) {{ return b == 0 || (b == ({t})-1 && ({t})-1 < 1) ? 0 : ({t})(a % b); }}
static {t} shl_{s}({t} a, unsigned n) {{ return ({t})((uint64_t)a << n % {b}); }}
static {t} shr_{s}({t} a, unsigned n) {{ return ({t})(a >> n % {b}); }}
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.functions = []   # (name, result type, parameter types)
        self.globals = []     # (expression, type) that may be read and written
        self.counter = 0

    def pick(self, things):
        return self.random.choice(things)

    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def number(self, type_):
        name, _, bits, _ = type_
        value = self.pick([0, 1, 2, 7, (1 << bits - 1) - 1, (1 << bits) - 1,
                           self.random.getrandbits(bits)]) % (1 << bits)
        return f"({name}){value}u" + ("ll" if bits == 64 else "")

    def expression(self, type_, scope, depth):
        """A side-effect-free expression of the type, except for calls."""
        name, suffix, _, _ = type_
        kind = self.random.randrange(10) if depth > 0 else self.random.randrange(3)
        sub = lambda t=type_: self.expression(t, scope, depth - 1)
        if kind == 0:
            return self.number(type_)
        if kind <= 2:
            variable, _ = self.pick(scope + self.globals)
            return f"({name}){variable}"
        if kind <= 5:
            op = self.pick(["add", "sub", "mul", "div", "mod"])
            return f"{op}_{suffix}({sub()}, {sub()})"
        if kind == 6:
            op = self.pick(["shl", "shr"])
            return f"{op}_{suffix}({sub()}, (unsigned){sub(TYPES[1])})"
        if kind == 7:
            op = self.pick(["&", "|", "^"])
            return f"({name})({sub()} {op} {sub()})"
        if kind == 8:
            other = self.pick(TYPES)
            op = self.pick(["<", "<=", "==", "!=", ">", ">="])
            return f"({sub(other)} {op} {sub(other)} ? {sub()} : {sub()})"
        if self.functions:
            function, result, parameters = self.pick(self.functions)
            arguments = ", ".join(self.expression(p, scope, depth - 2)
                                  for p in parameters)
            return f"({name}){function}({arguments})"
        return f"({name})~{sub()}"

    def statement(self, scope, indent, depth):
        put = lambda text: self.lines.append("  " * indent + text)
        kind = self.random.randrange(9) if depth > 0 else self.random.randrange(3)
        if kind <= 2:
            target, type_ = self.pick(scope + self.globals)
            put(f"{target} = {self.expression(type_, scope, 3)};")
        elif kind == 3:
            put(f"if ({self.expression(self.pick(TYPES), scope, 2)}) {{")
            self.block(scope, indent + 1, depth - 1)
            put("} else {")
            self.block(scope, indent + 1, depth - 1)
            put("}")
        elif kind == 4:
            i = self.fresh("i")
            put(f"for (unsigned {i} = 0; {i} < {self.random.randrange(2, 7)}; {i}++) {{")
            put(f"  a32[{i} % 8] += {i};")
            self.block(scope, indent + 1, depth - 1)
            put("}")
        elif kind == 5:
            put(f"switch ({self.expression(TYPES[5], scope, 2)} % 5) {{")
            for value in range(self.random.randrange(1, 5)):
                put(f"case {value}:")
                self.block(scope, indent + 1, depth - 1)
                if self.random.random() < 0.7:
                    put("  break;")
            put("default:")
            self.block(scope, indent + 1, 0)
            put("}")
        elif kind == 6:
            type_ = self.pick(TYPES)
            target, ttype = self.pick(self.globals[:4])
            pointer = self.fresh("p")
            put(f"{{ {ttype[0]} *{pointer} = &{target};")
            put(f"  *{pointer} = {self.expression(ttype, scope, 2)};")
            put(f"  mix((uint64_t)*{pointer} + "
                f"{self.expression(type_, scope, 1)}); }}")
        elif kind == 7:
            put(f"gs = turn(gs, {self.expression(TYPES[4], scope, 2)});")
        else:
            value = self.expression(TYPES[4], scope, 2)
            put(f"gd = gd * 0.75 + (double){value};")
            put("if (gd > 1e12 || gd < -1e12) gd = 1.5;")

    def block(self, scope, indent, depth):
        local, type_ = self.fresh("v"), self.pick(TYPES)
        self.lines.append("  " * indent + f"{{ {type_[0]} {local} = "
                          f"{self.expression(type_, scope, 2)};")
        inner = scope + [(local, type_)]
        for _ in range(self.random.randrange(1, 4)):
            self.statement(inner, indent + 1, depth)
        self.lines.append("  " * indent + f"  mix((uint64_t){local}); }}")

    def function(self):
        name, result = self.fresh("f"), self.pick(TYPES)
        parameters = [self.pick(TYPES) for _ in range(self.random.randrange(1, 5))]
        scope = [(f"x{i}", p) for i, p in enumerate(parameters)]
        header = ", ".join(f"{p[0]} {x}" for x, p in scope)
        self.lines.append(f"static {result[0]} {name}({header}) {{")
        # Calls fan out: a budget keeps the run short.
        self.lines.append("  if (budget == 0) return 0;")
        self.lines.append("  budget--;")
        self.block(scope, 1, 2)
        self.lines.append(f"  return {self.expression(result, scope, 2)};")
        self.lines.append("}")
        self.functions.append((name, result, parameters))

    def program(self):
        for type_ in TYPES:
            name = "g" + type_[1]
            self.globals.append((name, type_))
            self.lines.append(f"static {type_[0]} {name} = {self.number(type_)};")
        widths = [self.random.randrange(1, 30) for _ in range(3)]
        self.lines += [
            "static unsigned budget = 3000;",
            "static uint32_t a32[8] = {1, 2, 3};",
            "static double gd = 0.5;",
            f"struct S {{ int32_t a : {widths[0] + 1}; uint32_t b : {widths[1]}; "
            f"int8_t c; uint64_t d : {widths[2]}; int64_t e; }};",
            "static struct S gs = {1, 1, 1, 1, 1};",
            "static struct S turn(struct S s, int32_t n) {",
            "  s.a = n; s.b += (uint32_t)n; s.c = (int8_t)(s.a ^ s.b);",
            "  s.d = s.d * 3 + s.b; s.e = add_i64(s.e, s.c);",
            "  return s;",
            "}"]
        self.globals += [("a32[3]", TYPES[5]), ("gs.b", TYPES[5]),
                         ("gs.c", TYPES[0]), ("gs.e", TYPES[6])]
        for _ in range(self.random.randrange(3, 6)):
            self.function()
        self.lines.append("int main(void) {")
        for _ in range(self.random.randrange(2, 5)):
            self.block([("gu64", TYPES[7])], 1, 3)
        self.lines += [f"  mix((uint64_t){name});" for name, _ in self.globals]
        self.lines += ["  mix(gs.a), mix(gs.d), mixDouble(gd);",
                       "  for (int i = 0; i < 8; i++) mix(a32[i]);",
                       '  printf("%016" PRIx64 " %.17g\\n", sum, gd);',
                       "  return (int)(sum & 63);", "}"]
        helpers = [HELPERS.format(t=t, s=s, b=b) for t, s, b, _ in TYPES]
        return PRELUDE + "".join(helpers) + "\n".join(self.lines) + "\n"


def generate(seed):
    return Writer(seed).program()


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
