"""How each modelled library function is called, and what each pointer is for.

A row: name -> (code before, call, {variable: mode}). Modes:
  r  the call reads it by plain accesses: a plain write of another thread races
  w  the call writes it, or ends it: plain reads and writes race
  s  a synchronisation object: plain reads and writes race
  a  read as by an atomic access: a plain write races
Variables are globals of table.py's program; each lies in an object of its own.
"""

TO, FROM, FMT, OUT = "To", "From", "Fmt", "Out"


def reads2(call):
    return ("", call, {"To": "r", "From": "r"})


def copies(call):
    return ("", call, {"To": "w", "From": "r"})


def timed(setup, call, extra):
    return (setup, call, {**extra, "When": "r"})


ROWS = {}

for name in ["memcpy", "memmove", "mempcpy", "__mempcpy"]:
    ROWS[name] = copies(f"{name}(To, From, 4)")
for name in ["__memcpy_chk", "__memmove_chk", "__mempcpy_chk"]:
    ROWS[name] = copies(f"{name}(To, From, 4, 8)")
ROWS["bcopy"] = copies("bcopy(From, To, 4)")
ROWS["memset"] = ("", "memset(To, 'x', 4)", {"To": "w"})
ROWS["__memset_chk"] = ("", "__memset_chk(To, 'x', 4, 8)", {"To": "w"})
for name in ["bzero", "explicit_bzero"]:
    ROWS[name] = ("", f"{name}(To, 4)", {"To": "w"})
ROWS["rb_symbolic"] = ("", "rb_symbolic(To, 4, 0)", {"To": "w"})
for name in ["memcmp", "bcmp"]:
    ROWS[name] = reads2(f"Sink = {name}(To, From, 4)")
for name in ["memchr", "memrchr"]:
    ROWS[name] = ("", f"Sink = !{name}(To, 'q', 4)", {"To": "r"})

ROWS["strlen"] = ("", "Sink = strlen(To)", {"To": "r"})
ROWS["strnlen"] = ("", "Sink = strnlen(To, 4)", {"To": "r"})
for name in ["strcmp", "strcoll", "strcasecmp", "strspn", "strcspn"]:
    ROWS[name] = reads2(f"Sink = {name}(To, From)")
for name in ["strncmp", "strncasecmp"]:
    ROWS[name] = reads2(f"Sink = {name}(To, From, 2)")
for name in ["strstr", "strcasestr", "strpbrk"]:
    ROWS[name] = reads2(f"Sink = !{name}(To, From)")
for name in ["strchr", "index", "strrchr", "rindex", "strchrnul"]:
    ROWS[name] = ("", f"Sink = !{name}(To, 'q')", {"To": "r"})
for name in ["strcpy", "stpcpy", "__stpcpy"]:
    ROWS[name] = copies(f"{name}(To, From)")
for name in ["strncpy", "stpncpy", "strlcpy"]:
    ROWS[name] = copies(f"{name}(To, From, 4)")
for name in ["__strcpy_chk", "__stpcpy_chk"]:
    ROWS[name] = copies(f"{name}(To, From, 8)")
for name in ["__strncpy_chk", "__stpncpy_chk"]:
    ROWS[name] = copies(f"{name}(To, From, 4, 8)")
# The first byte of the target is only read.
for name, size in [("strcat", ""), ("strncat", ", 4"), ("__strcat_chk", ", 8"),
                   ("__strncat_chk", ", 4, 8")]:
    ROWS[name] = reads2(f"{name}(To, From{size})")
for name in ["strdup", "__strdup"]:
    ROWS[name] = ("", f"free({name}(To))", {"To": "r"})
for name in ["strndup", "__strndup"]:
    ROWS[name] = ("", f"free({name}(To, 2))", {"To": "r"})

for name in ["strtol", "strtoll", "strtoimax", "strtoul", "strtoull", "strtoumax",
             "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul",
             "__isoc23_strtoull"]:
    ROWS[name] = ("", f"Sink = {name}(To, &End, 10)", {"To": "r", "End": "w"})
for name in ["strtod", "strtof", "strtold"]:
    ROWS[name] = ("", f"Sink = {name}(To, &End)", {"To": "r", "End": "w"})
for name in ["atoi", "atol", "atoll", "atof"]:
    ROWS[name] = ("", f"Sink = {name}(To)", {"To": "r"})

PRINTED = {"Fmt": "r", "To": "r", "From": "r", "Third": "r", "Number": "w"}
ARGS = "Fmt, To, From, Third, &Number"
for name in ["printf", "printf_unlocked"]:
    ROWS[name] = ("", f"{name}({ARGS})", PRINTED)
