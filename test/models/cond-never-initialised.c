// A condition variable that nobody initialised.
// RUN: %exits 1 rbcheck %s | FileCheck %s
#include <pthread.h>

int main(void) {
  pthread_cond_t changed;
  // CHECK: error: {{.*}}condition variable was never initialised
  pthread_cond_signal(&changed);
}
