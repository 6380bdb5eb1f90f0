"""What generated C programs are made of.

A topic is one way in which threads share something. It declares what it needs,
gives each thread that takes part a few lines, and knows what must hold at the
end. Each has ways to be wrong, by name; a program uses at most one of them, so
about half of the programs are right.

A topic has: `threads` (how many take part, 1 to the number there are), and after
`make(draw, name, threads, wrong)`: globals, setup, body[i], final.
"""


class Topic:
    threads = (2, 2)     # fewest and most that take part
    wrongs = ()          # ways to be wrong
    headers = ()

    def __init__(self, draw, name, threads, wrong):
        self.draw, self.name, self.count, self.wrong = draw, name, threads, wrong
        self.globals, self.setup, self.final, self.functions = [], [], [], []
        self.status = []  # numbers that main's exit status is the sum of
        self.body = [[] for _ in range(threads)]
        self.make(name)

    def is_wrong(self, way, thread=None):
        """Whether to go wrong here; with a thread, only in the last one."""
        return self.wrong == way and thread in (None, self.count - 1)


# Locks ----------------------------------------------------------------------------

MUTEX_TYPES = {"recursive": "PTHREAD_MUTEX_RECURSIVE",
               "errorcheck": "PTHREAD_MUTEX_ERRORCHECK"}


class Lock:
    """A lock of some kind and the C text to use it."""

    KINDS = ["mutex", "mutex", "mutex", "recursive", "errorcheck", "rwlock",
             "spin", "semaphore", "mtx"]

    def __init__(self, kind, name):
        self.kind, self.name = kind, name

    def globals(self):
        if self.kind == "mutex":
            return [f"static pthread_mutex_t {self.name} = PTHREAD_MUTEX_INITIALIZER;"]
        type_ = {"rwlock": "pthread_rwlock_t", "spin": "pthread_spinlock_t",
                 "semaphore": "sem_t", "mtx": "mtx_t"}.get(self.kind, "pthread_mutex_t")
        return [f"static {type_} {self.name};"]

    def setup(self):
        name = self.name
        if self.kind in MUTEX_TYPES:
            return [f"pthread_mutexattr_t {name}_kind;",
                    f"pthread_mutexattr_init(&{name}_kind);",
                    f"pthread_mutexattr_settype(&{name}_kind, {MUTEX_TYPES[self.kind]});",
                    f"pthread_mutex_init(&{name}, &{name}_kind);"]
        return {"mutex": [], "rwlock": [f"pthread_rwlock_init(&{name}, 0);"],
                "spin": [f"pthread_spin_init(&{name}, 0);"],
                "semaphore": [f"sem_init(&{name}, 0, 1);"],
                "mtx": [f"mtx_init(&{name}, mtx_plain);"]}[self.kind]

    def lock(self):
        return {"rwlock": "pthread_rwlock_wrlock", "spin": "pthread_spin_lock",
                "semaphore": "sem_wait", "mtx": "mtx_lock"}.get(
                    self.kind, "pthread_mutex_lock") + f"(&{self.name});"

    def unlock(self):
        return {"rwlock": "pthread_rwlock_unlock", "spin": "pthread_spin_unlock",
                "semaphore": "sem_post", "mtx": "mtx_unlock"}.get(
                    self.kind, "pthread_mutex_unlock") + f"(&{self.name});"

    def trial(self):
        return {"rwlock": "pthread_rwlock_trywrlock", "spin": "pthread_spin_trylock",
                "semaphore": "sem_trywait", "mtx": "mtx_trylock"}.get(
                    self.kind, "pthread_mutex_trylock") + f"(&{self.name}) == 0"

    def destroy(self):
        return {"rwlock": "pthread_rwlock_destroy", "spin": "pthread_spin_destroy",
                "semaphore": "sem_destroy", "mtx": "mtx_destroy"}.get(
                    self.kind, "pthread_mutex_destroy") + f"(&{self.name});"


