//===- runtime/libc/net/options.c - getsockopt and setsockopt -------------===//
//
// What changes nothing here (how packets are routed, delayed or kept alive) is
// remembered and told. What would change something and is not done is refused.
// Tested by test/environment/sockets.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/socket.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static int isHarmless(int level, int name) {
  if (level == IPPROTO_TCP)
    return name == TCP_NODELAY || name == TCP_KEEPIDLE ||
           name == TCP_KEEPINTVL || name == TCP_KEEPCNT || name == TCP_CORK ||
           name == TCP_QUICKACK || name == TCP_FASTOPEN ||
           name == TCP_USER_TIMEOUT || name == TCP_MAXSEG;
  if (level == IPPROTO_IPV6)
    return name == IPV6_UNICAST_HOPS || name == IPV6_TCLASS;
  if (level == IPPROTO_IP)
    return name == IP_TOS || name == IP_TTL || name == IP_MTU_DISCOVER;
  if (level != SOL_SOCKET)
    return 0;
  return name == SO_REUSEADDR || name == SO_REUSEPORT ||
         name == SO_KEEPALIVE || name == SO_BROADCAST ||
         name == SO_PRIORITY || name == SO_DONTROUTE || name == SO_MARK ||
         name == SO_OOBINLINE || name == SO_SNDBUF || name == SO_RCVBUF;
}

static void remember(struct Socket *socket, int level, int name, int value) {
  struct SocketOption *at = socket->options;
  while (at && (at->level != level || at->name != name))
    at = at->next;
  if (!at) {
    at = calloc(1, sizeof *at);
    at->level = level;
    at->name = name;
    at->next = socket->options;
    socket->options = at;
  }
  at->value = value;
}

static int setLimit(struct timespec *limit, const struct timeval *time) {
  if (time->tv_usec < 0 || time->tv_usec >= 1000000)
    return EDOM;
  limit->tv_sec = time->tv_sec;
  limit->tv_nsec = time->tv_usec * 1000;
  return 0;
}

/// An errno value, or 0.
static int set(int fd, int level, int name, const void *value, socklen_t size) {
  struct Socket *socket = __rb_socket(fd);
  if (!socket)
    return errno;
  struct Description *description = __rb_description(fd);
  const int isTime = level == SOL_SOCKET &&
                     (name == SO_RCVTIMEO || name == SO_SNDTIMEO);
  if (isTime && size < sizeof(struct timeval))
    return EINVAL;
  if (isTime)
    return setLimit(name == SO_RCVTIMEO ? &description->takeLimit
                                        : &description->giveLimit,
                    value);
  if (level == SOL_SOCKET && name == SO_LINGER) {
    const struct linger *linger = value;
    if (size >= sizeof *linger && linger->l_onoff && !linger->l_linger)
      __rb_unsupported("SO_LINGER that resets the connection");
    return 0;
  }
  int given = 0;
  memcpy(&given, value, size < sizeof given ? size : sizeof given);
  if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY && given)
    __rb_unsupported("IPV6_V6ONLY");
  if (level == SOL_SOCKET && name == SO_RCVLOWAT && given == 1)
    return 0;
  if (!isHarmless(level, name) &&
      !(level == IPPROTO_IPV6 && name == IPV6_V6ONLY))
    __rb_unsupported("an option of setsockopt() that is not known");
  if (level == SOL_SOCKET && (name == SO_SNDBUF || name == SO_RCVBUF))
    given = given < 2304 ? 4608 : given > kRoom ? 2 * kRoom : 2 * given;
  remember(socket, level, name, given);
  if (level == SOL_SOCKET && name == SO_RCVBUF)
    socket->limit = (size_t)given;
  else if (level == SOL_SOCKET && name == SO_SNDBUF)
    socket->sendLimit = (size_t)given;
  __rb_socket_update(socket, 0);
  return 0;
}

int setsockopt(int fd, int level, int name, const void *value,
               socklen_t size) {
  rb_atomic_begin();
  int error = set(fd, level, name, value, size);
  rb_atomic_end();
  __rb_reads(value, size);
  return __rb_socket_result(error);
}

static int ask(struct Socket *socket, int level, int name) {
  int value;
  if (level != SOL_SOCKET)
    return __rb_option(socket, level, name);
  switch (name) {
  case SO_ERROR:
    value = socket->error;
    socket->error = 0;
    __rb_socket_update(socket, 0);
    return value;
  case SO_TYPE:
    return socket->type;
  case SO_DOMAIN:
    return socket->family;
  case SO_PROTOCOL:
    return socket->protocol;
  case SO_ACCEPTCONN:
    return socket->state == kListening;
  case SO_SNDBUF:
  case SO_RCVBUF:
    value = __rb_option(socket, level, name);
    return value ? value : kRoom;
  case SO_RCVLOWAT:
    return 1;
  default:
    return __rb_option(socket, level, name);
  }
}

int getsockopt(int fd, int level, int name, void *to, socklen_t *size) {
  const int isTime = level == SOL_SOCKET &&
                     (name == SO_RCVTIMEO || name == SO_SNDTIMEO);
  struct timeval time = {0, 0};
  int value = 0;
  rb_atomic_begin();
  struct Socket *socket = __rb_socket(fd);
  int error = socket ? 0 : errno;
  if (!error && isTime) {
    struct Description *open = __rb_description(fd);
    const struct timespec *limit =
        name == SO_RCVTIMEO ? &open->takeLimit : &open->giveLimit;
    time.tv_sec = limit->tv_sec;
    time.tv_usec = limit->tv_nsec / 1000;
  } else if (!error) {
    if (level == SOL_SOCKET && (name == SO_LINGER || name == SO_PEERCRED))
      __rb_unsupported("SO_LINGER and SO_PEERCRED of getsockopt()");
    value = ask(socket, level, name);
  }
  rb_atomic_end();
  if (error)
    return __rb_socket_result(error);
  socklen_t full = isTime ? sizeof time : sizeof value;
  if (*size > full)
    *size = full;
  memcpy(to, isTime ? (void *)&time : (void *)&value, *size);
  return 0;
}
