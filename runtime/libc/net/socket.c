//===- runtime/libc/net/socket.c - Making, naming and asking sockets ------===//
//
// See socket.h. Tested by test/environment/socket*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int __rb_is_packets(const struct Socket *socket) {
  return socket->type != SOCK_STREAM;
}
int __rb_is_tcp(const struct Socket *socket) {
  return socket->type == SOCK_STREAM && socket->family != AF_UNIX;
}
static int isDatagram(const struct Socket *socket) {
  return socket->type == SOCK_DGRAM;
}

int __rb_socket_result(int error) {
  if (!error)
    return 0;
  errno = error;
  return -1;
}

int __rb_option(const struct Socket *socket, int level, int name) {
  for (const struct SocketOption *at = socket->options; at; at = at->next)
    if (at->level == level && at->name == name)
      return at->value;
  return 0;
}

// What can be done ---------------------------------------------------------------

/// It gets no more than what it has.
static int isInputOver(const struct Socket *socket) {
  if (socket->shut & kShutRead)
    return 1;
  if (isDatagram(socket) || !socket->hadPeer)
    return 0;
  return !socket->peer || socket->peer->shut & kShutWrite;
}

static int isOutputOver(const struct Socket *socket) {
  if (socket->shut & kShutWrite)
    return 1;
  if (!socket->hadPeer || isDatagram(socket))
    return 0;
  if (!socket->peer)
    return socket->family == AF_UNIX || socket->wasReset;
  return socket->family == AF_UNIX && socket->peer->shut & kShutRead;
}

/// Room at whom it sends to.
static int hasRoom(const struct Socket *socket, int asPoll) {
  const struct Socket *to = socket->peer;
  if (!to)
    return 1;
  if (isDatagram(socket) && to->packetCount > 10)
    return 0;
  size_t limit = __rb_limit(socket, to);
  return asPoll && !isDatagram(socket) ? to->size * 4 <= limit
                                       : to->size < limit;
}

size_t __rb_limit(const struct Socket *from, const struct Socket *to) {
  return from->sendLimit < to->limit ? from->sendLimit : to->limit;
}

static unsigned readyOf(const struct Socket *socket) {
  unsigned ready = socket->state == kConnecting ? 0 : kSettled;
  if (socket->state == kListening && socket->shut & kShutRead)
    return ready | POLLIN | POLLRDNORM | POLLHUP | kCanTake;
  if (socket->state == kListening)
    return ready | (socket->pending ? POLLIN | POLLRDNORM | kCanTake : 0);
  if (socket->state == kConnecting)
    return ready;
  if (socket->state == kFresh && !isDatagram(socket) && !socket->error)
    return ready | POLLOUT | POLLWRNORM | POLLHUP | kCanTake | kCanGive;
  const int isOver = isInputOver(socket);
  if (socket->error)
    ready |= POLLERR | POLLIN | POLLRDNORM | POLLOUT | kCanTake | kCanGive;
  if (socket->state == kFresh && !isDatagram(socket))
    ready |= POLLHUP;
  if (socket->size || socket->packets || isOver)
    ready |= POLLIN | POLLRDNORM | kCanTake;
  if (isOver)
    ready |= POLLRDHUP;
  if (isOver && isOutputOver(socket))
    ready |= POLLHUP;
  if (isOutputOver(socket))
    ready |= POLLOUT | POLLWRNORM | kCanGive;
  if (hasRoom(socket, 1))
    ready |= POLLOUT | POLLWRNORM;
  if (hasRoom(socket, 0))
    ready |= kCanGive;
  return ready;
}

void __rb_socket_update(struct Socket *socket, unsigned wakes) {
  __rb_port_set(&socket->port, readyOf(socket), wakes);
}

// Making and ending --------------------------------------------------------------

static void end(struct Port *port) {
  struct Socket *socket = (struct Socket *)port;
  __rb_leave(socket);
  __rb_unbind(socket);
  __rb_packets_drop(socket);
  for (struct SocketOption *at = socket->options, *next; at; at = next) {
    next = at->next;
    free(at);
  }
  free(socket->data);
  free(socket);
}

static size_t waiting(struct Port *port) {
  struct Socket *socket = (struct Socket *)port;
  return isDatagram(socket) && socket->packets ? socket->packets->size
                                               : socket->size;
}

const struct PortKind __rb_socket_kind = {
    .mode = S_IFSOCK,
    .takes = "recv() for a socket that nobody sends to",
    .gives = "send() for a full socket that nobody reads from",
    .take = __rb_socket_take,
    .give = __rb_socket_give,
    .end = end,
    .waiting = waiting};