class Counter(Topic):
    """A number under a lock of any kind."""
    threads = (2, 3)
    wrongs = ("no-lock", "no-unlock", "unlock-twice", "destroy-held")

    def make(self, n):
        lock = Lock(self.draw.pick(Lock.KINDS), n + "_lock")
        self.globals += lock.globals() + [f"static int {n};"]
        self.setup += lock.setup()
        total = 0
        for i, body in enumerate(self.body):
            step = 1 + self.draw.below(3)
            total += step
            if not self.is_wrong("no-lock", i):
                body.append(lock.lock())
            body.append(f"{n} += {step};")
            if self.is_wrong("no-unlock", i) or self.is_wrong("no-lock", i):
                continue
            body.append(lock.unlock())
            if self.is_wrong("unlock-twice", i):
                body.append(lock.unlock())
        if self.is_wrong("destroy-held"):
            self.final.append(lock.lock())
        self.final.append(f"assert({n} == {total});")
        if self.draw.chance(40) or self.is_wrong("destroy-held"):
            self.final.append(lock.destroy())


class Trial(Topic):
    """Locks that are only tried."""
    threads = (2, 3)
    wrongs = ("unlock-anyway", "believes-it")

    def make(self, n):
        lock = Lock(self.draw.pick(Lock.KINDS), n + "_lock")
        self.globals += lock.globals() + [f"static int {n}, {n}_failed[3];"]
        self.setup += lock.setup()
        for i, body in enumerate(self.body):
            if i == 0 and self.draw.chance(50):
                body += [lock.lock(), f"{n}++;", lock.unlock()]
            elif self.is_wrong("unlock-anyway", i):
                body += [f"if ({lock.trial()})", f"  {n}++;", lock.unlock()]
            elif self.is_wrong("believes-it", i):
                body += [f"int {n}_has = {lock.trial()};", f"assert({n}_has);",
                         f"{n}++;", lock.unlock()]
            else:
                body += [f"if ({lock.trial()}) {{", f"  {n}++;", f"  {lock.unlock()}",
                         "} else", f"  {n}_failed[{i}] = 1;"]
        failed = " + ".join(f"{n}_failed[{i}]" for i in range(self.count))
        self.final.append(f"assert({n} + {failed} == {self.count});")
        self.status.append(n)


class TwoLocks(Topic):
    """Two locks, taken in one order, or not."""
    wrongs = ("order",)
    threads = (2, 3)

    def make(self, n):
        a, b = (Lock(self.draw.pick(Lock.KINDS[:-1]), n + x) for x in "ab")
        for lock in (a, b):
            self.globals += lock.globals()
            self.setup += lock.setup()
        self.globals.append(f"static int {n};")
        for i, body in enumerate(self.body):
            first, second = (b, a) if self.is_wrong("order", i) else (a, b)
            body += [first.lock(), second.lock(), f"{n}++;"]
            unlocks = [second.unlock(), first.unlock()]
            body += unlocks if self.draw.chance(60) else unlocks[::-1]
        self.final.append(f"assert({n} == {self.count});")


class Again(Topic):
    """A mutex that its owner locks once more."""
    threads = (1, 2)
    wrongs = ("normal",)

    def make(self, n):
        kind = "mutex" if self.wrong else self.draw.pick(["recursive", "errorcheck"])
        lock = Lock(kind, n + "_lock")
        self.globals += lock.globals() + [f"static int {n};"]
        self.setup += lock.setup()
        for body in self.body:
            body.append(lock.lock())
            if kind == "errorcheck":
                body.append(f"assert(pthread_mutex_lock(&{lock.name}) == EDEADLK);")
            else:
                body.append(lock.lock())
            body.append(f"{n}++;")
            if kind == "recursive":
                body.append(lock.unlock())
            body.append(lock.unlock())
            if kind == "errorcheck" and self.draw.chance(50):
                body.append(f"assert(pthread_mutex_unlock(&{lock.name}) == EPERM);")
        self.final.append(f"assert({n} == {self.count});")


