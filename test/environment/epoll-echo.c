// An echo server that waits for all of its connections with epoll. One that
// trusts that an accepted connection has something to read blocks for ever if
// that client waits for the other one.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DTRUSTS=1 %s -o %t.trusts.bc
// RUN: %exits 1 rbcheck %t.trusts.bc | FileCheck %s
// CHECK: deadlock
// CHECK: waits for a socket that nobody sends to
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { kClients = 2 };
static struct sockaddr_un name = {AF_UNIX, "/echo.socket"};
static sem_t second;

static void *ask(void *argument) {
  char byte = 'x';
  int isFirst = argument != 0;
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
  if (isFirst)
    sem_wait(&second);
  assert(send(fd, &byte, 1, 0) == 1);
  assert(recv(fd, &byte, 1, 0) == 1 && byte == 'x');
  if (!isFirst)
    sem_post(&second);
  close(fd);
  return 0;
}

static int echo(int fd) {
  char byte;
  if (recv(fd, &byte, 1, 0) != 1)
    return 0;
  send(fd, &byte, 1, MSG_NOSIGNAL);
  return 1;
}

int main(void) {
  pthread_t clients[kClients];
  struct epoll_event event = {.events = EPOLLIN};
  int set = epoll_create1(0), listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sem_init(&second, 0, 0);
  assert(!bind(listener, (struct sockaddr *)&name, sizeof name));
  assert(!listen(listener, kClients));
  event.data.fd = listener;
  epoll_ctl(set, EPOLL_CTL_ADD, listener, &event);
  for (long i = 0; i < kClients; ++i)
    pthread_create(&clients[i], 0, ask, (void *)i);
  for (int open = 0, made = 0; made < kClients || open;) {
    assert(epoll_wait(set, &event, 1, -1) == 1);
    int fd = event.data.fd;
    if (fd == listener) {
      fd = accept(listener, 0, 0);
      event.events = EPOLLIN;
      event.data.fd = fd;
      epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
      ++made;
      ++open;
#ifdef TRUSTS
      echo(fd);
#endif
    } else if (!echo(fd)) {
      close(fd);
      --open;
    }
  }
  for (int i = 0; i < kClients; ++i)
    pthread_join(clients[i], 0);
  return 0;
}
