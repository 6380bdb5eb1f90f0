//===- runtime/libc/net/connection.c - listen, accept, connect, shutdown --===//
//
// A connection is made when the other side has room for it in its queue, not
// when it accepts: what is sent before waits there. One that finds no room waits
// at its own word, and is let in by accept(). A connect() of TCP that does not
// wait says EINPROGRESS, as Linux does also where it is done at once.
// Tested by test/environment/socket*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void __rb_join(struct Socket *a, struct Socket *b) {
  a->peer = b;
  b->peer = a;
  a->hadPeer = b->hadPeer = 1;
  a->state = b->state = kConnected;
  __rb_socket_update(a, POLLOUT | POLLWRNORM);
  __rb_socket_update(b, POLLOUT | POLLWRNORM);
}

static void append(struct Socket **list, struct Socket *socket) {
  while (*list)
    list = &(*list)->next;
  *list = socket;
  socket->next = 0;
}

static struct Socket *removeFirst(struct Socket **list) {
  struct Socket *first = *list;
  if (first) {
    *list = first->next;
    first->next = 0;
  }
  return first;
}

/// Lets in whoever waits, as far as there is room.
static void settle(struct Socket *listener) {
  while (listener->waiting && listener->pendingCount <= listener->backlog) {
    struct Socket *client = removeFirst(&listener->waiting);
    client->target = 0;
    struct Socket *server = __rb_socket_make(listener->family, listener->type,
                                             listener->protocol);
    server->local = __rb_reached_at(listener, &client->remote);
    client->remote = __rb_address_as(&server->local, client->family);
    server->remote = __rb_address_as(
        &(struct Address){0}, listener->family); // none
    if (client->local.size) {
      struct Address from = __rb_reached_at(client, &client->remote);
      client->local = from;
      server->remote = __rb_address_as(&from, server->family);
    }
    server->limit = listener->limit;
    append(&listener->pending, server);
    ++listener->pendingCount;
    __rb_join(client, server);
  }
}

static void refuse(struct Socket *client, int error) {
  client->state = kFresh;
  client->target = 0;
  client->error = error;
  memset(&client->remote, 0, sizeof client->remote);
  __rb_socket_update(client, POLLERR | POLLHUP | POLLIN | POLLOUT);
}

/// The socket ends: whoever it is connected to, and wants to be, is told.
void __rb_leave(struct Socket *socket) {
  struct Socket *peer = socket->peer;
  if (peer && peer->peer == socket) {
    peer->peer = 0;
    if (socket->size && !__rb_is_packets(socket))
      peer->error = ECONNRESET; // what was sent is not read any more
    __rb_socket_update(peer, POLLIN | POLLRDNORM | POLLHUP | POLLRDHUP |
                                 POLLOUT | POLLWRNORM);
  }
  if (socket->target) {
    struct Socket **at = &socket->target->waiting;
    while (*at != socket)
      at = &(*at)->next;
    *at = socket->next;
  }
  for (struct Socket *server; (server = removeFirst(&socket->pending));)
    server->port.kind->end(&server->port);
  for (struct Socket *client; (client = removeFirst(&socket->waiting));)
    refuse(client, ECONNREFUSED);
}

int listen(int fd, int backlog) {
  rb_atomic_begin();
  struct Socket *socket = __rb_socket(fd);
  int error = socket ? 0 : errno;
  if (!error && socket->type == SOCK_DGRAM)
    error = EOPNOTSUPP;
  if (!error && socket->state != kFresh && socket->state != kListening)
    error = EINVAL;
  if (!error && socket->family == AF_UNIX && !socket->local.size)
    error = EINVAL;
  if (!error)
    error = __rb_bind_any(socket);
  if (!error) {
    socket->state = kListening;
    socket->backlog = backlog < 0 ? 0 : backlog > 4096 ? 4096 : backlog;
    settle(socket);
    __rb_socket_update(socket, 0);
  }
  rb_atomic_end();
  return __rb_socket_result(error);
}

// accept ----------------------------------------------------------------------

/// A descriptor, or a negated errno value.
static int acceptOne(int fd, int flags, struct Address *from) {
  struct Socket *socket = __rb_socket(fd);
  if (!socket)
    return -errno;
  if (socket->state != kListening)
    return socket->type == SOCK_DGRAM ? -EOPNOTSUPP : -EINVAL;
  struct Description *description = __rb_description(fd);
  const struct timespec *limit = &description->takeLimit;
  const struct rb_wait wait = __rb_wait_at(&socket->port, kCanTake);
  int result = 0;
  ++description->users;
  while (!socket->pending && !result) {
    if (socket->shut & kShutRead)
      result = -EINVAL;
    else if (description->flags & O_NONBLOCK)
      result = -EAGAIN;
    else
      switch (__rb_wait_for(
          kRestarts, "accept() for a connection that nobody makes", &wait, 1,
          limit->tv_sec || limit->tv_nsec ? limit : 0, &description, 1)) {
      case RB_AWAIT_LATE:
        result = -EAGAIN;
        break;
      case RB_AWAIT_INTERRUPTED:
        result = -EINTR;
      }
  }
  if (!result) {
    struct Socket *server = removeFirst(&socket->pending);
    --socket->pendingCount;
    *from = server->remote;
    if (!from->size) {
      from->any.sa_family = (sa_family_t)server->family;
      from->size = sizeof(sa_family_t);
    }
    settle(socket);
    __rb_socket_update(socket, 0);
    result = __rb_port_open(&server->port, O_RDWR | flags);
    if (result < 0)
      result = -errno;
  }
  __rb_description_drop(description);
  return result;
}

