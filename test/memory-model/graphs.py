"""All executions of a litmus program that RC11 allows, as graphs.

An execution is a graph: the events of each thread in program order, for each read
the write it reads from (rf), for each cell the order of its writes (mo), for each
mutex the order of its locks. RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer 2017) says
which graphs are consistent; axioms.py has its definitions literally. Release
sequences are those of C++20: a write and the read-modify-writes that follow.

`explore` makes every graph whose po and rf have no cycle exactly once, by adding
events one after the other, in the order that always takes the first thread whose
next event can be added. A thread that is passed over therefore reads from a write
that is not there yet: it waits, and each write to its cell that is added while it
waits either is the one, or not. A part of a consistent graph that contains all
that po and rf lead from is consistent, so a graph is given up as soon as it breaks
coherence or atomicity. Since events are added in an order that respects po and rf,
what happens before an event is known when it is added: a mask of events.

seq_cst is checked when a graph is complete, or when two accesses race in it: a
race in a part is a race of the program, since every part can be completed (each
further read takes the last write, each write becomes the last).
"""

from flat import Branch, Jump, flat
from program import (ACQUIRES, RELEASES, Cas, Create, Fence, Join, Load, Lock, Store,
                     TryLock, Unlock, Update)
from sequential import isSequential

NEW, READY, WAITS, FIXED, DONE = range(5)


class Race(Exception):
    """Two accesses of the graph race: the program has no meaning."""


class Event:
    """thread, op; kind is R, W, U (both), F, or what the operation is called;
    source: the event it reads from, or the event that gave the mutex."""

    __slots__ = ("thread", "kind", "cell", "order", "source", "value", "before",
                 "gives", "op")

    def __init__(self, thread, kind, cell, order, source, value, before, op):
        self.thread, self.kind, self.cell, self.order = thread, kind, cell, order
        self.source, self.value, self.before, self.op = source, value, before, op
        self.gives = 0  # what a read that acquires and reads from it learns


class Thread:
    __slots__ = ("at", "registers", "now", "later", "fence", "status", "source")

    def __init__(self):
        self.at, self.registers, self.status, self.source = 0, {}, NEW, None
        self.now = 0    # what happens before its next event
        self.later = 0  # and what an acquire fence adds to that
        self.fence = 0  # what happens before its last release fence, with it

    def copy(self):
        other = Thread.__new__(Thread)
        other.at, other.registers = self.at, self.registers
        other.now, other.later, other.fence = self.now, self.later, self.fence
        other.status, other.source = self.status, self.source
        return other


class Graph:
    def __init__(self, program):
        self.events, self.threads = [], [Thread() for _ in program.threads]
        self.mo = {}      # cell: its writes in order
        self.holders = {mutex: [] for mutex in program.mutexes}  # locks, unlocks
        for cell in program.cells:
            self.mo[cell] = [len(self.events)]
            self.events.append(Event(-1, "W", cell, "na", None, 0, 0, None))
        self.threads[0].status = READY
        self.threads[0].now = (1 << len(self.events)) - 1

    def copy(self):
        other = Graph.__new__(Graph)
        other.events = self.events[:]
        other.threads = self.threads[:]
        other.mo = dict(self.mo)
        other.holders = dict(self.holders)
        return other


