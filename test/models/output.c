// Where output goes.
// RUN: rbcheck --run %s 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR --input-file=%t.err %s

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  // CHECK: out 1
  // ERR: err 1
  printf("out %d\n", 1);
  fprintf(stderr, "err %d\n", 1);
  // CHECK-NEXT: by write
  assert(write(1, "by write\n", 9) == 9);
  // ERR: what: No such file or directory
  errno = ENOENT;
  perror("what");
  assert(errno == ENOENT);
  assert(fileno(stdout) == 1 && getchar() == EOF && feof(stdin));
}
