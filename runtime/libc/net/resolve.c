//===- runtime/libc/net/resolve.c - getaddrinfo and relatives -------------===//
//
// Numbers, and the name of this machine: "localhost". There is nobody to ask for
// others, so they do not exist. Services are numbers as well.
// Tested by test/environment/inet.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int readPort(const char *text, unsigned *port) {
  char *end;
  unsigned long value = text ? strtoul(text, &end, 10) : 0;
  if (text && (!*text || *end || value > 65535))
    return 0;
  *port = (unsigned)value;
  return 1;
}

static int isLocalName(const char *name) {
  return !strcmp(name, "localhost") || !strcmp(name, "localhost.localdomain");
}

struct Host {
  int family;
  unsigned char bytes[16];
};

/// How many addresses a name has: those that are wanted.
static int findHosts(const char *name, const struct addrinfo *hints,
                     struct Host hosts[2]) {
  const int isPassive = hints->ai_flags & AI_PASSIVE;
  struct Host found[2] = {{AF_INET6, {0}}, {AF_INET, {0}}};
  int count = 2;
  if (!name || isLocalName(name)) {
    if (name && hints->ai_flags & AI_NUMERICHOST)
      return 0;
    if (name || !isPassive) {
      found[0].bytes[15] = 1;
      memcpy(found[1].bytes, "\177\0\0\1", 4);
    }
    if (!name && isPassive) { // as glibc sorts them
      struct Host first = found[0];
      found[0] = found[1];
      found[1] = first;
    }
  } else if (inet_aton(name, (struct in_addr *)found[0].bytes)) {
    found[0].family = AF_INET;
    count = 1;
  } else if (inet_pton(AF_INET6, name, found[0].bytes) == 1) {
    count = 1;
  } else {
    return 0;
  }
  int used = 0;
  for (int i = 0; i < count; ++i)
    if (hints->ai_family == AF_UNSPEC || hints->ai_family == found[i].family)
      hosts[used++] = found[i];
  return used;
}

static struct addrinfo *makeInfo(const struct Host *host, int type,
                                 unsigned port, int flags) {
  struct All {
    struct addrinfo info;
    union {
      struct sockaddr_in in;
      struct sockaddr_in6 in6;
    };
  } *all = calloc(1, sizeof *all);
  all->info.ai_flags = flags;
  all->info.ai_family = host->family;
  all->info.ai_socktype = type;
  all->info.ai_protocol = type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  all->info.ai_addr = (struct sockaddr *)&all->in;
  if (host->family == AF_INET) {
    all->in.sin_family = AF_INET;
    all->in.sin_port = htons((uint16_t)port);
    memcpy(&all->in.sin_addr, host->bytes, 4);
    all->info.ai_addrlen = sizeof all->in;
  } else {
    all->in6.sin6_family = AF_INET6;
    all->in6.sin6_port = htons((uint16_t)port);
    memcpy(&all->in6.sin6_addr, host->bytes, 16);
    all->info.ai_addrlen = sizeof all->in6;
  }
  return &all->info;
}

int getaddrinfo(const char *name, const char *service,
                const struct addrinfo *given, struct addrinfo **to) {
  static const struct addrinfo none;
  const struct addrinfo *hints = given ? given : &none;
  struct Host hosts[2];
  unsigned port;
  if (!name && !service)
    return EAI_NONAME;
  if (hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET &&
      hints->ai_family != AF_INET6)
    return EAI_FAMILY;
  if (hints->ai_socktype && hints->ai_socktype != SOCK_STREAM &&
      hints->ai_socktype != SOCK_DGRAM)
    return EAI_SOCKTYPE;
  if (!readPort(service, &port))
    return hints->ai_flags & AI_NUMERICSERV ? EAI_NONAME : EAI_SERVICE;
  int count = findHosts(name, hints, hosts);
  if (!count) {
    struct addrinfo any = *hints;
    any.ai_family = AF_UNSPEC;
    return findHosts(name, &any, hosts) ? EAI_ADDRFAMILY : EAI_NONAME;
  }
  struct addrinfo *first = 0, **last = &first;
  for (int i = 0; i < count; ++i)
    for (int type = SOCK_STREAM; type <= SOCK_DGRAM; ++type) {
      if (hints->ai_socktype && hints->ai_socktype != type)
        continue;
      *last = makeInfo(&hosts[i], type, port, hints->ai_flags);
      last = &(*last)->ai_next;
    }
  if (hints->ai_flags & AI_CANONNAME)
    first->ai_canonname = strdup(name ? name : "localhost");
  *to = first;
  return 0;
}

void freeaddrinfo(struct addrinfo *info) {
  while (info) {
    struct addrinfo *next = info->ai_next;
    free(info->ai_canonname);
    free(info);
    info = next;
  }
}

const char *gai_strerror(int error) {
  switch (error) {
  case 0:
    return "Success";
  case EAI_BADFLAGS:
    return "Bad value for ai_flags";
  case EAI_NONAME:
    return "Name or service not known";
  case EAI_AGAIN:
    return "Temporary failure in name resolution";
  case EAI_FAIL:
    return "Non-recoverable failure in name resolution";
  case EAI_FAMILY:
    return "ai_family not supported";
  case EAI_ADDRFAMILY:
    return "Address family for hostname not supported";
  case EAI_SOCKTYPE:
    return "ai_socktype not supported";
  case EAI_SERVICE:
    return "Servname not supported for ai_socktype";
  case EAI_MEMORY:
    return "Memory allocation failure";
  case EAI_SYSTEM:
    return "System error";
  case EAI_OVERFLOW:
    return "Result too large for supplied buffer";
  default:
    return "Unknown error";
  }
}

static int tell(const char *text, char *to, socklen_t size) {
  if (!to || !size)
    return 0;
  if (strlen(text) >= size)
    return EAI_OVERFLOW;
  strcpy(to, text);
  return 0;
}

int getnameinfo(const struct sockaddr *address, socklen_t size, char *host,
                socklen_t hostSize, char *service, socklen_t serviceSize,
                int flags) {
  char text[INET6_ADDRSTRLEN], number[8];
  uint16_t port;
  if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) {
    const struct sockaddr_in *in = (const struct sockaddr_in *)address;
    inet_ntop(AF_INET, &in->sin_addr, text, sizeof text);
    port = ntohs(in->sin_port);
  } else if (address->sa_family == AF_INET6 &&
             size >= sizeof(struct sockaddr_in6)) {
    const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)address;
    inet_ntop(AF_INET6, &in->sin6_addr, text, sizeof text);
    port = ntohs(in->sin6_port);
  } else {
    return EAI_FAMILY;
  }
  sprintf(number, "%d", port);
  const int isLocal = !strcmp(text, "127.0.0.1") || !strcmp(text, "::1");
  if (!(flags & NI_NUMERICHOST) && isLocal)
    strcpy(text, "localhost");
  else if (!(flags & NI_NUMERICHOST) && flags & NI_NAMEREQD)
    return EAI_NONAME;
  int error = tell(text, host, hostSize);
  return error ? error : tell(number, service, serviceSize);
}