class Readers(Topic):
    """A read-write lock with readers and a writer."""
    threads = (2, 3)
    wrongs = ("writes-as-reader", "no-lock")

    def make(self, n):
        self.globals += [f"static pthread_rwlock_t {n}_lock = PTHREAD_RWLOCK_INITIALIZER;",
                         f"static int {n}, {n}_twin;"]
        unlock = f"pthread_rwlock_unlock(&{n}_lock);"
        for i, body in enumerate(self.body):
            if i == 0:
                body += [f"pthread_rwlock_wrlock(&{n}_lock);", f"{n}++;",
                         f"{n}_twin++;", unlock]
            elif self.is_wrong("no-lock", i):
                body.append(f"assert({n} >= {n}_twin);")
            elif self.is_wrong("writes-as-reader", i):
                body += [f"pthread_rwlock_rdlock(&{n}_lock);", f"{n}++;", f"{n}_twin++;",
                         unlock]
            elif self.draw.chance(50):
                body += [f"pthread_rwlock_rdlock(&{n}_lock);",
                         f"assert({n} == {n}_twin);", unlock]
            else:
                body += [f"if (pthread_rwlock_tryrdlock(&{n}_lock) == 0) {{",
                         f"  assert({n} == {n}_twin);", f"  {unlock}", "}"]


# Waiting --------------------------------------------------------------------------

class Condition(Topic):
    """One thread tells others that something is ready."""
    threads = (2, 3)
    wrongs = ("no-signal", "early-test", "no-change", "signal-for-two", "no-mutex",
              "destroy-waited")
    # `if` instead of `while` goes wrong by spurious wake-ups only.
    spurious = ("if",)

    def make(self, n):
        self.globals += [f"static pthread_mutex_t {n}_lock = PTHREAD_MUTEX_INITIALIZER;",
                         f"static pthread_cond_t {n}_cond = PTHREAD_COND_INITIALIZER;",
                         f"static int {n};"]
        wait = f"pthread_cond_wait(&{n}_cond, &{n}_lock);"
        for i, body in enumerate(self.body):
            if i == 0:
                wake = "signal" if self.count == 2 or self.is_wrong("signal-for-two") \
                    else "broadcast"
                body.append(f"pthread_mutex_lock(&{n}_lock);")
                if not self.is_wrong("no-change"):
                    body.append(f"{n} = 1;")
                if not self.is_wrong("no-signal"):
                    body.append(f"pthread_cond_{wake}(&{n}_cond);")
                body.append(f"pthread_mutex_unlock(&{n}_lock);")
                if self.is_wrong("destroy-waited"):
                    body.append(f"pthread_cond_destroy(&{n}_cond);")
                continue
            if self.is_wrong("early-test", i):
                body += [f"if (!{n}) {{", f"  pthread_mutex_lock(&{n}_lock);", f"  {wait}",
                         f"  pthread_mutex_unlock(&{n}_lock);", "}"]
                continue
            loop = "if" if self.is_wrong("if", i) else "while"
            if not self.is_wrong("no-mutex", i):
                body.append(f"pthread_mutex_lock(&{n}_lock);")
            body += [f"{loop} (!{n})", f"  {wait}"]
            if self.draw.chance(50) or loop == "if":
                body.append(f"assert({n});")
            body.append(f"pthread_mutex_unlock(&{n}_lock);")


class Semaphores(Topic):
    """Data that a semaphore hands over."""
    wrongs = ("no-wait", "starts-at-one", "no-post", "post-early")

    def make(self, n):
        self.globals += [f"static sem_t {n}_ready;", f"static int {n};"]
        start = 1 if self.is_wrong("starts-at-one") else 0
        self.setup.append(f"sem_init(&{n}_ready, 0, {start});")
        value = 1 + self.draw.below(9)
        give = [f"{n} = {value};", f"sem_post(&{n}_ready);"]
        if self.is_wrong("post-early"):
            give.reverse()
        if self.is_wrong("no-post"):
            give.pop()
        self.body[0] += give
        if not self.is_wrong("no-wait"):
            self.body[1].append(f"sem_wait(&{n}_ready);")
        self.body[1].append(f"assert({n} == {value});")
        if self.draw.chance(40):
            self.final += [f"int {n}_left;", f"sem_getvalue(&{n}_ready, &{n}_left);",
                           f"assert({n}_left == {start});"]


