"""Kinds of programs that are only made if a switch is on.

A switch is what a checker has to have closed before it can be compared on such
programs. compare.py has the list of those that are on.
"""

from lock_topics import Trial
from topic import Topic
from wait_topics import Condition


class ThirdRange(Topic):
    """A race on the third range of memory that a call reads."""
    wrongs = ("no-lock",)

    def make(self, n):
        self.globals += [f"static pthread_mutex_t {n}_lock = PTHREAD_MUTEX_INITIALIZER;",
                         f'static char {n}[4] = "a", {n}_more[4] = "b";']
        call = f'sprintf({n}_out, "%s %s", {n}, {n}_more);'
        if self.draw.chance(50):
            call = f'printf("%s %s %s\\n", "x", {n}, {n}_more);'
        lock, unlock = (f"pthread_mutex_{what}(&{n}_lock);" for what in ("lock", "unlock"))
        if self.is_wrong("no-lock"):
            lock = unlock = ";"
        self.body[0] += [lock, f"{n}_more[0] = 'c';", unlock]
        self.body[1] += [f"char {n}_out[16];", lock, call, unlock, f"(void){n}_out;"]


class CallArguments(Topic):
    """What synchronising calls touch besides their object."""
    wrongs = ("early", "late")

    def make(self, n):
        self.functions.append(f"static void *{n}_run(void *arg) {{ return arg; }}")
        self.globals += [f"static void *{n}_result;", f"static pthread_t {n}_handle;",
                         f"static sem_t {n}_sem, {n}_order;", f"static int {n}_value;"]
        self.setup += [f"sem_init(&{n}_sem, 0, 1);", f"sem_init(&{n}_order, 0, 0);"]
        what, read = self.draw.pick([
            (f"pthread_join({n}_handle, &{n}_result);", f"{n}_result"),
            (f"sem_getvalue(&{n}_sem, &{n}_value);", f"{n}_value"),
            ("", f"{n}_handle")])
        self.body[0].append(f"pthread_create(&{n}_handle, 0, {n}_run, 0);")
        if what:
            self.body[0].append(what)
        if "join" not in what:
            self.final.append(f"pthread_join({n}_handle, 0);")
        self.body[0].append(f"sem_post(&{n}_order);")
        use = f"if ({read})\n    puts(\"set\");"
        if self.wrong:
            use = f"{read} = 0;" if self.wrong == "late" and what else use
        else:
            self.body[1].append(f"sem_wait(&{n}_order);")
        self.body[1].append(use)


class Section(Topic):
    """Plain accesses beside atomic sections."""
    wrongs = ("outside",)
    threads = (2, 3)

    def make(self, n):
        self.globals += ["void rb_atomic_begin(void);", "void rb_atomic_end(void);",
                         f"static int {n};"]
        for i, body in enumerate(self.body):
            if self.is_wrong("outside", i):
                body.append(f"{n}++;")
            else:
                body += ["rb_atomic_begin();", f"{n}++;", "rb_atomic_end();"]
        if not self.wrong:
            self.final.append(f"assert({n} == {self.count});")


class DeadLocal(Topic):
    """A pointer to a local that is gone while the next call has one like it."""
    threads = (1, 1)
    wrongs = ("same", "other")

    def make(self, n):
        self.globals.append(f"static int *{n};")
        keep = f"{n} = &local;" if self.wrong else "{ int *p = &local; *p = 1; }"
        self.functions += [
            f"static void {n}_keep(int k) {{\n  int local = k;\n  if (k)\n    {keep}\n"
            f"  else if ({n})\n    *{n} = 2;\n}}",
            f"static void {n}_other(void) {{\n  int other = 0;\n  int *p = &other;\n"
            f"  *p = 1;\n  if ({n})\n    *{n} = 2;\n}}"]
        self.body[0] += [f"{n}_keep(1);",
                         f"{n}_other();" if self.is_wrong("other") else f"{n}_keep(0);"]


class ThreadMisuse(Topic):
    """Threads joined or detached once too often; a reader that reads not."""
    wrongs = ("join-twice", "join-detached", "detach-twice", "unlock-other")
    threads = (2, 2)

    def make(self, n):
        self.functions.append(f"static void *{n}_run(void *arg) {{ return arg; }}")
        self.globals.append(f"static pthread_rwlock_t {n}_lock = PTHREAD_RWLOCK_INITIALIZER;")
        calls = {"join-twice": ["join", "join"], "join-detached": ["detach", "join"],
                 "detach-twice": ["detach", "detach"]}.get(self.wrong, ["join"])
        self.body[0] += [f"pthread_t {n};", f"pthread_create(&{n}, 0, {n}_run, 0);"]
        self.body[0] += [f"pthread_{call}({n}{', 0' if call == 'join' else ''});"
                         for call in calls]
        self.body[0] += [f"pthread_rwlock_rdlock(&{n}_lock);",
                         f"pthread_rwlock_unlock(&{n}_lock);"]
        if not self.is_wrong("unlock-other"):
            self.body[1].append(f"pthread_rwlock_rdlock(&{n}_lock);")
        self.body[1].append(f"pthread_rwlock_unlock(&{n}_lock);")


class SpuriousWait(Condition):
    wrongs = ("if",)


class SpuriousTrial(Topic):
    """C11's mtx_trylock and weak compare-exchange may fail without reason."""
    wrongs = ("mtx", "weak")
    threads = (1, 2)

    def make(self, n):
        self.globals += [f"static mtx_t {n}_lock;", f"static atomic_int {n};"]
        self.setup.append(f"mtx_init(&{n}_lock, mtx_plain);")
        if self.is_wrong("mtx"):
            self.body[0] += [f"assert(mtx_trylock(&{n}_lock) == thrd_success);",
                             f"mtx_unlock(&{n}_lock);"]
        elif self.is_wrong("weak"):
            self.body[0] += [f"int {n}_old = 0;",
                             f"assert(atomic_compare_exchange_weak(&{n}, &{n}_old, 1));"]
        else:
            self.body[0] += [f"int {n}_old = 0;",
                             f"assert(atomic_compare_exchange_strong(&{n}, &{n}_old, 1));"]


TOPICS = {
    "third-range": [ThirdRange],          # issue 13, part 2, b
    "call-arguments": [CallArguments],    # c
    "sections": [Section],                # d
    "dead-locals": [DeadLocal],           # e
    "spurious": [SpuriousWait, SpuriousTrial, Trial],  # g; compares with --spurious=on
    "thread-misuse": [ThreadMisuse],      # i
}
