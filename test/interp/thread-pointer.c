// __builtin_thread_pointer is a value of its own for every thread, and aligned:
// allocators keep bits of their own below. So is what is at fs:0.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DSAME %s -o %t-same.bc
// RUN: %exits 1 rbcheck %t-same.bc | FileCheck %s
// RUN: %rbcc -DODD %s -o %t-odd.bc
// RUN: %exits 1 rbcheck %t-odd.bc | FileCheck --check-prefix=ODD %s
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *self(void *result) {
  *(void **)result = __builtin_thread_pointer();
  return 0;
}

int main(void) {
  pthread_t thread;
  void *other = 0;
  pthread_create(&thread, 0, self, &other);
  pthread_join(thread, 0);
  void *own = __builtin_thread_pointer();
  assert(own == __builtin_thread_pointer());
#ifdef SAME
  assert(own == other); // CHECK: thread-pointer.c:[[#@LINE]]:{{.*}} error: assertion failed
#elif defined ODD
  assert((uintptr_t)own & 3); // ODD: thread-pointer.c:[[#@LINE]]:{{.*}} error: assertion failed
#else
  assert(own && other && own != other);
  assert(!(((uintptr_t)own | (uintptr_t)other) & 3));
#ifdef __x86_64__
  uintptr_t word;
  __asm__("movq %%fs:0, %0" : "=r"(word));
  assert(word == (uintptr_t)own);
#endif
#endif
}