class Barrier(Topic):
    """Everybody arrives before anybody goes on."""
    threads = (2, 2)
    wrongs = ("count", "one-does-not-wait")

    def make(self, n):
        count = self.count + 1 if self.is_wrong("count") else self.count
        self.globals += [f"static pthread_barrier_t {n}_all;", f"static int {n}[{self.count}];"]
        self.setup.append(f"pthread_barrier_init(&{n}_all, 0, {count});")
        for i, body in enumerate(self.body):
            body.append(f"{n}[{i}] = 1;")
            if not self.is_wrong("one-does-not-wait", i):
                if self.draw.chance(30):
                    self.globals.append(f"static atomic_int {n}_serial{i};")
                    body.append(f"if (pthread_barrier_wait(&{n}_all) == "
                                "PTHREAD_BARRIER_SERIAL_THREAD)")
                    body.append(f"  {n}_serial{i}++;")
                else:
                    body.append(f"pthread_barrier_wait(&{n}_all);")
            body.append(f"assert({n}[{(i + 1) % self.count}] == 1);")


class Once(Topic):
    """Made by whoever comes first."""
    threads = (2, 3)
    wrongs = ("not-asked",)

    def make(self, n):
        call, control = self.draw.pick([("pthread_once", "pthread_once_t"),
                                        ("call_once", "once_flag")])
        init = "PTHREAD_ONCE_INIT" if control == "pthread_once_t" else "ONCE_FLAG_INIT"
        self.globals += [f"static {control} {n}_once = {init};", f"static int {n};"]
        self.functions.append(f"static void {n}_make(void) {{ {n} = {n} + 3; }}")
        for i, body in enumerate(self.body):
            if not self.is_wrong("not-asked", i):
                body.append(f"{call}(&{n}_once, {n}_make);")
            body.append(f"assert({n} == 3);")


# Atomics --------------------------------------------------------------------------

class Atomic(Topic):
    """Updates of an atomic number, in all forms."""
    threads = (2, 3)
    wrongs = ("two-steps",)

    def make(self, n):
        self.globals.append(f"static atomic_int {n};")
        for i, body in enumerate(self.body):
            forms = [[f"atomic_fetch_add(&{n}, 1);"], [f"{n}++;"], [f"{n} += 1;"],
                     [f"int {n}_old = atomic_load(&{n});",
                      f"while (!atomic_compare_exchange_strong(&{n}, &{n}_old, {n}_old + 1))",
                      "  ;"],
                     [f"int {n}_old = {n};",
                      f"while (!atomic_compare_exchange_weak(&{n}, &{n}_old, {n}_old + 1))",
                      "  ;"],
                     [f"atomic_fetch_sub(&{n}, -1);"]]
            if self.is_wrong("two-steps", i):
                forms = [[f"{n} = {n} + 1;"],
                         [f"int {n}_old = atomic_load(&{n});",
                          f"atomic_store(&{n}, {n}_old + 1);"],
                         [f"int {n}_old = atomic_load(&{n});",
                          f"atomic_exchange(&{n}, {n}_old + 1);"]]
            body += self.draw.pick(forms)
        self.final.append(f"assert({n} == {self.count});")


class Bits(Topic):
    """Bits of an atomic number, and a race of compare-exchanges with one winner."""
    wrongs = ("both-win",)

    def make(self, n):
        self.globals += [f"static atomic_uint {n};", f"static atomic_int {n}_wins;"]
        for i, body in enumerate(self.body):
            bit = 1 << i
            if self.is_wrong("both-win", i):
                body += [f"if (!(atomic_load(&{n}) & 4)) {{", f"  atomic_fetch_or(&{n}, 4);",
                         f"  {n}_wins++;", "}"]
            elif self.draw.chance(50):
                body += [f"if (!(atomic_fetch_or(&{n}, 4) & 4))", f"  {n}_wins++;"]
            else:
                body += [f"atomic_fetch_or(&{n}, {bit});",
                         f"if (!(atomic_fetch_or(&{n}, 4u) & 4))", f"  {n}_wins++;",
                         f"atomic_fetch_and(&{n}, ~{bit}u);"]
        self.final += [f"assert({n} == 4);", f"assert({n}_wins == 1);"]


