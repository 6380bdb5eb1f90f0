//===- runtime/libc/kill.c - Signals to others, and waiting for them ------===//
//
// Programs that use this have threads that signals interrupt: sending one hands
// __rb_interrupt to the machine (interp/exec/Handlers.cpp). A signal to the process
// comes to any thread that does not block it. Tested by test/libc/signal*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/libc/signals.h"

#include <time.h>
#include <unistd.h>

// Models (interp/models/Signals.cpp).
/// The number of the thread; kNobody if there is none, kEnded if it has ended.
int __rb_signal_target(pthread_t thread);
enum { kNobody = -1, kEnded = -2 };
/// Other threads that the signal can come to, or that wait for it.
int __rb_signal_takers(uint64_t bit);
/// Waits until one of the signals is pending for the calling thread: its number.
/// -1 with EINTR if a handler ran; with a time, 0 if that is over.
int __rb_signal_await(uint64_t set);
int __rb_signal_await_timed(uint64_t set);
/// Waits until a handler has run.
void __rb_signal_suspend(void);

/// A signal comes to the calling thread while it does something else. Returns
/// whether the call that it was in ends.
int __rb_interrupt(int number, int call) {
  siginfo_t info;
  const uint64_t before = __rb_signal_block();
  __rb_signal_take(number, &info);
  const int done = __rb_signal_deliver(&info, before);
  return call == RB_CALL_ENDS ? done != 0
                              : call == RB_CALL_RESTARTS && done == 1;
}

static int fail(int error) {
  errno = error;
  return -1;
}

// Sending --------------------------------------------------------------------------

static int sendTo(pthread_t thread, int number, struct Origin from) {
  if (number < 0 || number >= NSIG)
    return EINVAL;
  __rb_send_point(__rb_interrupt);
  const int began = __rb_sending_begin();
  const int target = __rb_signal_target(thread);
  int isOwn = 0;
  if (number != 0 && target != kNobody && target != kEnded) {
    const int isBlocked =
        (__rb_signals.thread[target].mask & bitOf(number)) != 0;
    isOwn = target == ownNumber() && !isBlocked;
    if (!isOwn && (isBlocked || !__rb_signal_ignored(number)))
      __rb_signal_add(target, number, from);
    __rb_signals_changed();
  }
  __rb_sending_end(began);
  if (isOwn)
    __rb_signal_self(number, from);
  return target == kNobody ? ESRCH : 0;
}

static int sendToProcess(pid_t process, int number, struct Origin from) {
  if (process != getpid() && process != 0)
    return fail(ESRCH);
  if (number < 0 || number >= NSIG)
    return fail(EINVAL);
  __rb_send_point(__rb_interrupt);
  if (number == 0)
    return 0;
  const int began = __rb_sending_begin();
  const int isBlocked = (ownSignals()->mask & bitOf(number)) != 0;
  const int takers = __rb_signal_takers(bitOf(number));
  const int isOwn = !isBlocked && !takers;
  if (!isOwn && (!takers || !__rb_signal_ignored(number)))
    __rb_signal_add(kProcess, number, from);
  __rb_signals_changed();
  __rb_sending_end(began);
  if (isOwn)
    __rb_signal_self(number, from);
  return 0;
}

int pthread_kill(pthread_t thread, int number) {
  return sendTo(thread, number, (struct Origin){SI_TKILL, {0}});
}
int pthread_sigqueue(pthread_t thread, int number, const union sigval value) {
  return sendTo(thread, number, (struct Origin){SI_QUEUE, value});
}
int kill(pid_t process, int number) {
  return sendToProcess(process, number, (struct Origin){SI_USER, {0}});
}
int sigqueue(pid_t process, int number, const union sigval value) {
  return sendToProcess(process, number, (struct Origin){SI_QUEUE, value});
}
int killpg(pid_t group, int number) { return kill(group, number); }

// Waiting --------------------------------------------------------------------------

static int took(int number, siginfo_t *info) {
  siginfo_t taken;
  __rb_signal_take(number, &taken);
  if (info)
    *info = taken;
  return number;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  __rb_send_point(__rb_interrupt);
  const int number = __rb_signal_await(set->__val[0]);
  return number < 0 ? -1 : took(number, info);
}

int sigwait(const sigset_t *set, int *number) {
  int taken;
  do
    taken = sigwaitinfo(set, 0);
  while (taken < 0);
  *number = taken;
  return 0;
}

int sigtimedwait(const sigset_t *set, siginfo_t *info,
                 const struct timespec *time) {
  if (!time)
    return sigwaitinfo(set, info);
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000)
    return fail(EINVAL);
  __rb_send_point(__rb_interrupt);
  const int number = __rb_signal_await_timed(set->__val[0]);
  if (number < 0)
    return -1;
  return number == 0 ? fail(EAGAIN) : took(number, info);
}

static int suspend(uint64_t mask) {
  const uint64_t before = ownSignals()->mask;
  __rb_signal_setmask(mask);
  __rb_signal_suspend();
  __rb_signal_setmask(before);
  __rb_signal_pending(1);
  return fail(EINTR);
}

int sigsuspend(const sigset_t *mask) {
  const uint64_t wanted = mask->__val[0];
  __rb_send_point(__rb_interrupt);
  return suspend(wanted);
}

int pause(void) {
  __rb_send_point(__rb_interrupt);
  return suspend(ownSignals()->mask);
}
