// While main is parked at a decision, the thread it has made ends: main is alone
// then and locks without being parked. With known values it is not alone there.
// RUN: %exits 1 rbcheck %s | FileCheck %s
// RUN: %exits 0 rbcheck %s --cflags=-DRIGHT | FileCheck %s --check-prefix=RIGHT
// CHECK: alone.c:[[#LINE:]]:{{.*}} error: division by zero
// CHECK: input: rb_nondet_uchar() was 50
// RIGHT: no-error: {{.*}} for all values of its inputs
#include <pthread.h>
#include <rbcheck.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *nothing(void *unused) { return unused; }

int main(void) {
  unsigned char x = rb_nondet_uchar();
#ifdef RIGHT
  rb_assume(x != 50);
#endif
  pthread_t thread;
  pthread_create(&thread, 0, nothing, 0);
  if (x > 10) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  int share = 100 / (x - 50);
  pthread_join(thread, 0);
  return share > 100;
}