class Last(Topic):
    """Stores and exchanges whose order the exit status shows."""
    threads = (2, 3)
    wrongs = ("order",)

    def make(self, n):
        self.globals.append(f"static atomic_int {n};")
        for i, body in enumerate(self.body):
            body += self.draw.pick([[f"{n} = {i + 1};"], [f"atomic_store(&{n}, {i + 1});"],
                                    [f"if (atomic_exchange(&{n}, {i + 1}) > 1)",
                                     f"  {n} = 7;"],
                                    [f"int {n}_seen = {n};", f"{n} = {n}_seen + {i + 1};"]])
        if self.is_wrong("order"):
            self.final.append(f"assert({n} != {self.count});")
        self.status.append(n)


class Message(Topic):
    """Plain data behind an atomic flag."""
    wrongs = ("flag-first", "no-test")

    def make(self, n):
        self.globals += [f"static atomic_int {n}_flag;", f"static int {n};"]
        give = [f"{n} = 7;", f"{n}_flag = 1;"]
        self.body[0] += give[::-1] if self.is_wrong("flag-first") else give
        test = [] if self.is_wrong("no-test") else [f"if (atomic_load(&{n}_flag))"]
        self.body[1] += test + [f"  assert({n} == 7);"]


class Division(Topic):
    """A value that another thread changes between test and use."""
    wrongs = ("twice",)

    def make(self, n):
        what = self.draw.pick(["divide", "index", "pointer"])
        read = f"{n}" if self.is_wrong("twice") else f"{n}_seen"
        see = [] if self.is_wrong("twice") else [f"{'int *' if what == 'pointer' else 'int '}"
                                                 f"{n}_seen = {n};"]
        if what == "divide":
            self.globals.append(f"static atomic_int {n} = 2;")
            self.body[0].append(f"{n} = 0;")
            self.body[1] += see + [f"if ({read})", f"  assert(10 / {read} == 5);"]
        elif what == "index":
            self.globals += [f"static atomic_int {n};", f"static int {n}_table[2];"]
            self.body[0].append(f"{n} = 2;")
            self.body[1] += see + [f"if ({read} < 2)", f"  {n}_table[{read}] = 1;"]
        else:
            self.globals += [f"static int {n}_target = 3;",
                             f"static int *_Atomic {n} = &{n}_target;"]
            self.body[0].append(f"{n} = 0;")
            self.body[1] += see + [f"if ({read})", f"  assert(*{read} == 3);"]


# Memory ---------------------------------------------------------------------------

class Slot(Topic):
    """A heap object in a place under a lock; who takes it out frees it."""
    threads = (2, 3)
    wrongs = ("not-taken", "use-after", "no-lock")

    def make(self, n):
        self.globals += [f"static pthread_mutex_t {n}_lock = PTHREAD_MUTEX_INITIALIZER;",
                         f"static int *{n};"]
        self.setup += [f"{n} = malloc(sizeof *{n});", f"*{n} = 5;"]
        for i, body in enumerate(self.body):
            lock = [] if self.is_wrong("no-lock", i) else [f"pthread_mutex_lock(&{n}_lock);"]
            body += lock + [f"int *{n}_mine = {n};"]
            if not self.is_wrong("not-taken", i):
                body.append(f"{n} = 0;")
            if lock:
                body.append(f"pthread_mutex_unlock(&{n}_lock);")
            body += [f"if ({n}_mine) {{", f"  assert(*{n}_mine == 5);", f"  free({n}_mine);"]
            if self.is_wrong("use-after", i):
                body.append(f"  assert(*{n}_mine == 5);")
            body.append("}")
        if not self.wrong:
            self.final.append(f"assert({n} == 0);")


