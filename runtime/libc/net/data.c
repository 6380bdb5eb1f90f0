//===- runtime/libc/net/data.c - What sockets hand over -------------------===//
//
// Streams have bytes, the others packets. A read from a stream gets what has
// arrived, as Linux does between Unix sockets; TCP may hand over a part, which
// is tried with --partial-io=on and else named in the result. Room is counted in
// bytes, without what Linux adds to each piece. Packets of UDP are lost where
// there is no room, or nobody. Tested by test/environment/socket*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { kMostUdp = 65507 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static int takeError(struct Socket *socket) {
  int error = socket->error;
  if (error) {
    socket->error = 0;
    __rb_socket_update(socket, 0);
  }
  return -error;
}

// Streams ------------------------------------------------------------------------

static long takeStream(struct Socket *socket, struct Transfer *transfer) {
  if (!socket->size && socket->error)
    return transfer->done ? (long)transfer->done : takeError(socket);
  if (socket->state != kConnected)
    return __rb_is_tcp(socket) ? -ENOTCONN : -EINVAL;
  const int isOver = socket->shut & kShutRead || !socket->peer ||
                     socket->peer->shut & kShutWrite;
  size_t rest = transfer->size - transfer->done;
  if (!rest)
    return (long)transfer->done;
  if (!socket->size)
    return isOver ? (long)transfer->done : -EAGAIN;
  if (transfer->flags & MSG_TRUNC)
    __rb_unsupported("recv() from a stream with MSG_TRUNC");
  size_t size = least(rest, socket->size);
  const int isAll = transfer->flags & MSG_WAITALL && transfer->isWaiting;
  if (__rb_is_tcp(socket) && size > 1 && !isAll && __rb_partial_io("recv"))
    size = 1;
  __rb_scatter(transfer, socket->data, size);
  if (transfer->flags & MSG_PEEK)
    return (long)size;
  memmove(socket->data, socket->data + size, socket->size - size);
  memset(socket->data + socket->size - size, 0, size);
  socket->size -= size;
  __rb_socket_update(socket, 0);
  if (socket->peer)
    __rb_socket_update(socket->peer, POLLOUT | POLLWRNORM);
  if (isAll && transfer->done < transfer->size && !isOver)
    return -EAGAIN;
  return (long)transfer->done;
}

static char *appendBytes(struct Socket *to, size_t more) {
  size_t size = to->size + more;
  if (size > to->room) {
    size_t room = size * 2;
    to->data = realloc(to->data, room);
    memset(to->data + to->size, 0, room - to->size);
    to->room = room;
  }
  char *at = to->data + to->size;
  to->size = size;
  return at;
}

static long giveStream(struct Socket *socket, struct Transfer *transfer) {
  struct Socket *to = socket->peer;
  const long broken = transfer->done ? (long)transfer->done : -EPIPE;
  if (socket->shut & kShutWrite)
    return broken;
  if (socket->error && __rb_is_tcp(socket))
    return takeError(socket);
  if (socket->state == kConnecting)
    return -EAGAIN;
  if (socket->state != kConnected)
    return __rb_is_tcp(socket) ? -EPIPE : -ENOTCONN;
  const int isGone = !to || (socket->family == AF_UNIX && to->shut & kShutRead);
  if (isGone && (socket->family == AF_UNIX || socket->wasReset))
    return broken;
  size_t rest = transfer->size - transfer->done;
  if (isGone) { // TCP learns of it by the answer
    socket->wasReset = 1;
    transfer->done = transfer->size;
    __rb_socket_update(socket, POLLIN | POLLHUP | POLLERR | POLLOUT);
    return (long)transfer->done;
  }
  if (!rest)
    return (long)transfer->done;
  size_t limit = __rb_limit(socket, to);
  size_t size = to->size < limit ? least(rest, limit - to->size) : 0;
  if (!size)
    return -EAGAIN;
  if (__rb_is_tcp(socket) && size > 1 && !transfer->isWaiting &&
      __rb_partial_io("send"))
    size = 1;
  __rb_gather(transfer, appendBytes(to, size), size);
  __rb_socket_update(to, POLLIN | POLLRDNORM);
  __rb_socket_update(socket, 0);
  return transfer->done < transfer->size && transfer->isWaiting
             ? -EAGAIN
             : (long)transfer->done;
}

// Packets ------------------------------------------------------------------------

static void dropPacket(struct Socket *socket) {
  struct Packet *packet = socket->packets;
  socket->packets = packet->next;
  socket->size -= packet->size;
  --socket->packetCount;
  free(packet);
}

void __rb_packets_drop(struct Socket *socket) {
  while (socket->packets)
    dropPacket(socket);
}

