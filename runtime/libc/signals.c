//===- runtime/libc/signals.c - What signals do ---------------------------===//
//
// Dispositions, masks, and delivery: a handler is called with the mask that it
// wants, and what it interrupted goes on with its own. A signal that a thread
// sends itself is delivered before raise() returns. Signals that come while a
// thread does something else are alternatives of that thread, which the machine
// has (interp/exec/Handlers.cpp): it calls __rb_interrupt (kill.c).
//
// Nobody outside of the program sends signals. Those that errors cause (SIGSEGV,
// SIGFPE, also abort()) are reported as errors, whatever handlers there are.
// Tested by test/libc/signal*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/libc/signals.h"

#include <ucontext.h>
#include <unistd.h>

_Noreturn void __rb_signal_end(int number);
/// Noted as not exact, unless the program sends signals.
void __rb_signal_handler(const char *who);

RB_QUIET struct rb_signals __rb_signals;
RB_QUIET struct Origin (*__rb_timer_ended)(int thread, int number);
RB_QUIET void (*__rb_signal_came)(int number);

struct Action {
  void (*handler)(int);
  uint64_t mask;
  uint64_t flags;
};
RB_QUIET static struct Action actions[NSIG];

/// Signals that are pending, by number, then in the order in which they came.
struct Sent {
  int number, thread;
  struct Origin from;
};
enum { kMost = 64 };
RB_QUIET static struct Sent sent[kMost];
RB_QUIET static int sentCount;

// Pending signals ------------------------------------------------------------------

static uint64_t *pendingOf(int thread) {
  return thread == kProcess ? &__rb_signals.pending
                            : &__rb_signals.thread[thread].pending;
}

static int isRealTime(int number) { return number >= 32; }

int __rb_sending_begin(void) {
  if (!__rb_signal_came)
    return 0;
  rb_atomic_begin();
  return 1;
}

void __rb_sending_end(int began) {
  if (began)
    rb_atomic_end();
}

void __rb_signal_add(int thread, int number, struct Origin from) {
  uint64_t *pending = pendingOf(thread);
  if (*pending & bitOf(number) && !isRealTime(number))
    return;
  if (sentCount == kMost)
    __rb_unsupported("more than 64 signals that are pending at once");
  *pending |= bitOf(number);
  int at = sentCount++;
  for (; at > 0 && (sent[at - 1].number > number ||
                    (sent[at - 1].number == number &&
                     sent[at - 1].thread > thread));
       --at)
    sent[at] = sent[at - 1];
  sent[at] = (struct Sent){number, thread, from};
  if (__rb_signal_came)
    __rb_signal_came(number);
}

static void removeAt(int at) {
  const int number = sent[at].number, thread = sent[at].thread;
  for (--sentCount; at < sentCount; ++at)
    sent[at] = sent[at + 1];
  memset(&sent[sentCount], 0, sizeof sent[0]);
  for (int i = 0; i < sentCount; ++i)
    if (sent[i].number == number && sent[i].thread == thread)
      return;
  *pendingOf(thread) &= ~bitOf(number);
}

static int findSent(int thread, int number) {
  for (int i = 0; i < sentCount; ++i)
    if (sent[i].number == number && sent[i].thread == thread)
      return i;
  return -1;
}

/// Whom the armed timer of a signal sends to that comes to the calling thread.
static int targetOfTimer(int number) {
  return ownSignals()->armed & bitOf(number) ? ownNumber() : kProcess;
}

void __rb_signal_fire(int thread, int number) {
  const int began = __rb_sending_begin();
  const uint64_t armed = thread == kProcess
                             ? __rb_signals.armed
                             : __rb_signals.thread[thread].armed;
  if (armed & bitOf(number)) { // still, at the step
    const struct Origin from = __rb_timer_ended(thread, number);
    // What a timer sent and nobody took is not sent once more: an overrun.
    const int at = findSent(thread, number);
    if (at < 0 || sent[at].from.code != SI_TIMER)
      __rb_signal_add(thread, number, from);
  }
  __rb_sending_end(began);
}

static void describe(siginfo_t *info, int number, struct Origin from) {
  memset(info, 0, sizeof *info);
  info->si_signo = number;
  info->si_code = (int)from.code;
  if (from.code == SI_KERNEL)
    return;
  if (from.code != SI_TIMER) {
    info->si_pid = getpid();
    info->si_uid = getuid();
  }
  info->si_value = from.value;
}

void __rb_signal_take(int number, siginfo_t *info) {
  int at = findSent(ownNumber(), number);
  if (at < 0)
    at = findSent(kProcess, number);
  // No longer pending before any memory is touched that others can see.
  struct Origin from;
  if (at < 0) {
    from = __rb_timer_ended(targetOfTimer(number), number);
  } else {
    from = sent[at].from;
    removeAt(at);
  }
  __rb_signals_changed();
  describe(info, number, from);
}

/// What is pending of a signal that is ignored from now on.
static void forget(int number) {
  for (int i = sentCount - 1; i >= 0; --i)
    if (sent[i].number == number)
      removeAt(i);
  __rb_signals_changed();
}

// Delivery -------------------------------------------------------------------------

static int isIgnoredByDefault(int number) {
  return number == SIGCHLD || number == SIGCONT || number == SIGURG ||
         number == SIGWINCH;
}

int __rb_signal_ignored(int number) {
  return actions[number].handler == SIG_IGN ||
         (actions[number].handler == SIG_DFL && isIgnoredByDefault(number));
}

void __rb_signal_setmask(uint64_t mask) {
  ownSignals()->mask = mask & ~(bitOf(SIGKILL) | bitOf(SIGSTOP));
  __rb_signals_changed();
}

RB_QUIET static ucontext_t context; // of no use, but there