class Handover(Topic):
    """A heap object given on by an atomic pointer."""
    wrongs = ("write-after", "free-early", "both-free", "too-short")

    def make(self, n):
        size = f"sizeof(struct {n})" if not self.is_wrong("too-short") else "4"
        self.globals += [f"struct {n} {{ int a, b; }};",
                         f"static struct {n} *_Atomic {n};"]
        make = [f"struct {n} *{n}_new = {self.draw.pick(['malloc(%s)', 'calloc(1, %s)']) % size};",
                f"{n}_new->a = 1;"]
        fill, give = f"{n}_new->b = 2;", f"atomic_store(&{n}, {n}_new);"
        make += [give, fill] if self.is_wrong("write-after") else [fill, give]
        if self.is_wrong("free-early") or self.is_wrong("both-free"):
            make.append(f"free({n}_new);")
        self.body[0] += make
        take = [f"struct {n} *{n}_got = atomic_exchange(&{n}, 0);", f"if ({n}_got) {{",
                f"  assert({n}_got->a + {n}_got->b == 3);"]
        if not self.is_wrong("free-early"):
            take.append(f"  free({n}_got);")
        self.body[1] += take + ["}"]


class Queue(Topic):
    """Heap objects through a queue under a lock, counted by a semaphore."""
    wrongs = ("no-lock", "frees-too", "no-wait")

    def make(self, n):
        self.globals += [f"static pthread_mutex_t {n}_lock = PTHREAD_MUTEX_INITIALIZER;",
                         f"static sem_t {n}_filled;", f"static int *{n}[2], {n}_in, {n}_out;"]
        self.setup.append(f"sem_init(&{n}_filled, 0, 0);")
        lock, unlock = (f"pthread_mutex_{what}(&{n}_lock);" for what in ("lock", "unlock"))
        for k in range(1 + self.draw.below(2)):
            new = f"{n}_new{k}"
            self.body[0] += [f"int *{new} = malloc(sizeof *{new});", f"*{new} = {k + 1};",
                             lock, f"{n}[{n}_in++] = {new};", unlock,
                             f"sem_post(&{n}_filled);"]
            if self.is_wrong("frees-too"):
                self.body[0].append(f"free({new});")
        if not self.is_wrong("no-wait"):
            self.body[1].append(f"sem_wait(&{n}_filled);")
        take = [f"int *{n}_got = {n}[{n}_out++];"]
        self.body[1] += take if self.is_wrong("no-lock") else [lock, *take, unlock]
        self.body[1] += [f"assert(*{n}_got == 1);", f"free({n}_got);"]


class Buffer(Topic):
    """Library functions on a shared buffer under a lock."""
    wrongs = ("no-lock", "too-long")

    def make(self, n):
        self.globals += [f"static pthread_mutex_t {n}_lock = PTHREAD_MUTEX_INITIALIZER;",
                         f"static char {n}[8];"]
        for i, body in enumerate(self.body):
            forms = [f'strcpy({n}, "{"ab" * (i + 1)}");', f"memset({n}, 0, 8);",
                     f'sprintf({n}, "%d", {7 + i});', f'memcpy({n}, "xyz", 4);']
            use = [self.draw.pick(forms)]
            if self.is_wrong("too-long", i):
                use = [f'strcpy({n}, "eight+++");']
            if self.draw.chance(60):
                use.append(self.draw.pick([f"assert(strlen({n}) < 8);", f"puts({n});",
                                           f'printf("%s\\n", {n});',
                                           f"assert({n}[7] == 0);"]))
            if self.is_wrong("no-lock", i):
                body += use
            else:
                body += [f"pthread_mutex_lock(&{n}_lock);", *use,
                         f"pthread_mutex_unlock(&{n}_lock);"]


class Own(Topic):
    """Thread-local variables, and a local that is lent to another thread."""
    threads = (1, 2)
    wrongs = ("lent",)

    def make(self, n):
        self.globals.append(f"static _Thread_local int {n} = 1;")
        for i, body in enumerate(self.body):
            body += [f"{n} += {i + 1};", f"assert({n} == {i + 2});"]
        if self.wrong:
            self.globals.append(f"static int *_Atomic {n}_lent;")
            self.body[0] += [f"int {n}_local = 1;", f"{n}_lent = &{n}_local;"]
            self.body[-1] += [f"int *{n}_other = {n}_lent;", f"if ({n}_other)",
                              f"  *{n}_other = 2;"]
            if self.count == 1:
                self.final.append(f"*{n}_lent = 3;")


