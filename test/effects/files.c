// What a file is read into is the caller's memory: two threads that read into
// one buffer race, although the library is in an atomic section meanwhile.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc -- %s | FileCheck %s
// RUN: %rbcc -DSTREAM %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc -- %s | FileCheck %s
// RUN: %rbcc -DPLAIN %s -o %t.bc
// RUN: %exits 1 rbcheck %t.bc -- %s | FileCheck %s
// RUN: %rbcc -DOWN %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc -- %s
// RUN: %rbcc -DSTREAM -DOWN %s -o %t.bc
// RUN: %exits 0 rbcheck %t.bc -- %s
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static char buffer[8], other[8];
static int descriptor;
static FILE *stream;
static void fetch(char *to) {
#ifdef STREAM
  if (fgets(to, 4, stream))
    (void)feof(stream);
#else
  if (read(descriptor, to, 4) != 4)
    _exit(9);
#endif
}
static void *body(void *arg) {
#ifdef PLAIN
  buffer[0] = 'x';
#elif defined(OWN)
  fetch(other);
#else
  fetch(buffer);
#endif
  return arg;
}
int main(int argc, char **argv) { // CHECK: files.c:{{.*}} error: data race
  pthread_t thread;
  descriptor = open(argv[argc - 1], O_RDONLY);
  stream = fopen(argv[argc - 1], "r");
  pthread_create(&thread, 0, body, 0);
  fetch(buffer);
  pthread_join(thread, 0);
}
