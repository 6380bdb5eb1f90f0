"""The litmus family: known shapes with all combinations of orders and fences.

A shape is a line: threads between `||`, operations between `;`. x=1 stores, a=x
loads, a=x+1 adds, a=x~1 exchanges, a=x?0>1 compares and exchanges; `a:` in front
of an operation: only if a is 1. Cells are u to z and D, registers a to h. D is
data: its accesses may also be plain. Behind `|` come the cells whose last values
belong to the outcome. Between two operations of a thread may be any fence or none.

`systematic()` yields all programs, those of small shapes first used up: any range of
it has some of every shape, with orders all over the place.
"""

import re

from program import Cas, Fence, If, Load, Program, Store, Update

SHAPES = """
MP        x=1; y=1 || a=y; b=x
MP-data   D=1; y=1 || a=y; a: b=D
MP-write  D=1; y=1 || a=y; a: D=2 | D
SB        x=1; a=y || y=1; b=x
LB        a=x; y=1 || b=y; x=1
R         x=1; y=1 || y=2; a=x | y
S         x=2; y=1 || a=y; x=1 | x
2+2W      x=1; y=2 || y=1; x=2 | x y
WRC       x=1 || a=x; y=1 || b=y; c=x
WRC-data  D=1; x=1 || a=x; a: y=1 || b=y; b: c=D
WWC       x=2 || a=x; y=1 || b=y; x=1 | x
RWC       x=1 || a=x; b=y || y=1; c=x
W+RWC     x=1; y=1 || a=y; b=z || z=1; c=x
IRIW      x=1 || y=1 || a=x; b=y || c=y; d=x
ISA2      x=1; y=1 || a=y; z=1 || b=z; c=x
Z6.0      x=1; y=1 || a=y; z=1 || z=2; b=x | z
Z6.1      x=1; y=1 || y=2; z=1 || z=2; x=2 | x y z
Z6.U      x=1; y=1 || a=y+1; b=y || y=3; c=x
3.SB      x=1; a=y || y=1; b=z || z=1; c=x
3.2W      x=1; y=2 || y=1; z=2 || z=1; x=2 | x y z
CoRR      x=1 || a=x; b=x
CoRR2     x=1 || x=2 || a=x; b=x || c=x; d=x
CoWW      x=1; x=2 || a=x; b=x | x
CoWR      x=1; a=x || x=2 | x
CoRW      a=x; x=1 || x=2 | x
CoRW2     a=x; x=1 || x=2; b=x | x
RS        x=1; y=1; y=2 || a=y; b=x
RS-data   D=1; y=1; y=1 || a=y; a: b=D
RS-rmw    x=1; y=1 || a=y+1 || b=y; c=x
RS-rmw2   D=1; y=0 || a=y+1 || b=y; b: c=D
RS-swap   x=1; y=1 || a=y~2 || b=y; c=x
RS-store  x=1; y=1 || y=2 || a=y; b=x | y
SB-rmw    a=x+1; b=y || c=y+1; d=x
SB-between x=1; c=z+1; a=y || y=1; d=z+1; b=x
SB-other  x=1; z=1; a=y || y=1; w=1; b=x
MP-rmw    x=1; a=y+1 || b=y+1; c=x
MP-cas    x=1; y=1 || a=y?1>2; b=x
MP-cas2   x=1; a=y?0>1 || b=y?1>2; c=x
R-rmw     x=1; a=y~1 || b=y~2; c=x | y
S-rmw     x=2; a=y+1 || b=y+1; x=1 | x
2+2W-rmw  a=x~1; y=2 || b=y~1; x=2 | x y
LB-rmw    a=x+1; y=1 || b=y; x=1
Add       a=x+1; b=x || c=x+1; d=x
Cas       a=x?0>1; b=y || c=x?0>2; y=1 | x
IRIW-rmw  x=1 || y=1 || a=x+0; b=y || c=y+0; d=x
SC-late   x=1; y=1 || a=y; b=x
SC-mixed  x=1; x=2 || a=x; b=y || y=1; c=x
SC-three  x=1; y=1; a=z || z=1; b=y; c=x
Dekker    x=1; a=y; a: D=1 || y=1; b=x; b: D=2
Take      a=x?0>1; D=1; x=0 || b=x?0>1
"""

LOADS, STORES = ["rlx", "acq", "sc"], ["rlx", "rel", "sc"]
UPDATES = ["rlx", "acq", "rel", "ar", "sc"]
FENCES = [None, "acq", "rel", "ar", "sc"]
PAIRS = [(order, failure) for order in UPDATES for failure in LOADS]
STEP = 7368787  # a prime: combinations are taken in steps of it


class Shape:
    def __init__(self, line):
        self.name, rest = line.split(None, 1)
        text, _, finals = rest.replace("||", "&").partition("|")
        self.finals = finals.split()
        self.slots = []  # what each choice may be
        self.threads = []
        for body in text.split("&"):
            operations = []
            for word in body.split(";"):
                if operations:
                    operations.append(self.slot(FENCES, lambda order: Fence(order)))
                operations.append(self.operation(word.strip()))
            self.threads.append(operations)
        self.size = 1
        for options in self.slots:
            self.size *= len(options)

    def slot(self, options, make):
        self.slots.append(options)
        return len(self.slots) - 1, make

    def operation(self, word):
        guard, _, word = word.rpartition(":")
        number, make = self.access(word.strip())
        if guard:
            return number, lambda order: If(guard, 1, [make(order)], [])
        return number, make

    def access(self, word):
        left, right = word.split("=")
        plain = ["na"] if "D" in word else []
        if right.isdigit():
            return self.slot(STORES + plain,
                             lambda order: Store(left, int(right), order))
        cell, kind, rest = re.fullmatch(r"(\w)([+~?]?)(.*)", right).groups()
        if not kind:
            return self.slot(LOADS + plain, lambda order: Load(left, cell, order))
        if kind == "?":
            old, new = map(int, rest.split(">"))
            return self.slot(PAIRS, lambda pair: Cas(left, cell, old, new, *pair))
        name = {"+": "add", "~": "swap"}[kind]
        return self.slot(UPDATES,
                         lambda order: Update(left, cell, name, int(rest), order))

    def program(self, number):
        """The program of a combination, 0 to size - 1."""
        number = number * STEP % self.size
        chosen = []
        for options in self.slots:
            number, which = divmod(number, len(options))
            chosen.append(options[which])
        threads = [[make(chosen[slot]) for slot, make in body
                    if chosen[slot] is not None] for body in self.threads]
        return Program(self.name, threads, self.finals)


def systematic():
    shapes = [Shape(line) for line in SHAPES.strip().splitlines()]
    for number in range(max(shape.size for shape in shapes)):
        for shape in shapes:
            if number < shape.size:
                yield lambda shape=shape, number=number: shape.program(number)