ROWS["__printf_chk"] = ("", f"__printf_chk(1, {ARGS})", PRINTED)
for name in ["fprintf", "fprintf_unlocked"]:
    ROWS[name] = ("", f"{name}(stdout, {ARGS})", PRINTED)
ROWS["__fprintf_chk"] = ("", f"__fprintf_chk(stdout, 1, {ARGS})", PRINTED)
ROWS["dprintf"] = ("", f"dprintf(1, {ARGS})", PRINTED)
ROWS["__dprintf_chk"] = ("", f"__dprintf_chk(1, 1, {ARGS})", PRINTED)
STORED = {**PRINTED, "Out": "w"}
ROWS["sprintf"] = ("", f"sprintf(Out, {ARGS})", STORED)
ROWS["__sprintf_chk"] = ("", f"__sprintf_chk(Out, 1, 64, {ARGS})", STORED)
ROWS["snprintf"] = ("", f"snprintf(Out, 64, {ARGS})", STORED)
ROWS["__snprintf_chk"] = ("", f"__snprintf_chk(Out, 64, 1, 64, {ARGS})", STORED)
MADE = {**PRINTED, "End": "w"}
ROWS["asprintf"] = ("", f"asprintf(&End, {ARGS})", MADE)
ROWS["__asprintf_chk"] = ("", f"__asprintf_chk(&End, 1, {ARGS})", MADE)
# The va_list itself lies in the caller's frame: nobody else can reach it.
for name, first in [("vprintf", ""), ("__vprintf_chk", "1, "),
                    ("vfprintf", "stdout, "), ("__vfprintf_chk", "stdout, 1, "),
                    ("vdprintf", "1, "), ("__vdprintf_chk", "1, 1, ")]:
    ROWS[name] = ("", f"WITH_LIST({name}({first}Fmt, list))", PRINTED)
for name, first in [("vsprintf", "Out, "), ("__vsprintf_chk", "Out, 1, 64, "),
                    ("vsnprintf", "Out, 64, "),
                    ("__vsnprintf_chk", "Out, 64, 1, 64, ")]:
    ROWS[name] = ("", f"WITH_LIST({name}({first}Fmt, list))", STORED)
for name, first in [("vasprintf", "&End, "), ("__vasprintf_chk", "&End, 1, ")]:
    ROWS[name] = ("", f"WITH_LIST({name}({first}Fmt, list))", MADE)

for name in ["puts", "puts_unlocked"]:
    ROWS[name] = ("", f"{name}(To)", {"To": "r"})
FILE_READ = {"*Stream": "a"}
for name in ["fputs", "fputs_unlocked"]:
    ROWS[name] = ("", f"{name}(To, Stream)", {"To": "r", **FILE_READ})
for name in ["fputc", "fputc_unlocked", "putc", "putc_unlocked", "_IO_putc"]:
    ROWS[name] = ("", f"{name}('x', Stream)", FILE_READ)
ROWS["__overflow"] = ("", "__overflow(Stream, 'x')", FILE_READ)
for name in ["fwrite", "fwrite_unlocked"]:
    ROWS[name] = ("", f"{name}(To, 1, 4, Stream)", {"To": "r", **FILE_READ})

ROWS["free"] = ("Block = malloc(8)", "free(Block)", {"*Block": "e"})
ROWS["cfree"] = ("Block = malloc(8)", "cfree(Block)", {"*Block": "e"})
ROWS["realloc"] = ("Block = malloc(8)", "Sink = !realloc(Block, 16)", {"*Block": "e"})
ROWS["reallocarray"] = ("Block = malloc(8)", "Sink = !reallocarray(Block, 2, 8)",
                        {"*Block": "e"})
ROWS["posix_memalign"] = ("", "posix_memalign((void **)&End, 8, 8)", {"End": "w"})

for name in ["frexp", "lgamma_r"]:
    for suffix in ["", "f", "l"]:
        full = name.replace("_r", "") + suffix + ("_r" if "_r" in name else "")
        ROWS[full] = ("", f"Sink = {full}(0.5, &Number)", {"Number": "w"})
for suffix in ["", "f", "l"]:
    ROWS["remquo" + suffix] = ("", f"Sink = remquo{suffix}(5, 3, &Number)",
                               {"Number": "w"})
ROWS["modf"] = ("", "Sink = modf(1.5, &Real)", {"Real": "w"})
ROWS["modff"] = ("", "Sink = modff(1.5, &Single)", {"Single": "w"})
ROWS["modfl"] = ("", "Sink = modfl(1.5, &Long)", {"Long": "w"})

