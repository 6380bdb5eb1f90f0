// Switches at what the user named come first: fewer executions until the error.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=gambit:cost=equal,match=no --json=%t.plain.json %t.bc
// RUN: %exits 1 rbcheck --search=gambit:cost=method,match=no --function=withdraw --json=%t.method.json %t.bc
// RUN: %exits 1 rbcheck --search=gambit:cost=var,match=no --var=money --json=%t.var.json %t.bc
// RUN: %exits 1 rbcheck --search=gambit:cost=atomicity,match=no --json=%t.pattern.json %t.bc
// RUN: %python %S/fewer.py %t.plain.json %t.method.json %t.var.json %t.pattern.json
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int noise[6], money = 10;

static void withdraw(void) {
  int now = atomic_load(&money);
  atomic_store(&money, now - 1);
}
static void work(void) {
  for (int i = 0; i < 6; i++)
    atomic_fetch_add(&noise[i], 1);
}
static void *run(void *arg) {
  work();
  withdraw();
  work();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(money == 8);
}
