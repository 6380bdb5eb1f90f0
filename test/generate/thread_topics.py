"""Topics of C programs: threads that make, join and leave threads."""

from topic import Topic


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


class Leaves(Topic):
    """A thread that ends the process while others are at work."""
    wrongs = ("fails-first",)

    def make(self, n):
        self.globals.append(f"static atomic_int {n};")
        end = "abort();" if self.wrong else f"exit({2 + self.draw.below(3)});"
        self.body[0] += [f"if ({n})", f"  {end}"]
        self.body[1].append(f"{n} = 1;")
        self.status.append(n)