ROWS["time"] = ("", "Sink = time(&Seconds)", {"Seconds": "w"})
ROWS["gettimeofday"] = ("", "gettimeofday(&Timeval, 0)", {"Timeval": "w"})
ROWS["clock_gettime"] = ("", "clock_gettime(CLOCK_REALTIME, &When)", {"When": "w"})
ROWS["timespec_get"] = ("", "timespec_get(&When, TIME_UTC)", {"When": "w"})
for name in ["nanosleep", "thrd_sleep"]:
    ROWS[name] = ("", f"{name}(&When, &Left)", {"When": "r", "Left": "w"})
ROWS["clock_nanosleep"] = ("", "clock_nanosleep(CLOCK_REALTIME, 0, &When, &Left)",
                           {"When": "r", "Left": "w"})

# Synchronisation ----------------------------------------------------------------
LOCKED = "pthread_mutex_lock(&M)"
UNLOCK = "pthread_mutex_unlock(&M)"
M, RW, SPIN, COND, SEM, BAR = ({v: "s"} for v in
                               ["M", "Rw", "Spin", "Cond", "Sem", "Bar"])
ROWS["pthread_mutex_init"] = (
    "pthread_mutexattr_init(&MutexAttr)", "pthread_mutex_init(&M, &MutexAttr)",
    {**M, "MutexAttr": "r"})
ROWS["pthread_mutex_destroy"] = ("", "pthread_mutex_destroy(&M)", M)
ROWS["pthread_mutex_lock"] = ("", f"{LOCKED}; {UNLOCK}", M)
ROWS["pthread_mutex_trylock"] = ("", f"pthread_mutex_trylock(&M); {UNLOCK}", M)
ROWS["pthread_mutex_timedlock"] = timed(
    "", f"pthread_mutex_timedlock(&M, &When); {UNLOCK}", M)
ROWS["pthread_mutex_clocklock"] = timed(
    "", f"pthread_mutex_clocklock(&M, CLOCK_REALTIME, &When); {UNLOCK}", M)
ROWS["pthread_mutex_unlock"] = ("", f"{LOCKED}; {UNLOCK}", M)
ROBUST = ("pthread_mutexattr_init(&MutexAttr); pthread_mutexattr_setrobust("
          "&MutexAttr, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&M, &MutexAttr)")
for name in ["pthread_mutex_consistent", "pthread_mutex_consistent_np"]:
    ROWS[name] = (ROBUST, f"{name}(&M)", M)
ROWS["pthread_mutex_getprioceiling"] = (
    "pthread_mutexattr_init(&MutexAttr); pthread_mutexattr_setprioceiling("
    "&MutexAttr, 5); pthread_mutex_init(&M, &MutexAttr)",
    "pthread_mutex_getprioceiling(&M, &Number)", {"M": "a", "Number": "w"})
ROWS["pthread_mutex_setprioceiling"] = (
    "pthread_mutexattr_init(&MutexAttr); pthread_mutexattr_setprioceiling("
    "&MutexAttr, 5); pthread_mutex_init(&M, &MutexAttr)",
    "pthread_mutex_setprioceiling(&M, 6, &Number)", {**M, "Number": "w"})

ROWS["pthread_rwlock_init"] = (
    "pthread_rwlockattr_init(&RwAttr)", "pthread_rwlock_init(&Rw, &RwAttr)",
    {**RW, "RwAttr": "r"})
ROWS["pthread_rwlock_destroy"] = ("", "pthread_rwlock_destroy(&Rw)", RW)
UNRW = "pthread_rwlock_unlock(&Rw)"
for name in ["rdlock", "wrlock", "tryrdlock", "trywrlock"]:
    ROWS["pthread_rwlock_" + name] = ("", f"pthread_rwlock_{name}(&Rw); {UNRW}", RW)
for name in ["timedrdlock", "timedwrlock"]:
    ROWS["pthread_rwlock_" + name] = timed(
        "", f"pthread_rwlock_{name}(&Rw, &When); {UNRW}", RW)
for name in ["clockrdlock", "clockwrlock"]:
    ROWS["pthread_rwlock_" + name] = timed(
        "", f"pthread_rwlock_{name}(&Rw, CLOCK_REALTIME, &When); {UNRW}", RW)
ROWS["pthread_rwlock_unlock"] = ("", f"pthread_rwlock_rdlock(&Rw); {UNRW}", RW)

