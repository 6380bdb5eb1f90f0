//===- runtime/native/turns.c - One thread at a time, along the schedule --===//
//
// `turn` is the number of the current turn; whose it is, the schedule says. A
// thread looks at its own next event only, so it knows which turn to wait for.
// It sleeps on a word of its own; a wake-up without a reason makes it look
// again. While it sleeps it watches that somebody makes progress: the thread
// whose turn it is may hang in the system for something no thread can do now.
//
// Only the thread whose turn it is changes anything here.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/schedule.h"

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// Seconds without progress after which a run counts as stuck.
enum { kPatience = 30 };

struct Thread {
  uint32_t next;   ///< its next event, or kNoEvent
  uint64_t passed; ///< points of the current run of points
  uint64_t hash;
  uint32_t wake; ///< what it sleeps on
  bool isStarted;
  bool isEnded;
  const char *call;   ///< scheduled call it is in, or null
  const void *object; ///< of that call
  bool (*canGoOn)(const void *object);
};

static struct Schedule schedule;
static struct Thread threads[kMaxThreads];
static uint32_t turn;
static uint32_t owner; ///< whose turn it is, for messages
static uint64_t progress;
static int threadCount = 1;
static bool isRunOut; ///< the error comes as a signal, or when the process ends
static int patience = kPatience;
static __thread int self = -1;

/// A debugger stops here: the calling thread is at the error.
__attribute__((noinline)) void rbcheck_failed_here(void) {
  __asm__ volatile("" ::: "memory");
}

/// A debugger can stop here, too: the run has left the schedule.
__attribute__((noinline)) void rbcheck_diverged_here(void) {
  __asm__ volatile("" ::: "memory");
}

// Messages and ends -----------------------------------------------------------

long rbSystemCall(long number, long a, long b, long c, long d) {
  long result;
  register long r10 __asm__("r10") = d;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                   : "rcx", "r11", "memory");
  return result;
}

static void leave(int status) {
  for (;;)
    rbSystemCall(SYS_exit_group, status, 0, 0, 0);
}

static void say(const char *text) {
  rbSystemCall(SYS_write, 2, (long)text, (long)strlen(text), 0);
}

