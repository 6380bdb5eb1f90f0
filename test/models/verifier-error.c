// reach_error is an error.
// RUN: %exits 1 rbcheck %s | FileCheck %s

unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  if (__VERIFIER_nondet_uchar() == 200)
    reach_error(); // CHECK: verifier-error.c:[[#@LINE]]:{{.*}} error: reach_error() was reached
}
