"""RC11's axioms, word by word, on one execution of a litmus program.

Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11
(PLDI 2017), section 3, with C++20's release sequences (a later write of the same
thread does not belong to one). Relations are sets of pairs, a read-modify-write is
a read and a write, and nothing is fast. graphs.py finds executions quickly;
`resultsByDefinition` tries every graph instead and asks here. `published.py`
compares the two.
"""

from graphs import Explorer, outcomeOf
from program import ACQUIRES, RELEASES


def compose(one, two):
    starts = {}
    for a, b in two:
        starts.setdefault(a, []).append(b)
    return {(a, c) for a, b in one for c in starts.get(b, ())}


def closure(relation):
    whole = set(relation)
    while True:
        more = compose(whole, relation) - whole
        if not more:
            return whole
        whole |= more


def inverse(relation):
    return {(b, a) for a, b in relation}


def isIrreflexive(relation):
    return all(a != b for a, b in relation)


class Execution:
    """The relations of a complete graph. A node is the number of an event and
    "r", "w" or, for what is neither, ""."""

    def __init__(self, graph):
        self.graph = graph
        events = graph.events
        self.halves = [{"R": "r", "W": "w", "U": "rw"}.get(each.kind, [""])
                       for each in events]
        self.nodes = [(i, half) for i, halves in enumerate(self.halves)
                      for half in halves]
        self.id = {(a, a) for a in self.nodes}
        self.po = self.programOrder()
        self.rmw = {((i, "r"), (i, "w")) for i, each in enumerate(events)
                    if each.kind == "U"}
        self.rf = {((each.source, "w"), (i, "r")) for i, each in enumerate(events)
                   if each.kind in ("R", "U")}
        self.mo = {((a, "w"), (b, "w")) for order in graph.mo.values()
                   for at, a in enumerate(order) for b in order[at + 1:]}
        self.fr = compose(inverse(self.rf), self.mo)
        self.eco = closure(self.rf | self.mo | self.fr)
        self.hb = closure(self.po | self.synchronises() | self.otherOrder())

    def only(self, test):
        """The identity on those events."""
        return {(a, a) for a in self.nodes if test(a, self.graph.events[a[0]])}

    def programOrder(self):
        """Initial writes come before everything."""
        events = self.graph.events
        order = {(a, b) for a in self.nodes for b in self.nodes
                 if a[0] < b[0] and (events[a[0]].thread == events[b[0]].thread
                                     != -1 or events[a[0]].thread == -1
                                     != events[b[0]].thread)}
        return order | {((i, "r"), (i, "w")) for i, each in enumerate(events)
                        if each.kind == "U"}

    def synchronises(self):
        atomic = ("rlx", "acq", "rel", "ar", "sc")
        acquires = self.only(lambda a, e: e.order in ACQUIRES
                             and (a[1] == "r" or e.kind == "F"))
        releases = self.only(lambda a, e: e.order in RELEASES
                             and (a[1] == "w" or e.kind == "F"))
        reads = self.only(lambda a, e: a[1] == "r" and e.order in atomic)
        writes = self.only(lambda a, e: a[1] == "w" and e.order in atomic)
        fences = self.only(lambda a, e: e.kind == "F")
        sequence = compose(writes, closure(compose(self.rf, self.rmw)) | self.id)
        first = compose(releases, compose(fences, self.po) | self.id)
        last = compose(compose(self.po, fences) | self.id, acquires)
        middle = compose(compose(sequence, self.rf), reads)
        return compose(compose(first, middle), last)

    def otherOrder(self):
        """Start and end of threads, unlock and lock."""
        events = self.graph.events
        order = set()
        for i, each in enumerate(events):
            for j, other in enumerate(events):
                isOrdered = (
                    (each.kind == "create" and other.thread == each.op.thread)
                    or (other.kind == "join" and each.thread == other.op.thread)
                    or (other.kind == "lock" and other.source == i))
                if isOrdered:
                    order |= {((i, a), (j, b)) for a in self.halves[i]
                              for b in self.halves[j]}
        return order

    def isSameCell(self, a, b):
        cell = self.graph.events[a[0]].cell
        return cell is not None and cell == self.graph.events[b[0]].cell

    def isCoherent(self):
        return (isIrreflexive(self.hb)
                and isIrreflexive(compose(self.hb, self.eco)))

    def isAtomic(self):
        return not self.rmw & compose(self.fr, self.mo)

    def isOutOfThinAir(self):
        return not isIrreflexive(closure(self.po | self.rf))

    def isSequential(self):
        hb, mayBe = self.hb, self.hb | self.id
        elsewhere = {(a, b) for a, b in self.po if not self.isSameCell(a, b)}
        scb = (self.po | compose(compose(elsewhere, hb), elsewhere)
               | {(a, b) for a, b in hb if self.isSameCell(a, b)}
               | self.mo | self.fr)
        some = self.only(lambda a, e: e.order == "sc")
        fences = self.only(lambda a, e: e.order == "sc" and e.kind == "F")
        base = compose(compose(some | compose(fences, mayBe), scb),
                       some | compose(mayBe, fences))
        around = hb | compose(compose(hb, self.eco), hb)
        between = compose(compose(fences, around), fences)
        return isIrreflexive(closure(base | between))

    def isConsistent(self):
        return (self.isCoherent() and self.isAtomic() and self.isSequential()
                and not self.isOutOfThinAir())

    def hasRace(self):
        for a in self.nodes:
            for b in self.nodes:
                orders = {self.graph.events[node[0]].order for node in (a, b)}
                if (self.isSameCell(a, b) and "w" in (a[1], b[1])
                        and a[0] != b[0] and "na" in orders
                        and (a, b) not in self.hb and (b, a) not in self.hb):
                    return True
        return False


class EveryGraph(Explorer):
    """Asks the definitions about every graph."""

    def __init__(self, program):
        super().__init__(program, prune=False)
        self.hasRace = False

    def complete(self, graph):
        self.graphs += 1
        execution = Execution(graph)
        if execution.isConsistent():
            self.hasRace |= execution.hasRace()
            self.outcomes.add(outcomeOf(self.program, graph))


def resultsByDefinition(program):
    """The set of outcomes, or None if the program has a data race."""
    explorer = EveryGraph(program)
    explorer.results()
    return None if explorer.hasRace else explorer.outcomes