ROWS["pthread_spin_init"] = ("", "pthread_spin_init(&Spin, 0)", SPIN)
ROWS["pthread_spin_destroy"] = ("", "pthread_spin_destroy(&Spin)", SPIN)
for name in ["lock", "trylock"]:
    ROWS["pthread_spin_" + name] = (
        "", f"pthread_spin_{name}(&Spin); pthread_spin_unlock(&Spin)", SPIN)
ROWS["pthread_spin_unlock"] = ROWS["pthread_spin_lock"]

ROWS["pthread_cond_init"] = (
    "pthread_condattr_init(&CondAttr)", "pthread_cond_init(&Cond, &CondAttr)",
    {**COND, "CondAttr": "r"})
ROWS["pthread_cond_destroy"] = ("", "pthread_cond_destroy(&Cond)", COND)
ROWS["pthread_cond_signal"] = ("", "pthread_cond_signal(&Cond)", COND)
ROWS["pthread_cond_broadcast"] = ("", "pthread_cond_broadcast(&Cond)", COND)
ROWS["pthread_cond_timedwait"] = timed(
    "", f"{LOCKED}; pthread_cond_timedwait(&Cond, &M, &When); {UNLOCK}",
    {**COND, **M})
ROWS["pthread_cond_clockwait"] = timed(
    "", f"{LOCKED}; pthread_cond_clockwait(&Cond, &M, CLOCK_REALTIME, &When); {UNLOCK}",
    {**COND, **M})
# The other thread wakes it once it has made its access.
ROWS["pthread_cond_wait"] = (
    "", f"{LOCKED}; while (!Woken) pthread_cond_wait(&Cond, &M); {UNLOCK}",
    {**COND, **M})

ROWS["sem_init"] = ("", "sem_init(&Sem, 0, 1)", SEM)
ROWS["sem_destroy"] = ("", "sem_destroy(&Sem)", SEM)
for name in ["sem_wait", "sem_trywait", "sem_post"]:
    ROWS[name] = ("sem_init(&Sem, 0, 1)", f"{name}(&Sem)", SEM)
ROWS["sem_timedwait"] = timed("sem_init(&Sem, 0, 1)", "sem_timedwait(&Sem, &When)", SEM)
ROWS["sem_clockwait"] = timed(
    "sem_init(&Sem, 0, 1)", "sem_clockwait(&Sem, CLOCK_REALTIME, &When)", SEM)
ROWS["sem_getvalue"] = ("", "sem_getvalue(&Sem, &Number)", {"Sem": "a", "Number": "w"})

ROWS["pthread_barrier_init"] = ("", "pthread_barrier_init(&Bar, 0, 1)", BAR)
ROWS["pthread_barrier_destroy"] = (
    "pthread_barrier_init(&Bar, 0, 1)", "pthread_barrier_destroy(&Bar)", BAR)
ROWS["pthread_barrier_wait"] = (
    "pthread_barrier_init(&Bar, 0, 1)", "pthread_barrier_wait(&Bar)", BAR)

ROWS["pthread_create"] = (
    "pthread_attr_init(&Attr)",
    "pthread_create(&Handle, &Attr, nothing, 0); pthread_join(Handle, 0)",
    {"Handle": "w", "Attr": "r"})
ROWS["thrd_create"] = (
    "", "thrd_create(&Handle, nothing11, 0); thrd_join(Handle, 0)", {"Handle": "w"})
MAKE = "pthread_create(&Other, 0, nothing, 0)"
ROWS["pthread_join"] = (MAKE, "pthread_join(Other, &Result)", {"Result": "w"})
ROWS["pthread_tryjoin_np"] = (MAKE, "pthread_tryjoin_np(Other, &Result)",
                              {"Result": "w"})
ROWS["pthread_timedjoin_np"] = (
    MAKE, "pthread_timedjoin_np(Other, &Result, &When)", {"Result": "w", "When": "r"})
ROWS["pthread_clockjoin_np"] = (
    MAKE, "pthread_clockjoin_np(Other, &Result, CLOCK_REALTIME, &When)",
    {"Result": "w", "When": "r"})
ROWS["thrd_join"] = ("thrd_create(&Other, nothing11, 0)", "thrd_join(Other, &Number)",
                     {"Number": "w"})

MTX, CND = {"Mtx": "s"}, {"Cnd": "s"}
ROWS["mtx_init"] = ("", "mtx_init(&Mtx, mtx_plain)", MTX)
ROWS["mtx_destroy"] = ("", "mtx_destroy(&Mtx)", MTX)
ROWS["mtx_lock"] = ("", "mtx_lock(&Mtx); mtx_unlock(&Mtx)", MTX)
ROWS["mtx_unlock"] = ROWS["mtx_lock"]
ROWS["mtx_trylock"] = (
    "", "if (mtx_trylock(&Mtx) == thrd_success) mtx_unlock(&Mtx)", MTX)