# Threads --------------------------------------------------------------------------

class Child(Topic):
    """A thread that makes a thread, and joins or leaves it."""
    threads = (1, 1)
    wrongs = ("not-joined", "reads-early", "local-gone")

    def make(self, n):
        self.functions.append(
            f"static void *{n}_run(void *arg) {{\n  *(int *)arg = 4;\n"
            f"  return {self.draw.pick(['arg', '0'])};\n}}")
        where = f"{n}_here" if self.is_wrong("local-gone") else n
        body = [f"pthread_t {n}_child;"]
        if self.is_wrong("local-gone"):
            body.append(f"int {n}_here = 0;")
        else:
            self.globals.append(f"static int {n};")
        body.append(f"pthread_create(&{n}_child, 0, {n}_run, &{where});")
        if self.is_wrong("reads-early"):
            body.append(f"assert({where} == 4);")
        if self.wrong in ("not-joined", "local-gone"):
            body.append(f"pthread_detach({n}_child);")
        else:
            body += [f"pthread_join({n}_child, 0);", f"assert({where} == 4);"]
        self.body[0] += body
        if self.is_wrong("not-joined"):
            self.final.append(f"assert({n} == 4);")


class Argument(Topic):
    """A heap object that a thread gets as its argument, and owns."""
    threads = (1, 1)
    wrongs = ("both-free", "use-after", "write-after")

    def make(self, n):
        self.functions.append(f"static void *{n}_run(void *arg) {{\n"
                              "  assert(*(int *)arg == 8);\n  free(arg);\n  return 0;\n}")
        more = {"both-free": [f"free({n});"], "use-after": [f"assert(*{n} == 8);"],
                "write-after": [f"*{n} = 8;"], None: []}[self.wrong]
        self.body[0] += [f"pthread_t {n}_thread;", f"int *{n} = malloc(sizeof *{n});",
                         f"*{n} = 8;", f"pthread_create(&{n}_thread, 0, {n}_run, {n});",
                         *more, f"pthread_join({n}_thread, 0);"]


class Detached(Topic):
    """A detached thread that says when it is done."""
    threads = (1, 1)
    wrongs = ("not-waited",)

    def make(self, n):
        self.globals += [f"static sem_t {n}_done;", f"static int {n};"]
        self.setup.append(f"sem_init(&{n}_done, 0, 0);")
        self.functions.append(f"static void *{n}_run(void *arg) {{\n  {n} = 6;\n"
                              f"  sem_post(&{n}_done);\n  return arg;\n}}")
        body = [f"pthread_t {n}_thread;",
                f"pthread_create(&{n}_thread, 0, {n}_run, 0);",
                f"pthread_detach({n}_thread);"]
        if not self.wrong:
            body.append(f"sem_wait(&{n}_done);")
        self.body[0] += body + [f"assert({n} == 6);"]


class Result(Topic):
    """What a thread returns, or where it ends, as main's join sees it."""
    threads = (1, 1)
    wrongs = ("wrong-value",)

    def make(self, n):
        self.functions.append(
            f"static void *{n}_run(void *arg) {{\n  if (arg)\n"
            f"    pthread_exit((char *)arg + 1);\n  return 0;\n}}")
        argument = 1 if self.wrong else self.draw.below(2)
        expected = 2 if argument and not self.wrong else 0
        self.body[0] += [f"pthread_t {n}_thread;", f"void *{n} = (void *)9;",
                         f"pthread_create(&{n}_thread, 0, {n}_run, (void *){argument});",
                         f"pthread_join({n}_thread, &{n});",
                         f"assert({n} == (void *){expected});"]


TOPICS = [Counter, Counter, Trial, TwoLocks, Again, Readers, Condition, Condition,
          Semaphores, Barrier, Once, Atomic, Atomic, Bits, Last, Message, Division, Slot,
          Handover, Queue, Buffer, Own, Child, Argument, Detached, Result]
