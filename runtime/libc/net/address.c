//===- runtime/libc/net/address.c - Names of sockets ----------------------===//
//
// Internet addresses are those of the loopback interface, 127.0.0.0/8 and ::1,
// and those that stand for all; others cannot be reached. A port that nobody
// chose is the lowest free one from 40000 on. Tested by test/environment.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { kFirstPort = 40000, kLastPort = 60999 };

static struct Socket *boundSockets;

static int isInternet(int family) {
  return family == AF_INET || family == AF_INET6;
}

int __rb_address_read(const struct Socket *socket, const void *from,
                      socklen_t size, struct Address *to) {
  memset(to, 0, sizeof *to);
  if (!from || size < sizeof(sa_family_t) || size > sizeof to->storage)
    return EINVAL;
  memcpy(&to->storage, from, size);
  to->size = size;
  if (to->any.sa_family == AF_UNSPEC && socket->family == AF_INET)
    to->any.sa_family = AF_INET;
  if (to->any.sa_family != socket->family)
    return socket->family == AF_UNIX ? EINVAL : EAFNOSUPPORT;
  switch (socket->family) {
  case AF_INET:
    memset(to->in.sin_zero, 0, sizeof to->in.sin_zero);
    to->size = sizeof to->in;
    return size < sizeof to->in ? EINVAL : 0;
  case AF_INET6:
    to->size = sizeof to->in6;
    return size < 24 ? EINVAL : 0;
  default:
    if (size > sizeof to->un)
      return EINVAL;
    if (size > offsetof(struct sockaddr_un, sun_path) && to->un.sun_path[0])
      to->size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                             strnlen(to->un.sun_path, sizeof to->un.sun_path));
    return 0;
  }
}

void __rb_address_write(const struct Address *from, void *to,
                        socklen_t *size) {
  if (!size)
    return;
  socklen_t room = *size;
  if (to)
    memcpy(to, &from->storage, from->size < room ? from->size : room);
  *size = from->size;
}

// Internet ---------------------------------------------------------------------

static unsigned portOf(const struct Address *address) {
  return ntohs(address->any.sa_family == AF_INET ? address->in.sin_port
                                                 : address->in6.sin6_port);
}
static void setPort(struct Address *address, unsigned port) {
  if (address->any.sa_family == AF_INET)
    address->in.sin_port = htons((uint16_t)port);
  else
    address->in6.sin6_port = htons((uint16_t)port);
}

/// As one of IPv6, in which those of IPv4 have a place.
static struct in6_addr hostOf(const struct Address *address) {
  struct in6_addr host = {0};
  if (address->any.sa_family == AF_INET6)
    return address->in6.sin6_addr;
  host.s6_addr[10] = host.s6_addr[11] = 0xff;
  memcpy(host.s6_addr + 12, &address->in.sin_addr, 4);
  return host;
}

static int isMapped(const struct in6_addr *host) {
  static const unsigned char prefix[12] = {[10] = 0xff, [11] = 0xff};
  return !memcmp(host, prefix, sizeof prefix);
}
static int isAny(const struct in6_addr *host) {
  static const unsigned char zeros[16];
  return !memcmp(host, zeros, 16) ||
         (isMapped(host) && !memcmp(host->s6_addr + 12, zeros, 4));
}
static int isLoopback(const struct in6_addr *host) {
  static const unsigned char one[16] = {[15] = 1};
  return !memcmp(host, one, 16) || (isMapped(host) && host->s6_addr[12] == 127);
}

/// A socket bound to the first is reached, or kept from binding, at the second.
static int covers(const struct in6_addr *bound, const struct in6_addr *host) {
  if (isAny(bound)) // that of IPv4 leaves IPv6 alone
    return !isMapped(bound) || isMapped(host) || isAny(host);
  if (isAny(host))
    return !isMapped(host) || isMapped(bound);
  return !memcmp(bound, host, sizeof *bound);
}

static struct Socket *nextAt(struct Socket *from, const struct Socket *like,
                             const struct Address *address) {
  const struct in6_addr host = hostOf(address);
  for (; from; from = from->nextBound) {
    if (!isInternet(from->family) || from->type != like->type ||
        portOf(&from->local) != portOf(address))
      continue;
    const struct in6_addr bound = hostOf(&from->local);
    if (covers(&bound, &host))
      return from;
  }
  return 0;
}

static int mayShare(const struct Socket *a, const struct Socket *b) {
  if (__rb_option(a, SOL_SOCKET, SO_REUSEPORT) &&
      __rb_option(b, SOL_SOCKET, SO_REUSEPORT))
    return 1;
  return __rb_option(a, SOL_SOCKET, SO_REUSEADDR) &&
         __rb_option(b, SOL_SOCKET, SO_REUSEADDR) && b->state != kListening;
}

static int isTaken(struct Socket *socket, const struct Address *address) {
  for (struct Socket *at = nextAt(boundSockets, socket, address); at;
       at = nextAt(at->nextBound, socket, address))
    if (at != socket && !mayShare(socket, at))
      return 1;
  return 0;
}