static void sayFormatted(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
static void sayFormatted(const char *format, ...) {
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  say(line);
}

/// What the program printed comes before what is said about it.
static void flushOutput(void) {
  if (ftrylockfile(stdout) != 0)
    return;
  fflush_unlocked(stdout);
  funlockfile(stdout);
}

void rbDiverged(const char *why, ...) {
  char text[768];
  va_list args;
  va_start(args, why);
  vsnprintf(text, sizeof text, why, args);
  va_end(args);
  flushOutput();
  if (self >= 0)
    sayFormatted("rbcheck: native replay diverged in T%d: %s\n", self, text);
  else
    sayFormatted("rbcheck: native replay diverged: %s\n", text);
  rbcheck_diverged_here();
  leave(kExitDiverged);
  __builtin_unreachable();
}

/// A deadlock of the schedule must be one natively.
static void checkDeadlock(void) {
  for (int i = 0; i < threadCount; ++i) {
    struct Thread *thread = &threads[i];
    if (thread->isEnded || !thread->isStarted)
      continue;
    if (thread->canGoOn && thread->canGoOn(thread->object))
      rbDiverged("no deadlock: T%d could go on in %s", i, thread->call);
    if (thread->call)
      sayFormatted("  T%d waits in %s(%p)\n", i, thread->call, thread->object);
  }
}

static void fail(void) {
  flushOutput();
  sayFormatted("rbcheck: native replay: here rbcheck saw %s", schedule.text);
  if (strcmp(schedule.stop, "deadlock") == 0)
    checkDeadlock();
  rbcheck_failed_here();
  leave(kExitReproduced);
}

// Turns -----------------------------------------------------------------------

static uint32_t currentTurn(void) {
  return __atomic_load_n(&turn, __ATOMIC_ACQUIRE);
}

static void sleepUntilWoken(struct Thread *me, uint32_t seen) {
  struct timespec second = {1, 0};
  rbSystemCall(SYS_futex, (long)&me->wake, FUTEX_WAIT_PRIVATE, seen,
               (long)&second);
}

/// Waits until it is turn `wanted`; kNoEvent is never.
static void waitForTurn(struct Thread *me, uint32_t wanted) {
  uint64_t seen = __atomic_load_n(&progress, __ATOMIC_RELAXED);
  time_t since = 0;
  while (currentTurn() != wanted || wanted == kNoEvent) {
    uint32_t wake = __atomic_load_n(&me->wake, __ATOMIC_ACQUIRE);
    if (currentTurn() == wanted && wanted != kNoEvent)
      return;
    sleepUntilWoken(me, wake);
    uint64_t now = __atomic_load_n(&progress, __ATOMIC_RELAXED);
    if (now != seen)
      seen = now, since = 0;
    else if (++since > patience)
      rbDiverged("nothing happened for %d seconds; T%u, whose turn it is, may "
                 "wait in the system for what another thread has to do",
                 patience, __atomic_load_n(&owner, __ATOMIC_RELAXED));
  }
}

/// The next event of this thread, once its turn has come.
static struct Event *awaitEvent(void) {
  struct Thread *me = &threads[self];
  if (me->next == kNoEvent)
    waitForTurn(me, kNoEvent);
  struct Event *event = &schedule.events[me->next];
  waitForTurn(me, event->turn);
  if (event->kind != 's' || isRunOut)
    return event;
  if (strcmp(schedule.stop, "signal") != 0 &&
      strcmp(schedule.stop, "exit") != 0)
    fail();
  isRunOut = true;
  return event;
}

/// Goes to the next event. If that belongs to a later turn, the next one whose
/// turn it is goes on; this thread waits, unless it has ended.
static void finishEvent(const struct Event *event) {
  struct Thread *me = &threads[self];
  me->next = event->next;
  __atomic_fetch_add(&progress, 1, __ATOMIC_RELAXED);
  const struct Event *following = event + 1;
  if (event->kind == 'e')
    me->isEnded = true;
  if (following->turn != event->turn) {
    struct Thread *other = &threads[following->thread];
    __atomic_store_n(&owner, following->thread, __ATOMIC_RELAXED);
    __atomic_store_n(&turn, following->turn, __ATOMIC_RELEASE);
    __atomic_fetch_add(&other->wake, 1, __ATOMIC_RELEASE);
    rbSystemCall(SYS_futex, (long)&other->wake, FUTEX_WAKE_PRIVATE, 1, 0);
  }
  if (event->kind != 'e')
    awaitEvent();
}

static void start(void) {
  const char *file = getenv("RBCHECK_NATIVE_SCHEDULE");
  static bool isDone;
  if (isDone)
    return;
  isDone = true;
  if (!file)
    return;
  const char *seconds = getenv("RBCHECK_NATIVE_PATIENCE");
  if (seconds && atoi(seconds) > 0)
    patience = atoi(seconds);
  rbReadSchedule(file, &schedule);
  unsetenv("RBCHECK_NATIVE_SCHEDULE");
  unsetenv("RBCHECK_NATIVE_PATIENCE");
  for (uint32_t i = 0; i < kMaxThreads; ++i)
    threads[i].next = schedule.first[i];
  self = 0;
  threads[0].isStarted = true;
  rbPrepareWorld();
  rbWatchThreadEnd();
  awaitEvent();
}

/// Runs before the program's own constructors; those of shared libraries that
/// call something scheduled come even earlier.
__attribute__((constructor(101))) static void startEarly(void) { start(); }

__attribute__((destructor(101))) static void endLate(void) { rbExited(); }

/// Events that may be missing natively: going on, which is over when a thread
/// comes to something else, and what only rbcheck's library does.
static bool isOptional(const struct Event *event) {
  return event->kind == 'g' || event->kind == 'o' || event->kind == 'P';
}

/// The event behind an optional one; a call ends with its return. Null at the
/// end of the schedule.
static struct Event *behind(struct Event *event) {
  bool isCall = event->kind == 'o';
  do {
    if (event->next == kNoEvent)
      return 0;
    event = &schedule.events[event->next];
  } while (isCall && (event->kind == 'a' || event->kind == 'r' ||
                      event->kind == 'g'));
  return event;
}

/// Leaves out all events before `wanted`, all that there are if it is null.
static void passTo(struct Event *wanted) {
  struct Event *event;
  while ((event = awaitEvent()) != wanted)
    finishEvent(event);
}

/// The next event that is not optional, once its turn has come. Does not come
/// back if there is none.
static struct Event *comeToOwnEvent(void) {
  struct Event *event = awaitEvent();
  while (isOptional(event)) {
    passTo(behind(event));
    event = awaitEvent();
  }
  return event;
}

/// What an event is, in words.
static const char *describe(const struct Event *event) {
  static __thread char text[256];
  switch (event->kind) {
  case 'p':
  case 'P':
  case 'q':
    return rbSiteName(event->value);
  case 'c':
  case 'o':
    snprintf(text, sizeof text, "a call of %s", event->name);
    return text;
  case 'e':
    return "the end of the thread";
  case 's':
    return "the error";
  default:
    return "the end of a call";
  }
}

/// The event of the point `id`, or the run it may be part of; null if the
/// thread should come to something else.
static struct Event *findPoint(uint64_t id) {
  struct Event *event = awaitEvent();
  while (event && isOptional(event)) {
    if (event->kind == 'P' && event->value == id)
      return event;
    event = behind(event);
  }
  if (event && (event->kind == 'q' || (event->kind == 'p' && event->value == id)))
    return event;
  return 0;
}

void __rb_point(uint64_t id) {
  start();
  if (self < 0)
    return;
  struct Event *event = findPoint(id);
  if (!event)
    rbDiverged("it came to %s instead of %s", rbSiteName(id),
               describe(comeToOwnEvent()));
  passTo(event);
  if (event->kind == 'q') {
    struct Thread *me = &threads[self];
    me->hash = (me->hash ^ id) * 0x100000001b3 + (me->hash >> 47);
    if (++me->passed < event->count)
      return;
    if (id != event->value || me->hash != event->hash)
      rbDiverged("it came to %s, and not on the recorded way to %s",
                 rbSiteName(id), describe(event));
    me->passed = me->hash = 0;
  }
  finishEvent(event);
}

// Scheduled calls -------------------------------------------------------------

extern char __executable_start, etext;

static bool isProgram(const void *caller) {
  return (const char *)caller >= &__executable_start &&
         (const char *)caller < &etext;
}

/// The event of the call: the next one, or one behind what is optional. Null
/// if there is none.
static struct Event *findCall(const char *name, const void *caller) {
  bool isOwn = isProgram(caller);
  for (struct Event *event = awaitEvent(); event; event = behind(event)) {
    bool isCall = event->kind == 'o' || (event->kind == 'c' && isOwn);
    if (isCall && strcmp(event->name, name) == 0)
      return event;
    if (!isOptional(event))
      return 0;
  }
  return 0;
}

bool rbArrive(const char *name, const void *caller) {
  start();
  if (self < 0)
    return false;
  struct Event *event = findCall(name, caller);
  if (!event) {
    if (isProgram(caller))
      rbDiverged("it called %s instead of coming to %s", name,
                 describe(comeToOwnEvent()));
    rbWaitsFor(0, 0);
    return false;
  }
  passTo(event);
  threads[self].call = name;
  finishEvent(event);
  return true;
}

void rbWaitsFor(const void *object, bool (*canGoOn)(const void *object)) {
  if (self < 0)
    return;
  threads[self].object = object;
  threads[self].canGoOn = canGoOn;
}

bool rbWaits(void) { return awaitEvent()->kind == 'a'; }
bool rbNever(const void *object) { return (void)object, false; }

bool rbReturns(void) {
  struct Event *event;
  while ((event = awaitEvent())->kind == 'a')
    finishEvent(event);
  return event->kind == 'r';
}

long rbResult(void) {
  if (!rbReturns())
    pthread_exit(PTHREAD_CANCELED);
  return (long)awaitEvent()->value;
}

const char *rbResultBytes(void) { return awaitEvent()->name; }

long rbReturn(long result) {
  struct Event *event = awaitEvent();
  struct Thread *me = &threads[self];
  me->call = 0;
  me->object = 0;
  me->canGoOn = 0;
  finishEvent(event);
  return result;
}

bool rbPassed(const char *name, const void *caller, long *result) {
  if (!rbArrive(name, caller))
    return false;
  *result = rbReturn(rbResult());
  return true;
}

// Threads, and the end of the process -----------------------------------------

int rbSelf(void) { return self; }
bool rbIsEnded(int number) { return threads[number].isEnded; }

int rbNewThread(void) {
  if (threadCount == kMaxThreads)
    rbDiverged("more than %d threads", kMaxThreads);
  return threadCount++;
}

void rbStartThread(int number) {
  self = number;
  threads[self].isStarted = true;
  awaitEvent();
}

void rbEndThread(void) {
  if (self < 0)
    return;
  struct Event *event = comeToOwnEvent();
  if (event->kind != 'e')
    rbDiverged("it ended instead of coming to %s", describe(event));
  finishEvent(event);
  self = -1;
}

void rbCrashed(int signal) {
  // Inside of a library the real one may fail where rbcheck's saw the error.
  if (self >= 0 && !isRunOut)
    comeToOwnEvent();
  if (self >= 0 && isRunOut && strcmp(schedule.stop, "signal") == 0)
    fail();
  rbDiverged("it was stopped by signal %d (%s)", signal,
             sigabbrev_np(signal));
}

void rbExited(void) {
  if (self < 0)
    return;
  struct Event *event = comeToOwnEvent();
  if (event->kind == 's' && strcmp(schedule.stop, "exit") == 0)
    fail();
  rbDiverged("the process ended instead of coming to %s", describe(event));
}

void *rbReal(const char *name, const char *version) {
  void *function = version ? dlvsym(RTLD_NEXT, name, version)
                           : dlsym(RTLD_NEXT, name);
  if (!function)
    rbDiverged("the libraries have no %s", name);
  return function;
}
