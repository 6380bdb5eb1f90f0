// Addresses as text, byte order, names.
// RUN: %same %s
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

static void six(const char *text) {
  unsigned char bytes[16];
  char back[64] = "";
  int ok = inet_pton(AF_INET6, text, bytes);
  if (ok == 1)
    inet_ntop(AF_INET6, bytes, back, sizeof back);
  printf("%s: %d %s\n", text, ok, back);
}
static void four(const char *text) {
  struct in_addr strict, loose;
  int ok = inet_pton(AF_INET, text, &strict);
  printf("%s: %d %s", text, ok, ok == 1 ? inet_ntoa(strict) : "");
  ok = inet_aton(text, &loose);
  printf(" %d %s\n", ok, ok ? inet_ntoa(loose) : "");
}

static void resolve(const char *name, const char *service, int family, int type,
                    int flags) {
  struct addrinfo hints = {.ai_family = family, .ai_socktype = type,
                           .ai_flags = flags}, *list;
  int error = getaddrinfo(name, service, &hints, &list);
  printf("%s %s: %s\n", name ? name : "-", service ? service : "-",
         error ? gai_strerror(error) : "found");
  if (error)
    return;
  for (struct addrinfo *at = list; at; at = at->ai_next) {
    char host[64], port[16];
    getnameinfo(at->ai_addr, at->ai_addrlen, host, sizeof host, port,
                sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    printf("  %d %d %d %s %s\n", at->ai_family, at->ai_socktype,
           at->ai_protocol, host, port);
  }
  freeaddrinfo(list);
}

int main(void) {
  printf("%x %x %x %x\n", htons(0x1234), ntohs(0x1234), htonl(0x12345678),
         ntohl(0x12345678));
  six("::"), six("::1"), six("1::"), six("fe80::1:0:0:2"), six("1:2:3:4:5:6:7:8");
  six("::ffff:1.2.3.4"), six("1:2:3"), six("1::2::3"), six("12345::"), six(":1");
  six("1:"), six("0:0:1:0:0:0:1:0"), six("::1.2.3.4"), six("1:0:2:0:3:0:4:0");
  four("1.2.3.4"), four("1.2.3"), four("256.1.1.1"), four("0x7f.1"), four("01.2.3.4");
  four(""), four("1.2.3.4x"), four("4294967295"), four("127.0.0.1");
  char small[5];
  unsigned char bytes[4] = {10, 0, 0, 1};
  printf("%d %x\n", inet_ntop(AF_INET, bytes, small, 5) == 0, inet_addr("x"));
  resolve("127.0.0.1", "80", AF_UNSPEC, SOCK_STREAM, 0);
  resolve("::1", "80", AF_UNSPEC, SOCK_DGRAM, 0);
  resolve("::1", "80", AF_INET, SOCK_STREAM, 0);
  resolve("localhost", "8080", AF_INET, SOCK_STREAM, 0);
  resolve("localhost", "8080", AF_INET, SOCK_STREAM, AI_NUMERICHOST);
  resolve(0, "8080", AF_INET, SOCK_STREAM, AI_PASSIVE);
  resolve(0, "8080", AF_INET6, SOCK_STREAM, AI_PASSIVE);
  resolve(0, "8080", AF_INET, SOCK_STREAM, 0);
  resolve(0, 0, AF_INET, SOCK_STREAM, 0);
  resolve("127.0.0.1", "99999x", AF_INET, SOCK_STREAM, AI_NUMERICSERV);
  return 0;
}
