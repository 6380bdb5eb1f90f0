// Sets of signals.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  printf("%d\n", sigaddset(&set, SIGINT));
  printf("%d %d\n", sigismember(&set, SIGINT), sigismember(&set, SIGTERM));
  printf("%d %d\n", sigdelset(&set, SIGINT), sigismember(&set, SIGINT));
  printf("%d %d\n", sigaddset(&set, 1000), errno == EINVAL);
  sigfillset(&set);
  printf("%d\n", sigismember(&set, SIGUSR1));
  printf("%d\n", sigprocmask(SIG_BLOCK, &set, 0));
  printf("%d\n", kill(getpid(), 0));
  return 0;
}
