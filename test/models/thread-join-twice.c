// A thread is joined or detached once, and not by itself.
// RUN: %rbcc -DHOW=0 %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DHOW=1 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=JJ %s
// RUN: %rbcc -DHOW=2 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=JD %s
// RUN: %rbcc -DHOW=3 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=DJ %s
// RUN: %rbcc -DHOW=4 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=DD %s
// RUN: %rbcc -DHOW=5 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=SELF %s
// RUN: %rbcc -DHOW=6 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=BOTH %s
// RUN: %rbcc -DHOW=7 %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc | FileCheck --check-prefix=JJ %s
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

static pthread_t a;

static void *idle(void *arg) { return arg; }
static void *join(void *arg) {
  pthread_join(a, 0);
  return arg;
}

int main(void) {
  pthread_t b;
  pthread_create(&a, 0, idle, 0);
  switch (HOW) {
  case 0:
    assert(pthread_join(a, 0) == 0);
    assert(pthread_join(0, 0) == ESRCH);
    break;
  case 1:
    pthread_join(a, 0);
    pthread_join(a, 0); // JJ: error: joins thread 1, which was joined already
    break;
  case 2:
    pthread_join(a, 0);
    pthread_detach(a); // JD: error: detaches thread 1, which was joined already
    break;
  case 3:
    pthread_detach(a);
    pthread_join(a, 0); // DJ: error: joins thread 1, which was detached already
    break;
  case 4:
    pthread_detach(a);
    pthread_detach(a); // DD: error: detaches thread 1, which was detached already
    break;
  case 5:
    pthread_join(pthread_self(), 0); // SELF: error: a thread joins itself
    break;
  case 6: // both wait, and the second one comes too late
    pthread_create(&b, 0, join, 0);
    join(0); // BOTH: error: joins thread 1, which was joined already
    pthread_join(b, 0);
    break;
  case 7:
    thrd_join(a, 0);
    thrd_join(a, 0);
    break;
  }
}
