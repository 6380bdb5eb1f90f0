// What signals do that have no handler.
// RUN: %rbcc -DSIGNAL=SIGTERM %s -o %t.bc && %exits 143 rbcheck --run %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %rbcc -DSIGNAL=SIGCHLD %s -o %t.child.bc
// RUN: %exits 1 rbcheck %t.child.bc | FileCheck --check-prefix=CHILD %s
// CHILD: assertion failed: !"reached"
// RUN: %rbcc -DSIGNAL=SIGABRT %s -o %t.abort.bc
// RUN: %exits 1 rbcheck %t.abort.bc | FileCheck --check-prefix=ABORT %s
// ABORT: error: abort {{.*}}
// RUN: %rbcc -DSIGNAL=SIGTSTP %s -o %t.stop.bc
// RUN: %exits 2 rbcheck %t.stop.bc | FileCheck --check-prefix=STOP %s
// STOP: unsupported: a signal that stops the process
#include <assert.h>
#include <signal.h>

int main(void) {
  raise(SIGNAL);
  assert(!"reached");
}