static int bindInternet(struct Socket *socket, struct Address *address) {
  const struct in6_addr host = hostOf(address);
  if (!isAny(&host) && !isLoopback(&host))
    return EADDRNOTAVAIL;
  if (portOf(address))
    return isTaken(socket, address) ? EADDRINUSE : 0;
  for (unsigned port = kFirstPort; port <= kLastPort; ++port) {
    setPort(address, port);
    if (!nextAt(boundSockets, socket, address))
      return 0;
  }
  return EADDRINUSE;
}

// Unix -------------------------------------------------------------------------

static int isPath(const struct Address *address) {
  return address->size > offsetof(struct sockaddr_un, sun_path) &&
         address->un.sun_path[0];
}

static struct Socket *abstractAt(int type, const struct Address *address) {
  for (struct Socket *at = boundSockets; at; at = at->nextBound)
    if (at->family == AF_UNIX && at->type == type && !at->file &&
        at->local.size == address->size &&
        !memcmp(&at->local.un, &address->un, address->size))
      return at;
  return 0;
}

static int bindUnix(struct Socket *socket, struct Address *address) {
  if (address->size <= offsetof(struct sockaddr_un, sun_path))
    __rb_unsupported("a Unix socket that is to find a name for itself");
  if (!isPath(address))
    return abstractAt(socket->type, address) ? EADDRINUSE : 0;
  int before = errno;
  if (__rb_file_find(address->un.sun_path))
    return EADDRINUSE;
  if (errno != ENOENT)
    return errno;
  errno = before;
  socket->file = __rb_file_claim(address->un.sun_path);
  socket->file->socket = socket;
  socket->file->isSocket = 1;
  return 0;
}

// Both -------------------------------------------------------------------------

int __rb_bind(struct Socket *socket, const struct Address *address) {
  if (socket->local.size)
    return EINVAL;
  struct Address name = *address;
  int error = isInternet(socket->family) ? bindInternet(socket, &name)
                                         : bindUnix(socket, &name);
  if (error)
    return error;
  socket->local = name;
  socket->nextBound = boundSockets;
  boundSockets = socket;
  return 0;
}

int __rb_bind_any(struct Socket *socket) {
  if (socket->local.size || !isInternet(socket->family))
    return 0;
  struct Address any;
  memset(&any, 0, sizeof any);
  any.any.sa_family = (sa_family_t)socket->family;
  any.size = socket->family == AF_INET ? sizeof any.in : sizeof any.in6;
  return __rb_bind(socket, &any);
}

void __rb_unbind(struct Socket *socket) {
  for (struct Socket **at = &boundSockets; *at; at = &(*at)->nextBound)
    if (*at == socket) {
      *at = socket->nextBound;
      break;
    }
  if (socket->file)
    socket->file->socket = 0; // the name stays
}

int __rb_find_bound(const struct Socket *from, const struct Address *address,
                    struct Socket **found) {
  *found = 0;
  if (isInternet(from->family)) {
    const struct in6_addr host = hostOf(address);
    if (!isAny(&host) && !isLoopback(&host))
      return ENETUNREACH;
    struct Socket *at = nextAt(boundSockets, from, address);
    while (at && from->type == SOCK_STREAM && at->state != kListening)
      at = nextAt(at->nextBound, from, address);
    *found = at;
    return at ? 0 : ECONNREFUSED;
  }
  if (isPath(address)) {
    struct File *file = __rb_file_find(address->un.sun_path);
    if (!file)
      return errno;
    if (!file->socket)
      return ECONNREFUSED;
    *found = file->socket;
    return (*found)->type == from->type ? 0 : EPROTOTYPE;
  }
  *found = abstractAt(from->type, address);
  return *found ? 0 : ECONNREFUSED;
}

struct Address __rb_address_as(const struct Address *address, int family) {
  if (!address->size || !isInternet(family) ||
      address->any.sa_family == family)
    return *address;
  struct in6_addr host = hostOf(address);
  struct Address other;
  memset(&other, 0, sizeof other);
  other.any.sa_family = (sa_family_t)family;
  other.size = family == AF_INET ? sizeof other.in : sizeof other.in6;
  setPort(&other, portOf(address));
  if (family == AF_INET)
    memcpy(&other.in.sin_addr, host.s6_addr + 12, 4);
  else
    other.in6.sin6_addr = host;
  return other;
}

struct Address __rb_reached_at(const struct Socket *socket,
                               const struct Address *used) {
  struct Address name = socket->local;
  if (!isInternet(socket->family) || !name.size)
    return name;
  struct in6_addr host = hostOf(&name);
  if (!isAny(&host))
    return name;
  static const unsigned char four[16] = {
      [10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1};
  static const unsigned char six[16] = {[15] = 1};
  host = hostOf(used);
  if (isAny(&host))
    memcpy(&host, isMapped(&host) ? four : six, sizeof host);
  struct Address full;
  memset(&full, 0, sizeof full);
  full.size = sizeof full.in6;
  full.in6.sin6_family = AF_INET6;
  full.in6.sin6_addr = host;
  setPort(&full, portOf(&name));
  return __rb_address_as(&full, socket->family);
}
