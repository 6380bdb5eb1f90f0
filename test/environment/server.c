// A server with a thread for each connection, and two clients. What the threads
// of the server share needs a lock.
// RUN: %rbcc %s -o %t.bc && %exits 1 rbcheck %t.bc | FileCheck %s
// RUN: %rbcc -DLOCKED=1 %s -o %t.locked.bc && %exits 0 rbcheck --accept=partial-io %t.locked.bc
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kClients = 2 };
static int listener;
static struct sockaddr_in name = {.sin_family = AF_INET};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *serve(void *argument) {
  int fd = (int)(long)argument;
  char byte;
  assert(recv(fd, &byte, 1, 0) == 1);
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  ++served; // CHECK: server.c:[[#@LINE]]:{{.*}} error: data race
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  assert(send(fd, &byte, 1, 0) == 1);
  close(fd);
  return 0;
}

static void *ask(void *unused) {
  char byte = 'a';
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
  assert(send(fd, &byte, 1, 0) == 1);
  assert(recv(fd, &byte, 1, 0) == 1 && byte == 'a');
  assert(recv(fd, &byte, 1, 0) == 0);
  close(fd);
  return unused;
}

int main(void) {
  pthread_t clients[kClients], servers[kClients];
  socklen_t size = sizeof name;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(!bind(listener, (struct sockaddr *)&name, sizeof name));
  assert(!listen(listener, 4));
  assert(!getsockname(listener, (struct sockaddr *)&name, &size));
  for (int i = 0; i < kClients; ++i)
    pthread_create(&clients[i], 0, ask, 0);
  for (int i = 0; i < kClients; ++i) {
    long fd = accept(listener, 0, 0);
    pthread_create(&servers[i], 0, serve, (void *)fd);
  }
  for (int i = 0; i < kClients; ++i) {
    pthread_join(clients[i], 0);
    pthread_join(servers[i], 0);
  }
  assert(served == kClients);
  close(listener);
  return 0;
}