ROWS["mtx_timedlock"] = timed("", "mtx_timedlock(&Mtx, &When); mtx_unlock(&Mtx)", MTX)
ROWS["cnd_init"] = ("", "cnd_init(&Cnd)", CND)
ROWS["cnd_destroy"] = ("", "cnd_destroy(&Cnd)", CND)
ROWS["cnd_signal"] = ("", "cnd_signal(&Cnd)", CND)
ROWS["cnd_broadcast"] = ("", "cnd_broadcast(&Cnd)", CND)
ROWS["cnd_timedwait"] = timed(
    "", "mtx_lock(&Mtx); cnd_timedwait(&Cnd, &Mtx, &When); mtx_unlock(&Mtx)",
    {**CND, **MTX})
ROWS["cnd_wait"] = (
    "", "mtx_lock(&Mtx); while (!Woken) cnd_wait(&Cnd, &Mtx); mtx_unlock(&Mtx)",
    {**CND, **MTX})

ROWS["syscall"] = (
    "", "syscall(SYS_futex, &Number, FUTEX_WAIT, 99, &When, 0, 0)",
    {"Number": "s", "When": "r"})
ROWS["__cxa_guard_acquire"] = ("", "__cxa_guard_acquire(&GuardWord)", {"GuardWord": "s"})
ROWS["__cxa_guard_release"] = ("", "__cxa_guard_release(&GuardWord)", {"GuardWord": "s"})
ROWS["__cxa_guard_abort"] = ("", "__cxa_guard_abort(&GuardWord)", {"GuardWord": "s"})

# libatomic ------------------------------------------------------------------------
ROWS["__atomic_load"] = ("", "generic_load(4, &Number, &Word, 5)",
                         {"Number": "a", "Word": "w"})
ROWS["__atomic_store"] = ("", "generic_store(4, &Number, &Word, 5)",
                          {"Number": "s", "Word": "r"})
ROWS["__atomic_exchange"] = (
    "", "generic_exchange(4, &Number, &Word, &Third4, 5)",
    {"Number": "s", "Word": "r", "Third4": "w"})
ROWS["__atomic_compare_exchange"] = (
    "", "generic_compare(4, &Number, &Word, &Third4, 5, 5)",
    {"Number": "s", "Word": "w", "Third4": "r"})
for size in [1, 2, 4, 8]:
    T = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long"}[size]
    cell = f"Cell{size}"
    ROWS[f"__atomic_load_{size}"] = (
        "", f"sized_load_{size}(&{cell}, 5)", {cell: "a"})
    ROWS[f"__atomic_store_{size}"] = (
        "", f"sized_store_{size}(&{cell}, 1, 5)", {cell: "s"})
    ROWS[f"__atomic_compare_exchange_{size}"] = (
        "", f"sized_compare_{size}(&{cell}, &Want{size}, 1, 5, 5)",
        {cell: "s", f"Want{size}": "w"})
    ROWS[f"__atomic_exchange_{size}"] = (
        "", f"sized_exchange_{size}(&{cell}, 1, 5)", {cell: "s"})
    for op in ["add", "sub", "and", "or", "xor", "nand"]:
        for form in [f"fetch_{op}", f"{op}_fetch"]:
            ROWS[f"__atomic_{form}_{size}"] = (
                "", f"sized_{form}_{size}(&{cell}, 1, 5)", {cell: "s"})

# Without a recipe, and why -----------------------------------------------------------
OTHERS = {
    "reads only constants or ends the path": [
        "__assert_fail", "__assert", "__assert_rtn", "rb_assert", "abort"],
    "16 bytes: the same rows as for 8": [
        f"__atomic_{name}_16" for name in
        ["load", "store", "exchange", "compare_exchange"] +
        [form for op in ["add", "sub", "and", "or", "xor", "nand"]
         for form in [f"fetch_{op}", f"{op}_fetch"]]],
    "the same function as free, by another name (test/verify/use-after-free.c)": [
        f"_Z{kind}{form}" for kind in ["dl", "da"] for form in
        ["Pv", "Pvm", "PvSt11align_val_t", "PvmSt11align_val_t",
         "PvRKSt9nothrow_t", "PvSt11align_val_tRKSt9nothrow_t"]],
}
