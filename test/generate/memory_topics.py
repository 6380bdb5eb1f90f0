"""Topics of C programs: memory that is shared, handed over or lent."""

from topic import Topic


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


class Hidden(Topic):
    """A heap object whose pointer reaches the other thread in disguise."""
    wrongs = ("plain", "writes-late")

    def make(self, n):
        kind = "int" if self.is_wrong("plain") else "atomic_int"
        self.globals.append(f"static atomic_size_t {n};")
        give, take = self.draw.pick([
            ([f"{n} = (size_t){n}_new ^ 0x5555;"],
             [f"{kind} *{n}_got = ({kind} *)({n}_bits ^ 0x5555);"]),
            ([f"size_t {n}_raw;", f"memcpy(&{n}_raw, &{n}_new, sizeof {n}_raw);",
              f"{n} = ~{n}_raw;"],
             [f"{n}_bits = ~{n}_bits;", f"{kind} *{n}_got;",
              f"memcpy(&{n}_got, &{n}_bits, sizeof {n}_got);"])])
        late = f"*{n}_new = 2;"
        self.body[0] += [f"{kind} *{n}_new = malloc(sizeof *{n}_new);", f"*{n}_new = 1;",
                         *([] if self.is_wrong("writes-late") else [late]), *give,
                         *([late] if self.wrong else [])]
        self.body[1] += [f"size_t {n}_bits = {n};", f"if ({n}_bits) {{",
                         *("  " + line for line in take),
                         f"  assert(*{n}_got == 2);", "}"]


class Bytes(Topic):
    """Neighbouring bytes, and accesses that are wider than they should be."""
    wrongs = ("too-wide",)

    def make(self, n):
        self.globals.append(f"static union {{ unsigned char byte[4]; short half[2]; }} {n};")
        self.body[0].append(f"{n}.byte[{self.draw.below(2)}] = 1;")
        if self.wrong:
            self.body[1].append(f"{n}.half[0] |= 0x100;")
        else:
            self.body[1] += self.draw.pick([[f"{n}.half[1] = 2;"], [f"{n}.byte[2]++;"],
                                            [f"memset(&{n}.byte[2], 1, 2);"]])
        self.final.append(f"assert({n}.half[0]);")
