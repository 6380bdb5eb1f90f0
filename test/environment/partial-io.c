// TCP has no messages: who reads once may get a part. rbcheck tries that with
// --partial-io=on, and without says that it did not.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 2 rbcheck %t.bc | FileCheck --check-prefix=OFF %s
// OFF: partial-io
// RUN: %exits 1 rbcheck --partial-io=on --trace=%t.trace %t.bc | FileCheck %s
// RUN: %exits 1 rbreplay %t.trace | FileCheck --check-prefix=REPLAY %s
// REPLAY: assertion failed
// RUN: %rbcc -DLOOPS=1 %s -o %t.loops.bc
// RUN: %exits 0 rbcheck --partial-io=on %t.loops.bc
// RUN: %exits 3 rbcheck --partial-io=some %t.bc
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in name = {.sin_family = AF_INET};

static void *send4(void *unused) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
  assert(send(fd, "abcd", 4, 0) == 4);
  close(fd);
  return unused;
}

int main(void) {
  pthread_t thread;
  socklen_t size = sizeof name;
  char text[4];
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(listener, (struct sockaddr *)&name, sizeof name);
  listen(listener, 1);
  getsockname(listener, (struct sockaddr *)&name, &size);
  pthread_create(&thread, 0, send4, 0);
  int fd = accept(listener, 0, 0);
  ssize_t got = recv(fd, text, 4, 0);
#ifdef LOOPS
  while (got < 4)
    got += recv(fd, text + got, 4 - (size_t)got, 0);
#endif
  assert(got == 4); // CHECK: partial-io.c:[[#@LINE]]:{{.*}} error: assertion
  pthread_join(thread, 0);
  return 0;
}
