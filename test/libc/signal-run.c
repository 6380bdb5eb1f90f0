// Signals that a thread sends itself, masks, and waiting: as on Linux.
// RUN: %native %s -o %t.exe && %t.exe > %t.native
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck --run %t.bc > %t.ours
// RUN: diff %t.native %t.ours
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t depth, calls;
static sigjmp_buf back;

static int isBlocked(int number) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, 0, &set);
  return sigismember(&set, number);
}

static void tell(int number) {
  printf("handler %d, blocked %d\n", number, isBlocked(number));
}
static void nest(int number) {
  printf("depth %d\n", (int)++depth);
  if (++calls % 3)
    raise(number);
  printf("leave %d\n", (int)depth--);
}
static void inform(int number, siginfo_t *info, void *context) {
  printf("info %d %d %d %d own %d\n", number, info->si_signo,
         info->si_code == SI_QUEUE ? 1 : info->si_code == SI_TKILL ? 2 : 0,
         info->si_code == SI_QUEUE ? info->si_value.sival_int : 0,
         info->si_pid == getpid());
  (void)context;
}
static void leap(int number) { siglongjmp(back, number); }

static void install(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  printf("install %d\n", sigaction(number, &action, 0));
}

static void *child(void *arg) {
  printf("child %d %d\n", isBlocked(SIGUSR1), isBlocked(SIGUSR2));
  return arg;
}

int main(void) {
  sigset_t set, old;
  // Raised signals are handled before raise() returns.
  printf("%d\n", signal(SIGUSR1, tell) == SIG_DFL);
  printf("raise %d\n", raise(SIGUSR1));
  printf("kill %d\n", kill(getpid(), SIGUSR1));
  printf("pthread_kill %d\n", pthread_kill(pthread_self(), SIGUSR1));
  printf("%d %d\n", raise(1000), errno == EINVAL);
  printf("%d\n", pthread_kill(pthread_self(), 1000) == EINVAL);
  printf("%d\n", sigaction(SIGKILL, 0, 0) == 0);
  printf("%d\n", signal(SIGKILL, tell) == SIG_ERR);

  // Without SA_NODEFER a second one waits until the handler has returned.
  install(SIGUSR2, nest, 0);
  raise(SIGUSR2);
  install(SIGUSR2, nest, SA_NODEFER);
  raise(SIGUSR2);

  // Once only.
  install(SIGURG, tell, SA_RESETHAND);
  raise(SIGURG);
  raise(SIGURG);
  struct sigaction now;
  sigaction(SIGURG, 0, &now);
  printf("reset %d\n", now.sa_handler == SIG_DFL);

  // Blocked, pending once, unblocked; ignored ones are lost.
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  printf("block %d\n", sigprocmask(SIG_BLOCK, &set, &old));
  raise(SIGUSR1);
  raise(SIGUSR1);
  sigpending(&old);
  printf("pending %d %d\n", sigismember(&old, SIGUSR1),
         sigismember(&old, SIGUSR2));
  pthread_t thread;
  pthread_create(&thread, 0, child, 0);
  pthread_join(thread, 0);
  printf("unblock %d\n", sigprocmask(SIG_UNBLOCK, &set, 0));
  printf("%d %d\n", sigprocmask(77, &set, 0), errno == EINVAL);
  sigprocmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR1, tell);
  sigprocmask(SIG_UNBLOCK, &set, 0);

  // Values, and real-time signals, which are queued.
  memset(&now, 0, sizeof now);
  now.sa_sigaction = inform;
  now.sa_flags = SA_SIGINFO;
  sigaction(SIGRTMIN, &now, 0);
  sigaction(SIGUSR2, &now, 0);
  raise(SIGUSR2);
  union sigval value = {.sival_int = 7};
  sigqueue(getpid(), SIGUSR2, value);
  sigset_t real;
  sigemptyset(&real);
  sigaddset(&real, SIGRTMIN);
  sigprocmask(SIG_BLOCK, &real, 0);
  for (value.sival_int = 1; value.sival_int < 4; ++value.sival_int)
    printf("queue %d\n", sigqueue(getpid(), SIGRTMIN, value));
  sigprocmask(SIG_UNBLOCK, &real, 0);

  // Waiting.
  sigprocmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR1);
  int number = 0;
  printf("sigwait %d", sigwait(&set, &number));
  printf(" %d\n", number);
  siginfo_t info;
  struct timespec none = {0, 0};
  printf("timed %d %d\n", sigtimedwait(&set, &info, &none), errno == EAGAIN);
  raise(SIGUSR1);
  printf("info %d", sigwaitinfo(&set, &info));
  printf(" %d\n", info.si_signo);
  raise(SIGUSR1);
  sigemptyset(&old);
  printf("suspend %d %d\n", sigsuspend(&old), errno == EINTR);
  printf("still %d\n", isBlocked(SIGUSR1));
  sigprocmask(SIG_UNBLOCK, &set, 0);

  // A jump out of a handler takes the mask back, if it was saved.
  signal(SIGUSR1, leap);
  if (sigsetjmp(back, 1) == 0)
    raise(SIGUSR1);
  printf("jumped %d\n", isBlocked(SIGUSR1));
  if (sigsetjmp(back, 0) == 0)
    raise(SIGUSR1);
  printf("jumped %d\n", isBlocked(SIGUSR1));

  // Time.
  signal(SIGALRM, tell);
  printf("alarm %u\n", alarm(100));
  printf("alarm %d\n", alarm(0) != 0);
  printf("alarm %u\n", alarm(1));
  printf("pause %d %d\n", pause(), errno == EINTR);
  struct itimerval timer = {{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &timer, 0);
  printf("pause %d\n", pause());
  return 0;
}