int accept4(int fd, struct sockaddr *to, socklen_t *size, int flags) {
  struct Address from;
  if (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC))
    return __rb_socket_result(EINVAL);
  memset(&from, 0, sizeof from);
  pthread_testcancel();
  rb_atomic_begin();
  int result = acceptOne(fd, flags, &from);
  rb_atomic_end();
  if (result < 0)
    return __rb_socket_result(-result);
  if (to)
    __rb_address_write(&from, to, size);
  return result;
}
int accept(int fd, struct sockaddr *to, socklen_t *size) {
  return accept4(fd, to, size, 0);
}

// connect ---------------------------------------------------------------------

static int connectDatagram(struct Socket *socket, const struct Address *to) {
  struct Socket *found;
  int error = __rb_find_bound(socket, to, &found);
  if (error == ECONNREFUSED && socket->family != AF_UNIX)
    error = 0;
  if (!error)
    error = __rb_bind_any(socket);
  if (error)
    return error;
  socket->remote = *to;
  socket->state = kConnected;
  __rb_socket_update(socket, POLLOUT);
  return 0;
}

/// An errno value, or 0.
static int connectTo(int fd, const struct sockaddr *name, socklen_t size) {
  struct Socket *socket = __rb_socket(fd), *listener;
  struct Address to;
  if (!socket)
    return errno;
  struct Description *description = __rb_description(fd);
  const int isWaiting = !(description->flags & O_NONBLOCK);
  if (socket->state == kListening)
    return socket->family == AF_UNIX ? EINVAL : EISCONN;
  if (socket->state == kConnected && socket->type != SOCK_DGRAM) {
    int isFirst = !socket->isAnswered;
    socket->isAnswered = 1;
    return isFirst ? 0 : EISCONN;
  }
  if (socket->state != kConnecting) {
    if (socket->error && !socket->isAnswered) { // of one that did not wait
      int error = socket->error;
      socket->error = 0;
      __rb_socket_update(socket, 0);
      return error;
    }
    int error = __rb_address_read(socket, name, size, &to);
    if (error)
      return error;
    if (socket->type == SOCK_DGRAM)
      return connectDatagram(socket, &to);
    error = __rb_find_bound(socket, &to, &listener);
    if (!error && listener->state != kListening)
      error = ECONNREFUSED;
    if (!error)
      error = __rb_bind_any(socket);
    if (error == ECONNREFUSED && __rb_is_tcp(socket) && !isWaiting) {
      socket->isAnswered = 0;
      refuse(socket, error);
      return EINPROGRESS;
    }
    if (error)
      return error;
    socket->remote = to;
    socket->state = kConnecting;
    socket->target = listener;
    append(&listener->waiting, socket);
    settle(listener);
    __rb_socket_update(listener, POLLIN | POLLRDNORM);
    __rb_socket_update(socket, POLLOUT | POLLWRNORM);
    if (!isWaiting && __rb_is_tcp(socket)) {
      socket->isAnswered = 0;
      return EINPROGRESS;
    }
  } else if (!isWaiting) {
    return EALREADY;
  }
  const struct rb_wait wait = __rb_wait_at(&socket->port, kSettled);
  const struct timespec *limit = &description->giveLimit;
  int why = RB_AWAIT_READY;
  ++description->users;
  while (socket->state == kConnecting && isWaiting && why == RB_AWAIT_READY)
    why = __rb_wait_for(kRestarts,
                        "connect() for a queue of connections that nobody "
                        "accepts",
                        &wait, 1, limit->tv_sec || limit->tv_nsec ? limit : 0,
                        &description, 1);
  int error = socket->error;
  socket->error = 0;
  if (socket->state == kConnecting) { // a Unix socket that does not wait, or late
    const int isTcp = __rb_is_tcp(socket);
    error = why == RB_AWAIT_INTERRUPTED      ? EINTR
            : why == RB_AWAIT_LATE && isTcp ? EINPROGRESS
                                             : EAGAIN;
    if (error == EAGAIN || !isTcp) {
      __rb_leave(socket);
      refuse(socket, 0);
    } else if (error == EINTR) { // it goes on, and can be waited for
      socket->isAnswered = 0;
    }
  } else if (!error) {
    socket->isAnswered = 1;
  }
  __rb_socket_update(socket, 0);
  __rb_description_drop(description);
  return error;
}

int connect(int fd, const struct sockaddr *name, socklen_t size) {
  pthread_testcancel();
  rb_atomic_begin();
  int error = connectTo(fd, name, size);
  rb_atomic_end();
  __rb_reads(name, size);
  return __rb_socket_result(error);
}

// shutdown --------------------------------------------------------------------

int shutdown(int fd, int how) {
  rb_atomic_begin();
  struct Socket *socket = __rb_socket(fd);
  int error = socket ? 0 : errno;
  if (!error && (how < SHUT_RD || how > SHUT_RDWR))
    error = EINVAL;
  if (!error && socket->state != kConnected && socket->state != kListening)
    error = ENOTCONN;
  if (!error) {
    socket->shut |= how == SHUT_RD   ? kShutRead
                    : how == SHUT_WR ? kShutWrite
                                     : kShutBoth;
    const unsigned wakes = POLLIN | POLLRDNORM | POLLRDHUP | POLLHUP | POLLOUT;
    struct Socket *peer = socket->peer;
    __rb_socket_update(socket, wakes);
    if (peer)
      __rb_socket_update(peer, wakes);
  }
  rb_atomic_end();
  return __rb_socket_result(error);
}
