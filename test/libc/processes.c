// Other processes do not exist: one line says what to do instead.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %exits 2 rbcheck %t.bc -- fork | FileCheck %s --check-prefix=FORK
// RUN: %exits 2 rbcheck %t.bc -- run | FileCheck %s --check-prefix=SYSTEM
// RUN: %exits 2 rbcheck %t.bc -- exec | FileCheck %s --check-prefix=EXEC
// FORK: inconclusive: unsupported: fork: rbcheck follows one process; let a thread do what the child does, or check the child as a program of its own at {{.*}}processes.c:[[#FORK:]]
// RUN: %exits 2 rbcheck %t.bc -- pipe | FileCheck %s --check-prefix=PIPE
// EXEC: unsupported: execv: rbcheck follows one program
// SYSTEM: unsupported: system: rbcheck follows one program
// PIPE: unsupported: popen: rbcheck follows one program
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "fork"))
    fork();
  if (!strcmp(what, "exec"))
    execv("/bin/true", argv);
  if (!strcmp(what, "run"))
    system("true");
  if (!strcmp(what, "pipe"))
    popen("true", "r");
  assert(waitpid(-1, 0, 0) == -1 && errno == ECHILD && !system(0));
  return 0;
}
