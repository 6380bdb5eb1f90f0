// A queue of connections that is full makes clients wait; accept() lets them in,
// and closing the socket refuses them.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DFORGETS=1 %s -o %t.forgets.bc
// RUN: %exits 1 rbcheck %t.forgets.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for a queue of connections that nobody accepts
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un name = {AF_UNIX, "\0abstract"};
static int refused;

static void *ask(void *unused) {
  for (int i = 0; i < 2; ++i) {
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&name, sizeof name)) {
      assert(errno == ECONNREFUSED);
      ++refused;
    }
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!bind(listener, (struct sockaddr *)&name, sizeof name));
  assert(!listen(listener, 0));
  pthread_create(&thread, 0, ask, 0);
  assert(accept(listener, 0, 0) >= 0);
#ifndef FORGETS
  close(listener);
#else
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
#endif
  pthread_join(thread, 0);
  assert(refused <= 1);
  return 0;
}
