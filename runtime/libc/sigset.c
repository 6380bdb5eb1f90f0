//===- runtime/libc/sigset.c - Sets of signals ----------------------------===//
//
// Plain data. Tested by test/libc/signals.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>

static int isSignal(int number) {
  if (number > 0 && number < NSIG)
    return 1;
  errno = EINVAL;
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
int sigisemptyset(const sigset_t *set) { return set->__val[0] == 0; }
int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
  sigemptyset(to);
  to->__val[0] = a->__val[0] & b->__val[0];
  return 0;
}
int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
  sigemptyset(to);
  to->__val[0] = a->__val[0] | b->__val[0];
  return 0;
}

// The first and the last real-time signal: glibc keeps two for itself.
int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }
