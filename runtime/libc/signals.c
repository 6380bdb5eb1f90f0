//===- runtime/libc/signals.c - Sets of signals, masks --------------------===//
//
// No signal is ever delivered, so masks change nothing; sets are plain data.
// signal, sigaction and raise are in interp/models/Process.cpp.
// Tested by test/libc/signals.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

void __rb_approximate(const char *name, const char *who);

static int isSignal(int number) {
  if (number > 0 && number < NSIG)
    return 1;
  errno = EINVAL;
  return 0;
}

static int setMask(sigset_t *old) {
  if (old)
    memset(old, 0, sizeof *old);
  return 0;
}

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}
int sigfillset(sigset_t *set) {
  memset(set, 255, sizeof *set);
  return 0;
}
int sigaddset(sigset_t *set, int number) {
  if (!isSignal(number))
    return -1;
  set->__val[(number - 1) / 64] |= 1ul << (number - 1) % 64;
  return 0;
}
int sigdelset(sigset_t *set, int number) {
  if (!isSignal(number))
    return -1;
  set->__val[(number - 1) / 64] &= ~(1ul << (number - 1) % 64);
  return 0;
}
int sigismember(const sigset_t *set, int number) {
  if (!isSignal(number))
    return -1;
  return (int)(set->__val[(number - 1) / 64] >> (number - 1) % 64 & 1);
}
int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  (void)how, (void)set;
  return setMask(old);
}
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  (void)how, (void)set;
  return setMask(old);
}
int sigpending(sigset_t *set) { return sigemptyset(set); }

unsigned alarm(unsigned seconds) {
  if (seconds)
    __rb_approximate("signals", "alarm");
  return 0;
}
int siginterrupt(int number, int flag) {
  (void)number, (void)flag;
  return 0;
}
int sigaltstack(const stack_t *stack, stack_t *old) {
  (void)stack;
  if (old)
    memset(old, 0, sizeof *old);
  return 0;
}
int kill(pid_t pid, int number) {
  if (pid != getpid() && pid != 0) {
    errno = ESRCH;
    return -1;
  }
  return number ? raise(number) : 0;
}
