// rb_choose tries everything, rb_assume drops what is of no interest.
// RUN: %exits 0 rbcheck %s
// RUN: %clang -DRBCHECK_NATIVE -I%include %s -o %t && %t

#include <assert.h>
#include <rbcheck.h>

int main(void) {
  int a = rb_choose(10), b = rb_choose(10);
  assert(a >= 0 && a < 10);
  rb_assume(a < b);
  rb_assert(a != 9, "a is below b");
  rb_atomic_begin();
  rb_atomic_end();
  rb_yield();
}