uint64_t __rb_signal_block(void) {
  const uint64_t before = ownSignals()->mask;
  ownSignals()->mask = ~0ull;
  return before;
}

int __rb_signal_deliver(siginfo_t *info, uint64_t before) {
  const int number = info->si_signo;
  const struct Action action = actions[number];
  if (__rb_signal_ignored(number)) {
    __rb_signal_setmask(before);
    return 0;
  }
  if (action.handler == SIG_DFL) {
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN ||
        number == SIGTTOU)
      __rb_unsupported("a signal that stops the process");
    __rb_signal_end(number);
  }
  if (action.flags & SA_RESETHAND)
    actions[number].handler = SIG_DFL;
  __rb_signal_setmask(before | action.mask |
                      (action.flags & SA_NODEFER ? 0 : bitOf(number)));
  if (action.flags & SA_SIGINFO)
    ((void (*)(int, siginfo_t *, void *))(void *)action.handler)(number, info,
                                                                 &context);
  else
    action.handler(number);
  __rb_signal_setmask(before);
  __rb_signal_pending(0);
  return action.flags & SA_RESTART ? 2 : 1;
}

void __rb_signal_pending(int ofProcess) {
  for (;;) {
    const struct rb_signal_thread *self = ownSignals();
    const uint64_t open =
        (self->pending | (ofProcess ? __rb_signals.pending : 0)) & ~self->mask;
    if (!open)
      return;
    siginfo_t info;
    const uint64_t before = __rb_signal_block();
    __rb_signal_take(__builtin_ctzll(open) + 1, &info);
    __rb_signal_deliver(&info, before);
  }
}

void __rb_signal_self(int number, struct Origin from) {
  siginfo_t info;
  const uint64_t before = __rb_signal_block();
  describe(&info, number, from);
  __rb_signal_deliver(&info, before);
}

int raise(int number) {
  if (!isSignalNumber(number)) {
    errno = EINVAL;
    return -1;
  }
  const struct Origin from = {SI_TKILL, {0}};
  __rb_signal_point();
  if (!(ownSignals()->mask & bitOf(number))) {
    __rb_signal_self(number, from);
    return 0;
  }
  const int began = __rb_sending_begin();
  __rb_signal_add(ownNumber(), number, from);
  __rb_sending_end(began);
  return 0;
}

// Dispositions ---------------------------------------------------------------------

static int setAction(int number, const struct Action *action,
                     const char *who) {
  if (number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return -1;
  }
  if (action->handler != SIG_DFL && action->handler != SIG_IGN)
    __rb_signal_handler(who);
  actions[number] = *action;
  if (__rb_signal_ignored(number))
    forget(number);
  return 0;
}

int sigaction(int number, const struct sigaction *action,
              struct sigaction *old) {
  if (!isSignalNumber(number)) {
    errno = EINVAL;
    return -1;
  }
  struct Action next = {0};
  if (action)
    next = (struct Action){action->sa_handler, action->sa_mask.__val[0],
                           (unsigned)action->sa_flags};
  __rb_signal_point();
  const struct Action before = actions[number];
  if (action && setAction(number, &next, "sigaction") != 0)
    return -1;
  if (old) {
    memset(old, 0, sizeof *old);
    old->sa_handler = before.handler;
    old->sa_mask.__val[0] = before.mask;
    old->sa_flags = (int)before.flags;
  }
  return 0;
}

static sighandler_t install(int number, sighandler_t handler, uint64_t flags) {
  if (!isSignalNumber(number) || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  const struct Action next = {handler, 0, flags};
  __rb_signal_point();
  const sighandler_t before = actions[number].handler;
  return setAction(number, &next, "signal") == 0 ? before : SIG_ERR;
}

sighandler_t signal(int number, sighandler_t handler) {
  return install(number, handler, SA_RESTART);
}
sighandler_t __sysv_signal(int number, sighandler_t handler) {
  return install(number, handler, SA_RESETHAND | SA_NODEFER);
}
int siginterrupt(int number, int flag) {
  if (!isSignalNumber(number)) {
    errno = EINVAL;
    return -1;
  }
  __rb_signal_point();
  if (flag)
    actions[number].flags &= ~(uint64_t)SA_RESTART;
  else
    actions[number].flags |= SA_RESTART;
  return 0;
}
int sigaltstack(const stack_t *stack, stack_t *old) {
  (void)stack; // there is room enough on every stack
  if (old)
    memset(old, 0, sizeof *old);
  return 0;
}

// Masks ----------------------------------------------------------------------------

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  const uint64_t named = set ? set->__val[0] : 0;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  __rb_signal_point();
  const uint64_t before = ownSignals()->mask;
  if (set) {
    __rb_signal_setmask(how == SIG_BLOCK     ? before | named
                        : how == SIG_UNBLOCK ? before & ~named
                                             : named);
    __rb_signal_pending(1);
  }
  if (old) {
    memset(old, 0, sizeof *old);
    old->__val[0] = before;
  }
  return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  const int error = pthread_sigmask(how, set, old);
  if (!error)
    return 0;
  errno = error;
  return -1;
}

static void fireOwn(int number) {
  __rb_signal_fire(targetOfTimer(number), number);
}

int sigpending(sigset_t *set) {
  __rb_signal_point();
  const struct rb_signal_thread *self = ownSignals();
  // The time of a timer may be over, or not.
  for (uint64_t left = (__rb_signals.armed | self->armed) & self->mask; left;
       left &= left - 1)
    if (rb_choose(2))
      fireOwn(__builtin_ctzll(left) + 1);
  const uint64_t pending = (self->pending | __rb_signals.pending) & self->mask;
  memset(set, 0, sizeof *set);
  set->__val[0] = pending;
  return 0;
}
