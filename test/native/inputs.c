// Inputs have the values natively that the trace has: numbers, objects,
// arguments, standard input.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck --symbolic-args=1,3 --symbolic-stdin=4 --check=assertion --trace=%t.json %t.bc > %t.out
// RUN: %exits 1 rbreplay --native %t.json 2>&1 | FileCheck %s
#include <pthread.h>
#include <rbcheck.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int sum;

static void *worker(void *arg) {
  sum = rb_nondet_int();
  return arg;
}

int main(int argc, char **argv) {
  char text[4], line[4];
  pthread_t thread;
  double real = rb_nondet_double();
  rb_assume(real == 0.5);
  pthread_create(&thread, 0, worker, 0);
  rb_symbolic(text, sizeof text, "text");
  pthread_join(thread, 0);
  rb_assume(read(0, line, 2) == 2 && read(0, line + 2, 2) == 2);
  rb_assume(text[0] == 'k' && text[1] == 'e' && text[2] == 'y' && !text[3]);
  rb_assume(line[0] == '1' && line[3] == '\n');
  rb_assume(line[1] == 'x' && line[2] == 'y');
  rb_assume(argv[1][0] == '-' && argv[1][1] == 'v' && argv[1][2] == 0);
  rb_assume(sum * 3 == 100002);
  printf("%d %s %d %s %.4s%.1f\n", argc, argv[1], sum, text, line, real);
  fflush(stdout);
  rb_assert(sum < 0, "the sum is positive");
}
// CHECK: 2 -v 33334 key 1xy
// CHECK-NEXT: 0.5
// CHECK: here rbcheck saw assertion in T0 {{.*}}the sum is positive