struct Socket *__rb_socket_make(int family, int type, int protocol) {
  struct Socket *socket = calloc(1, sizeof *socket);
  socket->port.kind = &__rb_socket_kind;
  socket->family = family;
  socket->type = type;
  socket->protocol = protocol;
  socket->limit = socket->sendLimit = kRoom;
  if (type == SOCK_STREAM) {
    socket->room = 64;
    socket->data = calloc(1, socket->room);
  }
  socket->port.ready = readyOf(socket);
  return socket;
}

struct Socket *__rb_socket(int fd) {
  struct Port *port = __rb_port(fd, ENOTSOCK);
  if (port && port->kind == &__rb_socket_kind)
    return (struct Socket *)port;
  if (port)
    errno = ENOTSOCK;
  return 0;
}

enum { kTypeBits = 0xf };

/// An errno value, or 0 and the protocol that it has then.
static int checkKind(int family, int type, int *protocol) {
  int kind = type & kTypeBits;
  if (type & ~(kTypeBits | SOCK_NONBLOCK | SOCK_CLOEXEC))
    return EINVAL;
  if (family == AF_UNIX) {
    if (kind != SOCK_STREAM && kind != SOCK_DGRAM && kind != SOCK_SEQPACKET)
      return ESOCKTNOSUPPORT;
    return *protocol && *protocol != AF_UNIX ? EPROTONOSUPPORT : 0;
  }
  if (family != AF_INET && family != AF_INET6)
    __rb_unsupported("sockets other than AF_INET, AF_INET6 and AF_UNIX");
  if (kind != SOCK_STREAM && kind != SOCK_DGRAM)
    __rb_unsupported("internet sockets other than SOCK_STREAM and SOCK_DGRAM");
  int own = kind == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  if (*protocol && *protocol != own)
    return EPROTONOSUPPORT;
  *protocol = own;
  return 0;
}

static int openFlags(int type) {
  return O_RDWR | (type & SOCK_NONBLOCK ? O_NONBLOCK : 0) |
         (type & SOCK_CLOEXEC ? O_CLOEXEC : 0);
}

int socket(int family, int type, int protocol) {
  int error = checkKind(family, type, &protocol);
  if (error)
    return __rb_socket_result(error);
  rb_atomic_begin();
  struct Socket *made = __rb_socket_make(family, type & kTypeBits, protocol);
  int fd = __rb_port_open(&made->port, openFlags(type));
  rb_atomic_end();
  return fd;
}

int socketpair(int family, int type, int protocol, int ends[2]) {
  int error = checkKind(family, type, &protocol);
  if (!error && family != AF_UNIX)
    error = EOPNOTSUPP;
  if (error)
    return __rb_socket_result(error);
  rb_atomic_begin();
  struct Socket *a = __rb_socket_make(family, type & kTypeBits, protocol);
  struct Socket *b = __rb_socket_make(family, type & kTypeBits, protocol);
  __rb_join(a, b);
  int first = __rb_port_open(&a->port, openFlags(type));
  int second = __rb_port_open(&b->port, openFlags(type));
  if (first >= 0 && second < 0)
    __rb_file_close(first);
  rb_atomic_end();
  if (first < 0 || second < 0)
    return -1;
  ends[0] = first;
  ends[1] = second;
  return 0;
}

// Names --------------------------------------------------------------------------

int bind(int fd, const struct sockaddr *name, socklen_t size) {
  struct Address address;
  rb_atomic_begin();
  struct Socket *socket = __rb_socket(fd);
  int error = socket ? __rb_address_read(socket, name, size, &address) : errno;
  if (!error)
    error = __rb_bind(socket, &address);
  rb_atomic_end();
  __rb_reads(name, size);
  return __rb_socket_result(error);
}

static int tellName(int fd, struct sockaddr *to, socklen_t *size, int isPeer) {
  rb_atomic_begin();
  struct Socket *socket = __rb_socket(fd);
  int error = socket ? 0 : errno;
  struct Address address;
  if (!error && isPeer && socket->state != kConnected)
    error = ENOTCONN;
  if (!error) {
    address = isPeer ? socket->remote : socket->local;
    if (!address.size) {
      address.any.sa_family = (sa_family_t)socket->family;
      address.size = socket->family == AF_UNIX    ? sizeof(sa_family_t)
                     : socket->family == AF_INET ? sizeof address.in
                                                  : sizeof address.in6;
    }
  }
  rb_atomic_end();
  if (!error)
    __rb_address_write(&address, to, size);
  return __rb_socket_result(error);
}
int getsockname(int fd, struct sockaddr *to, socklen_t *size) {
  return tellName(fd, to, size, 0);
}
int getpeername(int fd, struct sockaddr *to, socklen_t *size) {
  return tellName(fd, to, size, 1);
}
