// Writing to a pipe that nobody reads: EPIPE if SIGPIPE is ignored, a handler
// runs before write() returns, and by default the process ends there.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DHANDLED %s -o %t-handled.bc
// RUN: %exits 0 rbcheck %t-handled.bc
// RUN: %rbcc -DUNREACHED %s -o %t-default.bc
// RUN: %exits 0 rbcheck %t-default.bc
// RUN: %rbcc -DWRONG %s -o %t-wrong.bc
// RUN: %exits 1 rbcheck %t-wrong.bc | FileCheck %s
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static void handle(int number) { handled = number; }

int main(void) {
  int ends[2];
  pipe(ends);
  close(ends[0]);
#if defined HANDLED
  signal(SIGPIPE, handle);
#elif !defined UNREACHED
  signal(SIGPIPE, SIG_IGN);
#endif
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
#ifdef HANDLED
  assert(handled == SIGPIPE);
#elif defined UNREACHED
  assert(0);
#elif defined WRONG
  assert(handled); // CHECK: broken-pipe.c:[[#@LINE]]:{{.*}} error: assertion failed
#endif
}