static long takePacket(struct Socket *socket, struct Transfer *transfer) {
  struct Packet *packet = socket->packets;
  if (!packet && socket->error)
    return takeError(socket);
  if (socket->type == SOCK_SEQPACKET && socket->state != kConnected)
    return -ENOTCONN;
  if (!packet && socket->shut & kShutRead)
    return 0;
  if (!packet && socket->type == SOCK_SEQPACKET &&
      (!socket->peer || socket->peer->shut & kShutWrite))
    return 0;
  if (!packet)
    return -EAGAIN;
  size_t size = least(packet->size, transfer->size);
  __rb_scatter(transfer, packet->data, size);
  if (size < packet->size)
    transfer->seen |= MSG_TRUNC;
  if (socket->type == SOCK_SEQPACKET)
    transfer->seen |= MSG_EOR;
  long result = (long)(transfer->flags & MSG_TRUNC ? packet->size : size);
  transfer->address = packet->from.storage;
  transfer->addressSize = packet->from.size;
  if (transfer->flags & MSG_PEEK)
    return result;
  dropPacket(socket);
  __rb_socket_update(socket, 0);
  if (socket->peer)
    __rb_socket_update(socket->peer, POLLOUT | POLLWRNORM);
  return result;
}

/// Whom a packet goes to: an errno value, or 0.
static int findReceiver(struct Socket *socket, struct Transfer *transfer,
                        struct Socket **to) {
  *to = socket->peer;
  if (transfer->addressSize && socket->type == SOCK_DGRAM) {
    struct Address address;
    int error = __rb_address_read(socket, &transfer->address,
                                  transfer->addressSize, &address);
    return error ? error : __rb_find_bound(socket, &address, to);
  }
  if (socket->state != kConnected)
    return socket->type == SOCK_DGRAM && socket->family != AF_UNIX
               ? EDESTADDRREQ
               : ENOTCONN;
  if (socket->hadPeer)
    return *to                            ? 0
           : socket->type == SOCK_SEQPACKET ? EPIPE
                                            : ECONNREFUSED;
  return __rb_find_bound(socket, &socket->remote, to);
}

static long givePacket(struct Socket *socket, struct Transfer *transfer) {
  const int isUdp = socket->family != AF_UNIX;
  struct Socket *to;
  if (socket->shut & kShutWrite)
    return -EPIPE;
  if (socket->error)
    return takeError(socket);
  if (transfer->size > (isUdp ? kMostUdp : kRoom))
    return -EMSGSIZE;
  int error = __rb_bind_any(socket);
  if (!error)
    error = findReceiver(socket, transfer, &to);
  if (error == ECONNREFUSED && isUdp) { // lost; one that is connected is told
    if (!transfer->addressSize)
      socket->error = ECONNREFUSED;
    __rb_socket_update(socket, POLLERR);
    transfer->done = transfer->size;
    return (long)transfer->size;
  }
  if (error)
    return -error;
  if (to->shut & kShutRead && !isUdp)
    return -EPIPE;
  const int isFull = to->size + transfer->size > to->limit ||
                     (!isUdp && socket->type == SOCK_DGRAM &&
                      to->packetCount > 10);
  if (isFull && !isUdp && to != socket->peer && transfer->isWaiting)
    __rb_unsupported("waiting to send to a full Unix socket by its name");
  if (isFull && !isUdp)
    return -EAGAIN;
  if (isFull) {
    transfer->done = transfer->size;
    return (long)transfer->size;
  }
  struct Packet *packet = calloc(1, sizeof *packet + transfer->size);
  packet->size = transfer->size;
  struct Address from = __rb_reached_at(socket, &to->local);
  packet->from = __rb_address_as(&from, to->family);
  __rb_gather(transfer, packet->data, transfer->size);
  struct Packet **at = &to->packets;
  while (*at)
    at = &(*at)->next;
  *at = packet;
  to->size += packet->size;
  ++to->packetCount;
  __rb_socket_update(to, POLLIN | POLLRDNORM);
  __rb_socket_update(socket, 0);
  return (long)transfer->size;
}

// Both ---------------------------------------------------------------------------

long __rb_socket_take(struct Port *port, struct Transfer *transfer) {
  struct Socket *socket = (struct Socket *)port;
  return __rb_is_packets(socket) ? takePacket(socket, transfer)
                                 : takeStream(socket, transfer);
}
long __rb_socket_give(struct Port *port, struct Transfer *transfer) {
  struct Socket *socket = (struct Socket *)port;
  return __rb_is_packets(socket) ? givePacket(socket, transfer)
                                 : giveStream(socket, transfer);
}
