"""Topics of C programs: conditions, semaphores, barriers, once."""

from topic import Topic


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
