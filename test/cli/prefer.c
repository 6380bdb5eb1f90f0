// Preferences by function and variable change the order and nothing else.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --search=dfs --function=deep %t.bc
// RUN: %exits 1 rbcheck --search=dfs --var=balance --all-errors %t.bc
// RUN: %exits 0 rbcheck --search=dfs --check=-data-race --function=deep,other --var=balance %t.bc
// RUN: %exits 3 rbcheck --function=dep %t.bc 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: %exits 3 rbcheck --var=balanc %t.bc 2>&1 | FileCheck %s --check-prefix=VAR
// RUN: %exits 3 rbcheck --var= %t.bc 2>&1 | FileCheck %s --check-prefix=NONE
// FUNCTION: rbcheck: option '--function': no function 'dep' in the program; did you mean 'deep'?
// VAR: rbcheck: option '--var': no global variable 'balanc' in the program; did you mean 'balance'?
// NONE: rbcheck: option '--var' needs a name
#include <pthread.h>
static int balance, noise;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static void deep(void) { balance++; }
static void other(void) {
  pthread_mutex_lock(&mu);
  noise++;
  pthread_mutex_unlock(&mu);
}
static void *work(void *arg) {
  other();
  deep();
  return arg;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, work, 0), pthread_create(&y, 0, work, 0);
  pthread_join(x, 0), pthread_join(y, 0);
  return 0;
}