class Explorer:
    def __init__(self, program, prune=True):
        """Without `prune`, coherence, atomicity and seq_cst are not looked at."""
        self.program, self.prune = program, prune
        self.code = [flat(body) for body in program.threads]
        self.touches = [self.suffixes(code) for code in self.code]
        self.outcomes = set()
        self.graphs = 0

    @staticmethod
    def suffixes(code):
        """For each place in the code, the cells and mutexes that can still be
        written or taken."""
        found = [frozenset()]
        for one in reversed(code):
            name = None
            if isinstance(one, (Store, Update, Cas)):
                name = one.cell
            elif isinstance(one, (Lock, Unlock, TryLock)):
                name = one.mutex
            found.append(found[-1] | {name} if name else found[-1])
        return found[::-1]

    def results(self):
        """The set of outcomes, or None if the program has a data race."""
        try:
            self.advance(Graph(self.program))
        except Race:
            return None
        return self.outcomes

    # Which event comes next ---------------------------------------------------

    def advance(self, graph):
        if self.isStuck(graph):
            return
        for number, thread in enumerate(graph.threads):
            if thread.status not in (READY, FIXED):
                continue
            code = self.code[number]
            at = thread.at
            while at < len(code) and isinstance(code[at], (Branch, Jump)):
                one = code[at]
                takes = (isinstance(one, Branch)
                         and thread.registers.get(one.reg, 0) == one.value)
                at = at + 1 if takes else one.target
            if at != thread.at:
                thread = graph.threads[number] = thread.copy()
                thread.at = at
            if at == len(code):
                if thread.status != DONE:
                    graph = graph.copy()
                    thread = graph.threads[number] = thread.copy()
                    thread.status = DONE
                    return self.advance(graph)
                continue
            op = code[at]
            if (isinstance(op, Join)
                    and graph.threads[op.thread].status != DONE):
                continue
            return self.execute(graph, number, op)
        if all(thread.status == DONE for thread in graph.threads):
            self.complete(graph)

    def isStuck(self, graph):
        """Whether a thread waits for a write that can no longer come."""
        for number, thread in enumerate(graph.threads):
            if thread.status == WAITS:
                op = self.code[number][thread.at]
                name = op.mutex if isinstance(op, (Lock, TryLock)) else op.cell
                if not self.mayComeFrom(graph, number, name):
                    return True
        return False

    def mayComeFrom(self, graph, number, name):
        return any(name in self.touches[other][thread.at]
                   for other, thread in enumerate(graph.threads)
                   if other != number and thread.status != DONE)

    def wait(self, graph, number, name):
        if self.mayComeFrom(graph, number, name):
            graph = graph.copy()
            thread = graph.threads[number] = graph.threads[number].copy()
            thread.status = WAITS
            self.advance(graph)

    def execute(self, graph, number, op):
        if isinstance(op, (Load, Update, Cas)):
            self.read(graph, number, op)
        elif isinstance(op, Store):
            self.write(graph, number, op)
        elif isinstance(op, Fence):
            self.fence(graph, number, op)
        elif isinstance(op, (Lock, TryLock)):
            self.lock(graph, number, op)
        elif isinstance(op, Unlock):
            graph, event = self.add(graph, number, op, "unlock")
            graph.holders[op.mutex] = graph.holders[op.mutex] + [event]
            self.wake(graph, event, op.mutex)
        elif isinstance(op, Create):
            graph, event = self.add(graph, number, op, "create")
            child = graph.threads[op.thread] = graph.threads[op.thread].copy()
            child.status = READY
            child.now = graph.threads[number].now
            self.advance(graph)
        elif isinstance(op, Join):
            graph, event = self.add(graph, number, op, "join",
                                    learns=graph.threads[op.thread].now)
            self.advance(graph)
        else:
            raise TypeError(op)

    def add(self, graph, number, op, kind, cell=None, order=None, source=None,
            value=None, learns=0, results=None):
        """A copy of the graph with one more event of the thread, and its number."""
        graph = graph.copy()
        thread = graph.threads[number] = graph.threads[number].copy()
        event = len(graph.events)
        before = thread.now | learns
        graph.events.append(Event(number, kind, cell, order, source, value, before,
                                  op))
        thread.now = before | 1 << event
        thread.at += 1
        thread.status, thread.source = READY, None
        if results:
            thread.registers = {**thread.registers, **results}
        return graph, event

    def wake(self, graph, event, name, start=0):
        """For each thread that waits for `name`, whether it reads from the event."""
        for number in range(start, len(graph.threads)):
            thread = graph.threads[number]
            if thread.status != WAITS:
                continue
            op = self.code[number][thread.at]
            if name != (op.mutex if isinstance(op, (Lock, TryLock)) else op.cell):
                continue
            other = graph.copy()
            fixed = other.threads[number] = thread.copy()
            fixed.status, fixed.source = FIXED, event
            self.wake(other, event, name, number + 1)
        self.advance(graph)

    # Reads and writes -----------------------------------------------------------

    def read(self, graph, number, op):
        thread = graph.threads[number]
        if thread.status == FIXED:
            self.readFrom(graph, number, op, thread.source)
            return
        for source in graph.mo[op.cell]:
            self.readFrom(graph, number, op, source)
        self.wait(graph, number, op.cell)

    def readFrom(self, graph, number, op, source):
        thread, written = graph.threads[number], graph.events[source]
        old, new, order = written.value, None, op.order
        if isinstance(op, Update):
            new = valueOf(op.value, thread)
            new = old + new if op.kind == "add" else new
        elif isinstance(op, Cas):
            if old == op.expected:
                new = valueOf(op.value, thread)
            else:
                order = op.failure
        learns = 0
        if order != "na" and written.order != "na":
            learns = written.gives
        before = thread.now | (learns if order in ACQUIRES else 0)
        place = graph.mo[op.cell].index(source)
        if self.prune and place < self.floor(graph, op.cell, before):
            return
        if new is not None and self.prune and self.isClosed(graph, op.cell, place):
            return
        kind = "R" if new is None else "U"
        graph, event = self.add(graph, number, op, kind, op.cell, order, source,
                                old if new is None else new, before,
                                {op.reg: old})
        if order not in ACQUIRES:
            graph.threads[number].later |= learns
        if new is None:
            self.checkRaces(graph, event)
            self.advance(graph)
            return
        gives = written.gives if written.order != "na" else 0
        for position in ([place + 1] if self.prune
                         else range(1, len(graph.mo[op.cell]) + 1)):
            self.insert(graph, number, event, position, gives)

    def write(self, graph, number, op):
        value = valueOf(op.value, graph.threads[number])
        first = 1
        if self.prune:
            first = 1 + self.floor(graph, op.cell, graph.threads[number].now)
        graph, event = self.add(graph, number, op, "W", op.cell, op.order, None,
                                value)
        for position in range(first, len(graph.mo[op.cell]) + 1):
            if self.prune and self.isClosed(graph, op.cell, position - 1):
                continue
            self.insert(graph, number, event, position, 0)

    def insert(self, graph, number, event, position, inherited):
        """Puts a write into mo, and works out what an acquiring read learns."""
        graph = graph.copy()
        written = graph.events[event]
        order = graph.mo[written.cell][:]
        order.insert(position, event)
        graph.mo[written.cell] = order
        gives = inherited
        if written.order != "na":
            gives |= graph.threads[number].fence
            if written.order in RELEASES:
                gives |= written.before | 1 << event
        copied = Event(written.thread, written.kind, written.cell, written.order,
                       written.source, written.value, written.before, written.op)
        copied.gives = gives
        graph.events[event] = copied
        self.checkRaces(graph, event)
        self.wake(graph, event, written.cell)

    @staticmethod
    def floor(graph, cell, before):
        """The place in mo of the newest write that an access must not go behind:
        one that happens before it, or that a read which does so reads from."""
        order = graph.mo[cell]
        for place in range(len(order) - 1, -1, -1):
            write = order[place]
            if before >> write & 1:
                return place
            for event, each in enumerate(graph.events):
                if each.source == write and each.cell and before >> event & 1:
                    return place
        return 0

    @staticmethod
    def isClosed(graph, cell, place):
        """Whether a read-modify-write follows what is at the place."""
        order = graph.mo[cell]
        if place + 1 == len(order):
            return False
        after = graph.events[order[place + 1]]
        return after.kind == "U"

    # Fences and mutexes -----------------------------------------------------------

    def fence(self, graph, number, op):
        thread = graph.threads[number]
        learns = thread.later if op.order in ACQUIRES else 0
        graph, event = self.add(graph, number, op, "F", None, op.order,
                                learns=learns)
        thread = graph.threads[number]
        if op.order in RELEASES:
            thread.fence = thread.now
        self.advance(graph)

    def lock(self, graph, number, op):
        """A try may also fail, at any time, as C and C++ allow: that is why it
        orders nothing."""
        thread, holders = graph.threads[number], graph.holders[op.mutex]
        last = holders[-1] if holders else None
        if thread.status == FIXED:
            if last == thread.source:
                self.take(graph, number, op, last)
            return
        if last is None or graph.events[last].kind == "unlock":
            self.take(graph, number, op, last)
        if isinstance(op, TryLock):
            self.advance(self.add(graph, number, op, "failed",
                                  results={op.reg: 0})[0])
        self.wait(graph, number, op.mutex)

    def take(self, graph, number, op, source):
        learns = (0 if source is None
                  else graph.events[source].before | 1 << source)
        results = {op.reg: 1} if isinstance(op, TryLock) else None
        graph, event = self.add(graph, number, op, "lock", source=source,
                                learns=learns, results=results)
        graph.holders[op.mutex] = graph.holders[op.mutex] + [event]
        self.advance(graph)

    # Races and the end ------------------------------------------------------------

    def checkRaces(self, graph, event):
        if not self.prune:
            return
        new = graph.events[event]
        for other, old in enumerate(graph.events[:event]):
            if (old.cell == new.cell and old.thread != new.thread
                    and "na" in (old.order, new.order)
                    and (old.kind != "R" or new.kind != "R")
                    and not new.before >> other & 1):
                if isSequential(graph):
                    raise Race
                return

    def complete(self, graph):
        self.graphs += 1
        outcome = outcomeOf(self.program, graph)
        if outcome not in self.outcomes and isSequential(graph):
            self.outcomes.add(outcome)


def valueOf(value, thread):
    return thread.registers.get(value, 0) if isinstance(value, str) else value


def outcomeOf(program, graph):
    values = [graph.threads[number].registers.get(name, 0)
              for number, name in program.registers]
    return tuple(values + [graph.events[graph.mo[cell][-1]].value
                           for cell in program.finals])
