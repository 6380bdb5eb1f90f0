// A server and a client at the loopback address of IPv6. A client that does not
// wait for the server to listen may be refused.
// RUN: %rbcc %s -o %t.bc && %exits 0 rbcheck %t.bc
// RUN: %rbcc -DHURRIES=1 %s -o %t.hurries.bc
// RUN: %exits 1 rbcheck %t.hurries.bc | FileCheck %s
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in6 name;

static void *serve(void *argument) {
  int listener = argument ? *(int *)argument : -1;
  struct sockaddr_in6 from;
  socklen_t size = sizeof from;
  char byte;
#ifdef HURRIES
  assert(!listen(listener, 1));
#endif
  int fd = accept(listener, (struct sockaddr *)&from, &size);
  assert(fd >= 0 && size == sizeof from && from.sin6_family == AF_INET6);
  assert(IN6_IS_ADDR_LOOPBACK(&from.sin6_addr));
  assert(recv(fd, &byte, 1, 0) == 1);
  assert(send(fd, &byte, 1, 0) == 1);
  close(fd);
  return 0;
}

int main(void) {
  pthread_t thread;
  char byte = 'x';
  name.sin6_family = AF_INET6;
  name.sin6_port = htons(7000);
  assert(inet_pton(AF_INET6, "::1", &name.sin6_addr) == 1);
  int listener = socket(AF_INET6, SOCK_STREAM, 0);
  assert(!bind(listener, (struct sockaddr *)&name, sizeof name));
#ifndef HURRIES
  assert(!listen(listener, 1));
#endif
  pthread_create(&thread, 0, serve, &listener);
  int fd = socket(AF_INET6, SOCK_STREAM, 0);
  // CHECK: inet6.c:[[#@LINE+1]]:{{.*}} error: assertion
  assert(!connect(fd, (struct sockaddr *)&name, sizeof name));
  assert(send(fd, &byte, 1, 0) == 1);
  byte = 0;
  assert(recv(fd, &byte, 1, 0) == 1 && byte == 'x');
  assert(recv(fd, &byte, 1, 0) == 0);
  pthread_join(thread, 0);
  close(fd);
  close(listener);
  return 0;
}
