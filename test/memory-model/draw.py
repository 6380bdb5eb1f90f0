"""Draws litmus programs from a seed."""

import random

from program import (Cas, Create, Fence, If, Join, Load, Lock, Program, Store,
                     TryLock, Unlock, Update)

LOADS, STORES = ["rlx", "acq", "sc"], ["rlx", "rel", "sc"]
UPDATES = ["rlx", "acq", "rel", "ar", "sc"]
FENCES = ["acq", "rel", "ar", "sc"]

# Which orders a program has: loads, stores, updates, fences.
PALETTES = [
    (LOADS, STORES, UPDATES, FENCES),
    (LOADS, STORES, UPDATES, FENCES),
    (["rlx", "sc"], ["rlx", "sc"], ["rlx", "sc"], ["sc"]),
    (["rlx", "sc"], ["rlx", "sc"], ["sc"], []),
    (["rlx"], ["rlx"], ["rlx"], FENCES),
    (["acq"], ["rel"], ["ar"], ["sc"]),
    (["rlx", "acq"], ["rlx", "rel"], ["rlx", "ar"], []),
    (["sc", "acq"], ["sc", "rel"], ["sc", "ar"], ["sc"]),
    (["sc"], ["sc"], ["sc"], ["sc", "rel", "acq"]),
]


class Drawing:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.loads, self.stores, self.updates, self.fences = self.rng.choice(PALETTES)
        self.cells = ["x", "y", "z"][:self.rng.choice([1, 2, 2, 2, 3])]
        self.kind = self.rng.choice(["atomic", "atomic", "plain", "mutex", "main"])
        self.registers = []
        self.adds = 0

    def value(self):
        if self.registers and self.rng.random() < 0.1:
            return self.rng.choice(self.registers)
        return self.rng.choice([1, 1, 2])

    def register(self):
        name = f"r{self.count}"
        self.count += 1
        return name

    def isPlainNow(self):
        return self.kind == "plain" and self.rng.random() < 0.08

    def load(self):
        order = "na" if self.isPlainNow() else self.rng.choice(self.loads)
        one = Load(self.register(), self.rng.choice(self.cells), order)
        self.registers.append(one.reg)
        return one

    def store(self):
        order = "na" if self.isPlainNow() else self.rng.choice(self.stores)
        return Store(self.rng.choice(self.cells), self.value(), order)

    def update(self):
        cell, order = self.rng.choice(self.cells), self.rng.choice(self.updates)
        kind = self.rng.choice(["add", "swap", "cas", "cas"])
        if kind == "add" and self.adds < 3:
            self.adds += 1
            one = Update(self.register(), cell, kind, 1, order)
        elif kind == "cas":
            one = Cas(self.register(), cell, self.rng.choice([0, 0, 1]),
                      self.value(), order, self.rng.choice(self.loads))
        else:
            one = Update(self.register(), cell, "swap", self.value(), order)
        self.registers.append(one.reg)
        return one

    def data(self):
        """An access to data that nothing else protects."""
        if self.rng.random() < 0.5:
            return Store("D", self.rng.choice([1, 2]), "na")
        return Load(self.register(), "D", "na")

    def simple(self):
        kind = self.rng.random()
        if self.fences and kind < 0.2:
            return Fence(self.rng.choice(self.fences))
        if kind < 0.55:
            return self.load()
        if kind < 0.85:
            return self.store()
        return self.update()

    def piece(self):
        """One to four operations that belong together."""
        roll = self.rng.random()
        if self.kind in ("plain", "main") and roll < 0.35:
            if roll < 0.15:
                return [self.data()]
            if roll < 0.25:
                return [self.data(), *self.maybeFence(), self.store()]
            first = self.load() if roll < 0.32 else self.update()
            wanted = self.rng.choice([1, 1, 2])
            return [first, If(first.reg, wanted,
                              [*self.maybeFence(), self.data()], [])]
        if self.kind == "mutex" and roll < 0.5:
            inner = [self.rng.choice([self.data, self.simple])()
                     for _ in range(self.rng.choice([1, 1, 2]))]
            if roll < 0.35:
                return [Lock("m"), *inner, Unlock("m")]
            one = TryLock(self.register(), "m")
            otherwise = [self.simple()] if self.rng.random() < 0.4 else []
            return [one, If(one.reg, 1, [*inner, Unlock("m")], otherwise)]
        if self.registers and roll > 0.88:
            reg = self.rng.choice(self.registers)
            otherwise = [self.simple()] if self.rng.random() < 0.3 else []
            return [If(reg, self.rng.choice([0, 1, 1, 2]), [self.simple()], otherwise)]
        return [self.simple()]

    def maybeFence(self):
        if self.fences and self.rng.random() < 0.3:
            return [Fence(self.rng.choice(self.fences))]
        return []

    def body(self, most):
        self.registers, self.count = [], 0
        found = []
        while len(found) < most:
            found += self.piece()
        return found

    def program(self, name):
        count = self.rng.choice([2, 2, 3] if self.kind == "main"
                                else [2, 2, 2, 3, 3, 4])
        most = {2: [2, 3, 4], 3: [1, 2, 2, 3], 4: [1, 1, 1, 2]}[count]
        threads = [self.body(self.rng.choice(most)) for _ in range(count)]
        return Program(name, [self.main(count), *threads], self.finals(),
                       hasMain=True)

    def finals(self):
        return [cell for cell in self.cells[:1] if self.rng.random() < 0.4]

    def main(self, count):
        """Starts and joins the threads; may do something before, between, after."""
        creates = [Create(i) for i in range(1, count + 1)]
        joins = [Join(i) for i in range(1, count + 1)]
        if self.kind != "main":
            return creates + joins
        self.registers, self.count = [], 0
        first = [self.rng.choice([self.data, self.simple])()]
        between = self.piece() if self.rng.random() < 0.4 else []
        last = [self.rng.choice([self.data, self.simple])()]
        if self.rng.random() < 0.5:
            return first + creates + between + joins + last
        return (first + creates[:1] + between + creates[1:] + joins[:1] + last
                + joins[1:])


def drawn(seed):
    return Drawing(seed).program(f"seed {seed}")
