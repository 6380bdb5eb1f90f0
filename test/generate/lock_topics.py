"""Topics of C programs: locks of all kinds."""

from topic import Topic


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
