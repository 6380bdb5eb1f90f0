// Facts about the machine, and calls without effect.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  sigset_t set;
  cpu_set_t processors;
  struct sigaction action, old;
  assert(getpid() > 0 && getpagesize() == 4096);
  assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_NPROCESSORS_ONLN) > 0);
  assert(setlocale(LC_ALL, "C") != 0);
  assert(pthread_setname_np(pthread_self(), "main") == 0);
  assert(sched_getaffinity(0, sizeof processors, &processors) == 0);
  assert(CPU_COUNT(&processors) > 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  assert(sigismember(&set, SIGUSR1) && !sigismember(&set, SIGUSR2));
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_IGN;
  assert(sigaction(SIGUSR1, &action, &old) == 0);
  assert(old.sa_handler == SIG_DFL);
  assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
}
