"""Small programs with races, and which pairs of their accesses race by C11.

A program is a few threads of simple operations. `generate(seed)` makes one,
`translate(program)` writes it in C with every access on a line of its own, and
`reference(code)` executes it in all interleavings, one by one, without ever
merging two of them. Every execution has vector clocks by the textbook: each
thread and each synchronisation object has one; an access races with an earlier
one of another thread if that is not in the clock of its thread. Slow and
obvious, and nothing of it is taken from rbcheck.
"""

import random

MOST_EXECUTIONS = 3000

# Programs -------------------------------------------------------------------------

ORDERS = ["seq_cst", "seq_cst", "relaxed", "relaxed", "acq_rel"]


def operations(rng, depth, count):
    return [operation(rng, depth) for _ in range(count)]


def operation(rng, depth):
    kind = rng.choice(["write", "write", "read", "read", "flag", "store", "rmw",
                       "post", "fence"]
                      + ["if", "if", "ifatomic", "ifatomic", "locked",
                         "reading", "writing", "try", "tryread", "semtry",
                         "section", "wait"] * (depth > 0))
    some = rng.choice([1, 1, 2])
    inner = lambda: operations(rng, depth - 1, some)
    if kind in ("write", "read"):
        return (kind, rng.choice("xy"))
    if kind == "flag":
        return ("write", "f")
    if kind in ("store", "rmw", "fence"):
        return (kind, rng.choice(ORDERS))
    if kind in ("post", "wait"):
        return (kind,)
    if kind == "ifatomic":
        return (kind, rng.choice(ORDERS), inner())
    if kind == "section":
        return (kind, [("write" if rng.random() < 0.5 else "read",
                        rng.choice("xyf"))])
    if kind == "tryread":
        return (kind, inner())
    if kind == "try":
        return (kind, rng.choice("mn"), inner(), rng.random() < 0.5 and inner())
    if kind == "locked":
        return (kind, rng.choice("mn"), inner())
    return (kind, inner())


def publishing(rng):
    """Writes data, then something that another thread can notice."""
    tell = rng.choice([("write", "f"), ("store", rng.choice(ORDERS)),
                       ("rmw", rng.choice(ORDERS)), ("post",),
                       ("locked", "m", [("write", "f")]),
                       ("section", [("write", "f")])])
    between = rng.choice([[], [], [("fence", rng.choice(ORDERS))]])
    return [("write", rng.choice("xxy"))] + between + [tell]


def noticing(rng):
    """Notices something, then touches data."""
    data = (rng.choice(["read", "write"]), rng.choice("xxy"))
    after = rng.choice([[], [], [("fence", rng.choice(ORDERS))]])
    return rng.choice([("if", after + [data]),
                       ("ifatomic", rng.choice(ORDERS), after + [data]),
                       ("semtry", [data]), ("locked", "m", [("if", [data])]),
                       ("try", "m", [data], [data])])


def generate(seed):
    """Thread 0 is main; it starts and joins the others."""
    rng = random.Random(seed)
    workers = rng.choice([1, 2, 2])

    def body(most):
        some = operations(rng, 1, rng.randrange(0, most + 1))
        if rng.random() < 0.5:
            some += publishing(rng)
        if rng.random() < 0.5:
            some.append(noticing(rng))
        return some

    threads = [body(2 if workers == 1 else 1) for _ in range(workers)]
    main = [("create", i + 1) for i in range(workers)]
    if rng.random() < 0.3:
        main.insert(1, operation(rng, 0))
    main += body(1)
    for i in range(workers):
        if rng.random() < 0.6:
            main.append(("join", i + 1))
    if rng.random() < 0.5:
        main.append(noticing(rng) if rng.random() < 0.5 else operation(rng, 1))
    return [main] + threads


# C ----------------------------------------------------------------------------------

HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <rbcheck.h>
static int x, y, f;
static atomic_int a;
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t t[4];
""".splitlines()


def orderFor(order, isLoad):
    if order == "acq_rel":
        return "memory_order_acquire" if isLoad else "memory_order_release"
    return "memory_order_" + order


class Writer:
    """Writes C and, with the lines, the code that the reference executes."""

    def __init__(self):
        self.lines = list(HEAD)
        self.code = []  # of the current thread

    def put(self, text):
        self.lines.append("  " + text)
        return len(self.lines)

    def access(self, text, variable, isWrite, order=None, isUpdate=False):
        line = self.put(text)
        self.code.append(["access", line, variable, isWrite, order, isUpdate])

    def block(self, operations):
        for one in operations:
            self.operation(*one)

    def branch(self, operations, instead=None):
        """The last instruction of `code` decides whether to go on or to jump."""
        decides = self.code[-1]
        self.block(operations)
        if instead:
            self.put("} else {")
            jump = ["jump", None]
            self.code.append(jump)
            decides.append(len(self.code))
            self.block(instead)
            jump[1] = len(self.code)
        else:
            decides.append(len(self.code))
        self.put("}")

    def operation(self, kind, *rest):
        if kind == "write":
            self.access(f"{rest[0]} = 1;", rest[0], True)
        elif kind == "read":
            self.access(f"local = {rest[0]};", rest[0], False)
        elif kind == "store":
            order = orderFor(rest[0], False)
            self.access(f"atomic_store_explicit(&a, 1, {order});", "a", True,
                        rest[0])
        elif kind == "rmw":
            self.access(f"atomic_fetch_add_explicit(&a, 1, memory_order_"
                        f"{rest[0]});", "a", True, rest[0], True)
        elif kind == "fence":
            self.put(f"atomic_thread_fence(memory_order_{rest[0]});")
            self.code.append(["fence", rest[0]])
        elif kind == "if":
            self.access("if (f) {", "f", False)
            self.code.append(["unless", "f"])
            self.branch(rest[0])
        elif kind == "ifatomic":
            order = orderFor(rest[0], True)
            self.access(f"if (atomic_load_explicit(&a, {order})) {{", "a", False,
                        rest[0])
            self.code.append(["unless", "a"])
            self.branch(rest[1])
        elif kind == "locked":
            self.put(f"pthread_mutex_lock(&{rest[0]});")
            self.code.append(["lock", rest[0]])
            self.block(rest[1] + [("unlock", rest[0])])
        elif kind == "unlock":
            self.put(f"pthread_mutex_unlock(&{rest[0]});")
            self.code.append([kind, rest[0]])
        elif kind in ("reading", "writing"):
            self.put(f"pthread_rwlock_{'rd' if kind == 'reading' else 'wr'}"
                     "lock(&w);")
            self.code.append([kind])
            self.block(rest[0] + [("leave",)])
        elif kind == "leave":
            self.put("pthread_rwlock_unlock(&w);")
            self.code.append([kind])
        elif kind == "try":
            self.put(f"if (pthread_mutex_trylock(&{rest[0]}) == 0) {{")
            self.code.append(["try", rest[0]])
            self.branch(rest[1] + [("unlock", rest[0])], rest[2])
        elif kind == "tryread":
            self.put("if (pthread_rwlock_tryrdlock(&w) == 0) {")
            self.code.append(["tryread"])
            self.branch(rest[0] + [("leave",)])
        elif kind == "semtry":
            self.put("if (sem_trywait(&s) == 0) {")
            self.code.append(["semtry"])
            self.branch(rest[0])
        elif kind == "post":
            self.put("sem_post(&s);")
            self.code.append(["post"])
        elif kind == "wait":
            self.put("sem_wait(&s);")
            self.code.append(["wait"])
        elif kind == "section":
            self.put("rb_atomic_begin();")
            self.code.append(["begin"])
            self.block(rest[0])
            self.put("rb_atomic_end();")
            self.code.append(["end"])
        elif kind == "create":
            self.put(f"pthread_create(&t[{rest[0]}], 0, run{rest[0]}, 0);")
            self.code.append(["create", rest[0]])
        elif kind == "join":
            self.put(f"pthread_join(t[{rest[0]}], 0);")
            self.code.append(["join", rest[0]])


def translate(program):
    """The text of the program, and the code of each thread."""
    writer, codes = Writer(), {}
    for number in list(range(1, len(program))) + [0]:
        writer.code = []
        writer.lines.append("int main(void) {" if number == 0 else
                            f"static void *run{number}(void *arg) {{")
        writer.put("int local = 0;")
        if number == 0:
            writer.put("sem_init(&s, 0, 0);")
        writer.block(program[number])
        if number == 0:
            writer.code.append(["exit"])
        writer.put("return local > 100;" if number == 0 else
                   "return local > 100 ? arg : 0;")
        writer.lines.append("}")
        codes[number] = writer.code
    return "\n".join(writer.lines) + "\n", [codes[i] for i in range(len(codes))]


# All executions ---------------------------------------------------------------------


class TooMany(Exception):
    pass


def joined(a, b):
    return tuple(map(max, a, b))


class Execution:
    """One execution so far. Copied at every choice."""

    def __init__(self, codes):
        count = len(codes)
        self.nothing = (0,) * count
        self.pc = [0] * count
        self.started = [True] + [False] * (count - 1)
        self.values = {"x": 0, "y": 0, "f": 0, "a": 0}
        self.owner = {"m": None, "n": None}
        self.writer, self.readers = None, []
        self.semaphore = 0
        self.section = None
        self.clock = [self.nothing] * count
        self.fenced = [self.nothing] * count
        self.loaded = [self.nothing] * count
        self.objects = {}
        self.accesses = []  # (thread, its clock, line, variable, write, atomic)

    def copy(self):
        other = Execution.__new__(Execution)
        for name, value in self.__dict__.items():
            if isinstance(value, list):
                value = list(value)
            elif isinstance(value, dict):
                value = dict(value)
            setattr(other, name, value)
        return other

    # Clocks

    def acquire(self, thread, name):
        self.clock[thread] = joined(self.clock[thread],
                                    self.objects.get(name, self.nothing))

    def release(self, thread, name):
        self.objects[name] = joined(self.clock[thread],
                                    self.objects.get(name, self.nothing))


class Reference:
    def __init__(self, codes):
        self.codes = codes
        self.races, self.executed = set(), set()
        self.executions = 0

    def isDone(self, now, thread):
        return now.pc[thread] == len(self.codes[thread])

    def isEnabled(self, now, thread):
        if not now.started[thread] or self.isDone(now, thread):
            return False
        if now.section is not None and now.section != thread:
            return False
        kind, *rest = self.codes[thread][now.pc[thread]]
        if kind == "lock":
            return now.owner[rest[0]] is None
        if kind == "reading":
            return now.writer is None
        if kind == "writing":
            return now.writer is None and not now.readers
        if kind == "wait":
            return now.semaphore > 0
        if kind == "join":
            return self.isDone(now, rest[0])
        return True

    def explore(self, now):
        # main returns: the process ends.
        if self.isDone(now, 0):
            return self.end()
        enabled = [t for t in range(len(self.codes)) if self.isEnabled(now, t)]
        if not enabled:
            return self.end()
        for thread in enabled:
            after = now.copy() if len(enabled) > 1 else now
            self.step(after, thread)
            self.explore(after)

    def end(self):
        self.executions += 1
        if self.executions > MOST_EXECUTIONS:
            raise TooMany

    def step(self, now, thread):
        kind, *rest = self.codes[thread][now.pc[thread]]
        now.pc[thread] += 1
        getattr(self, "do" + kind.capitalize())(now, thread, *rest)
        # What needs nobody else is no choice.
        while (not self.isDone(now, thread)
               and self.codes[thread][now.pc[thread]][0] in ("jump", "unless",
                                                             "end")):
            kind, *rest = self.codes[thread][now.pc[thread]]
            now.pc[thread] += 1
            getattr(self, "do" + kind.capitalize())(now, thread, *rest)

    # Operations

    def doAccess(self, now, thread, line, variable, isWrite, order, isUpdate):
        isAtomic = order is not None or now.section == thread
        self.executed.add(line)
        if order and not (isWrite and not isUpdate):
            if order == "relaxed":
                now.loaded[thread] = joined(
                    now.loaded[thread], now.objects.get(variable, now.nothing))
            else:
                now.acquire(thread, variable)
        for other, at, where, what, wrote, wasAtomic in now.accesses:
            if (what == variable and other != thread and (wrote or isWrite)
                    and not (wasAtomic and isAtomic)
                    and at > now.clock[thread][other]):
                self.races.add((min(where, line), max(where, line)))
        clock = list(now.clock[thread])
        clock[thread] += 1
        now.clock[thread] = tuple(clock)
        now.accesses.append((thread, clock[thread], line, variable, isWrite,
                             isAtomic))
        if order and isWrite:
            given = (now.fenced if order == "relaxed" else now.clock)[thread]
            if isUpdate:
                given = joined(given, now.objects.get(variable, now.nothing))
            now.objects[variable] = given
        if isWrite:
            now.values[variable] = 1

    def doExit(self, now, thread):
        pass

    def doFence(self, now, thread, order):
        if order == "relaxed":
            return
        now.clock[thread] = joined(now.clock[thread], now.loaded[thread])
        now.fenced[thread] = now.clock[thread]

    def doUnless(self, now, thread, variable, target):
        # Decided by the read before it; nobody came in between.
        if not now.values[variable]:
            now.pc[thread] = target

    def doJump(self, now, thread, target):
        now.pc[thread] = target

    def doLock(self, now, thread, mutex):
        now.owner[mutex] = thread
        now.acquire(thread, mutex)

    def doUnlock(self, now, thread, mutex):
        now.owner[mutex] = None
        now.release(thread, mutex)

    def doTry(self, now, thread, mutex, target):
        if now.owner[mutex] is None:
            self.doLock(now, thread, mutex)
        else:
            now.pc[thread] = target

    def doReading(self, now, thread):
        now.readers.append(thread)
        now.acquire(thread, "written")

    def doTryread(self, now, thread, target):
        if now.writer is None:
            self.doReading(now, thread)
        else:
            now.pc[thread] = target

    def doWriting(self, now, thread):
        now.writer = thread
        now.acquire(thread, "written")
        now.acquire(thread, "read")

    def doLeave(self, now, thread):
        if now.writer == thread:
            now.writer = None
            now.release(thread, "written")
        else:
            now.readers.remove(thread)
            now.release(thread, "read")

    def doPost(self, now, thread):
        now.semaphore += 1
        now.release(thread, "s")

    def doWait(self, now, thread):
        now.semaphore -= 1
        now.acquire(thread, "s")

    def doSemtry(self, now, thread, target):
        if now.semaphore:
            self.doWait(now, thread)
        else:
            now.pc[thread] = target

    def doBegin(self, now, thread):
        now.section = thread
        now.acquire(thread, "section")

    def doEnd(self, now, thread):
        now.section = None
        now.release(thread, "section")

    def doCreate(self, now, thread, number):
        now.started[number] = True
        now.clock[number] = now.clock[thread]

    def doJoin(self, now, thread, number):
        now.clock[thread] = joined(now.clock[thread], now.clock[number])


def reference(codes):
    """None if there are too many executions."""
    found = Reference(codes)
    try:
        found.explore(Execution(codes))
    except TooMany:
        return None
    return found
