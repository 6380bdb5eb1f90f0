//===- runtime/libc/net/inet.c - Internet addresses as text ---------------===//
//
// Tested by test/environment/inet.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const struct in6_addr in6addr_any = {0};
const struct in6_addr in6addr_loopback = {{{[15] = 1}}};

static int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/// Four decimal numbers; where it ends, or null.
static const char *readFour(const char *text, unsigned char *to) {
  for (int i = 0; i < 4; ++i) {
    unsigned value = 0;
    const char *start = text;
    while (*text >= '0' && *text <= '9' && text - start < 4)
      value = value * 10 + (unsigned)(*text++ - '0');
    if (text == start || value > 255 || (*start == '0' && text - start > 1))
      return 0;
    to[i] = (unsigned char)value;
    if (i < 3 && *text++ != '.')
      return 0;
  }
  return text;
}

static int readSix(const char *text, unsigned char to[16]) {
  int at = 0, gap = -1;
  memset(to, 0, 16);
  if (*text == ':' && *++text != ':')
    return 0;
  while (*text && at < 16) {
    if (*text == ':') {
      if (gap >= 0)
        return 0;
      gap = at;
      if (!*++text)
        break;
      continue;
    }
    unsigned value = 0;
    const char *start = text;
    while (digitOf(*text) < 16 && text - start < 4)
      value = value * 16 + (unsigned)digitOf(*text++);
    if (*text == '.' && at <= 12) {
      text = readFour(start, to + at);
      at += 4;
      if (!text || *text)
        return 0;
      break;
    }
    if (text == start)
      return 0;
    to[at++] = (unsigned char)(value >> 8);
    to[at++] = (unsigned char)value;
    if (*text == ':' && !*++text)
      return 0;
    else if (*text && text[-1] != ':')
      return 0;
  }
  if (*text || (gap < 0 ? at != 16 : at == 16))
    return 0;
  if (gap >= 0) {
    memmove(to + 16 - (at - gap), to + gap, (size_t)(at - gap));
    memset(to + gap, 0, (size_t)(16 - at));
  }
  return 1;
}

int inet_pton(int family, const char *text, void *to) {
  unsigned char bytes[16];
  if (family == AF_INET) {
    const char *end = readFour(text, bytes);
    if (!end || *end)
      return 0;
    memcpy(to, bytes, 4);
    return 1;
  }
  if (family == AF_INET6) {
    if (!readSix(text, bytes))
      return 0;
    memcpy(to, bytes, 16);
    return 1;
  }
  errno = EAFNOSUPPORT;
  return -1;
}

/// The longest run of zeros, of two at least, is left out.
static void writeSix(const unsigned char *from, char *to) {
  unsigned words[8];
  int best = -1, length = 1;
  for (int i = 0; i < 8; ++i)
    words[i] = (unsigned)from[2 * i] << 8 | from[2 * i + 1];
  for (int i = 0; i < 8; ++i) {
    int run = 0;
    while (i + run < 8 && !words[i + run])
      ++run;
    if (run > length)
      best = i, length = run;
  }
  const int hasFour = best == 0 && (length == 6 || (length == 7 && words[7] != 1) ||
                                    (length == 5 && words[5] == 0xffff));
  *to = 0;
  for (int i = 0; i < (hasFour ? 6 : 8); ++i) {
    if (i == best) {
      strcat(to, i + length == 8 ? "::" : ":");
      i += length - 1;
      continue;
    }
    sprintf(to + strlen(to), i ? ":%x" : "%x", words[i]);
  }
  if (hasFour)
    sprintf(to + strlen(to), ":%d.%d.%d.%d", from[12], from[13], from[14],
            from[15]);
}

const char *inet_ntop(int family, const void *from, char *to, socklen_t size) {
  char text[INET6_ADDRSTRLEN + 16];
  const unsigned char *bytes = from;
  if (family == AF_INET)
    sprintf(text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  else if (family == AF_INET6)
    writeSix(bytes, text);
  else {
    errno = EAFNOSUPPORT;
    return 0;
  }
  if (strlen(text) >= size) {
    errno = ENOSPC;
    return 0;
  }
  return strcpy(to, text);
}

/// Up to four numbers, decimal, octal or hexadecimal; the last one takes all
/// bytes that are left.
int inet_aton(const char *text, struct in_addr *to) {
  uint32_t parts[4];
  int count = 0;
  for (;;) {
    int base = 10;
    uint64_t value = 0;
    if (digitOf(*text) > 9)
      return 0;
    if (*text == '0') {
      base = 8;
      if ((text[1] | 0x20) == 'x')
        base = 16, text += 2;
    }
    for (; digitOf(*text) < base && value <= UINT32_MAX; ++text)
      value = value * (unsigned)base + (unsigned)digitOf(*text);
    if (value > UINT32_MAX)
      return 0;
    parts[count++] = (uint32_t)value;
    if (*text != '.' || count == 4)
      break;
    ++text;
  }
  if (*text && !strchr(" \t\n\v\f\r", *text))
    return 0;
  uint32_t address = 0;
  for (int i = 0; i + 1 < count; ++i) {
    if (parts[i] > 255)
      return 0;
    address |= parts[i] << (24 - 8 * i);
  }
  uint32_t most = count == 1 ? UINT32_MAX : (1u << 8 * (5 - count)) - 1;
  if (parts[count - 1] > most)
    return 0;
  if (to)
    to->s_addr = htonl(address | parts[count - 1]);
  return 1;
}

in_addr_t inet_addr(const char *text) {
  struct in_addr address;
  return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr address) {
  static _Thread_local char text[INET_ADDRSTRLEN];
  return (char *)inet_ntop(AF_INET, &address, text, sizeof text);
}
