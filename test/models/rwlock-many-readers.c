// More threads read than the lock can name: nobody is accused, and the result is
// not called complete.
// RUN: %rbcc -DTHREADS=20 %s -o %t.bc
// RUN: rbcheck --run %t.bc
// RUN: %exits 2 rbcheck --search=random-walk --max-states=5000 %t.bc | FileCheck --implicit-check-not=told %s
// RUN: %rbcc -DTHREADS=40 %s -o %t-more.bc
// RUN: rbcheck --run %t-more.bc
// RUN: %exits 2 rbcheck --search=random-walk --max-states=5000 %t-more.bc | FileCheck --check-prefix=MORE %s
// CHECK: inconclusive
// MORE: more threads read a read-write lock at once than it names
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&l);
  pthread_barrier_wait(&b);
  pthread_rwlock_unlock(&l);
  return arg;
}

int main(void) {
  pthread_t t[THREADS];
  pthread_barrier_init(&b, 0, THREADS);
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&t[i], 0, reader, 0);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(t[i], 0);
}
