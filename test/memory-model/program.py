"""Litmus programs: a few threads of operations on shared cells and registers.

A Program has threads of operations; thread 0 is main, which starts and joins the
others. A cell is an int that starts at 0. Its accesses have an order each; those
of order "na" are plain, also on a cell that others access atomically. A register
belongs to one thread, starts at 0, and is assigned by one operation at most on
each path. An outcome is the tuple of all registers, in the order of `registers`,
and of the last values of the cells in `finals`.

    Program("MP", [[Store("x", 1, "rlx"), Store("y", 1, "rel")],
                   [Load("r", "y", "acq"), Load("s", "x", "rlx")]])

has no thread for main: `withMain` puts one in front that starts and joins them.
"""

from collections import namedtuple

Load = namedtuple("Load", "reg cell order")
Store = namedtuple("Store", "cell value order")
Update = namedtuple("Update", "reg cell kind value order")  # kind: add, swap
Cas = namedtuple("Cas", "reg cell expected value order failure")
Fence = namedtuple("Fence", "order")
Lock = namedtuple("Lock", "mutex")
Unlock = namedtuple("Unlock", "mutex")
TryLock = namedtuple("TryLock", "reg mutex")  # reg := 1 if it is taken now
Create = namedtuple("Create", "thread")
Join = namedtuple("Join", "thread")
If = namedtuple("If", "reg value then otherwise")

# A value that is written: a number, or the name of a register of the thread.

ACQUIRES = {"acq", "ar", "sc"}
RELEASES = {"rel", "ar", "sc"}


def withMain(threads, before=(), after=()):
    """The threads, numbered from 1, with a main that starts and joins all."""
    numbers = range(1, len(threads) + 1)
    main = [*before, *(Create(i) for i in numbers), *(Join(i) for i in numbers),
            *after]
    return [main, *threads]


def operations(body):
    """All operations of a body, those of branches included."""
    for one in body:
        yield one
        if isinstance(one, If):
            yield from operations(one.then)
            yield from operations(one.otherwise)


class Program:
    def __init__(self, name, threads, finals=(), hasMain=False):
        self.name = name
        self.threads = threads if hasMain else withMain(threads)
        everything = [one for body in self.threads for one in operations(body)]
        self.cells = sorted({one.cell for one in everything if hasattr(one, "cell")})
        self.finals = [cell for cell in finals if cell in self.cells]
        self.mutexes = sorted({one.mutex for one in everything
                               if hasattr(one, "mutex")})
        self.registers = []
        for number, body in enumerate(self.threads):
            names = {one.reg: 0 for one in operations(body)
                     if hasattr(one, "reg") and not isinstance(one, If)}
            self.registers += [(number, name) for name in names]

    def isMixed(self):
        """Whether there are seq_cst operations beside weaker ones: one could come
        late in their order."""
        used = set()
        for body in self.threads:
            for one in operations(body):
                if hasattr(one, "order"):
                    used.add(one.order)
                if isinstance(one, Cas):
                    used.add(one.failure)
        return "sc" in used and len(used - {"na"}) > 1

    def __str__(self):
        lines = [f"{self.name}:"]
        for number, body in enumerate(self.threads):
            lines.append(f"  {number}: " + brief(body))
        if self.finals:
            lines.append("  finals: " + " ".join(self.finals))
        return "\n".join(lines)


def brief(body):
    return "; ".join(map(briefly, body))


def briefly(one):
    if isinstance(one, Load):
        return f"{one.reg}={one.cell}.{one.order}"
    if isinstance(one, Store):
        return f"{one.cell}.{one.order}={one.value}"
    if isinstance(one, Update):
        return f"{one.reg}={one.cell}.{one.kind}({one.value}).{one.order}"
    if isinstance(one, Cas):
        return (f"{one.reg}={one.cell}.cas({one.expected},{one.value})"
                f".{one.order}/{one.failure}")
    if isinstance(one, If):
        text = f"if {one.reg}=={one.value} {{{brief(one.then)}}}"
        return text + (f" else {{{brief(one.otherwise)}}}" if one.otherwise else "")
    if isinstance(one, TryLock):
        return f"{one.reg}=trylock {one.mutex}"
    return f"{type(one).__name__.lower()} {one[0]}"
