//===- runtime/libc/net/message.c - send, recv and relatives --------------===//
//
// Tested by test/environment/socket*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/socket.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

enum {
  kKnownFlags = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_PEEK | MSG_WAITALL |
                MSG_TRUNC | MSG_MORE | MSG_EOR | MSG_CONFIRM |
                MSG_CMSG_CLOEXEC
};

static long moveAll(int fd, struct Transfer *transfer, int gives) {
  if (transfer->flags & ~kKnownFlags)
    __rb_unsupported("a flag of send() or recv() that is not known");
  for (size_t i = 0; i < transfer->count; ++i)
    transfer->size += transfer->parts[i].iov_len;
  pthread_testcancel();
  rb_atomic_begin();
  long result = __rb_socket(fd)
                    ? __rb_port_move(__rb_description(fd), transfer, gives)
                    : -errno;
  rb_atomic_end();
  return __rb_moved(result, transfer, gives);
}

static int readAddress(struct Transfer *transfer, const void *from,
                       socklen_t size) {
  if (!from || !size)
    return 1;
  if (size > sizeof transfer->address) {
    errno = EINVAL;
    return 0;
  }
  memcpy(&transfer->address, from, size);
  transfer->addressSize = size;
  return 1;
}

static void writeAddress(const struct Transfer *transfer, void *to,
                         socklen_t *size) {
  struct Address address;
  address.size = transfer->addressSize;
  address.storage = transfer->address;
  __rb_address_write(&address, to, size);
}

ssize_t sendto(int fd, const void *data, size_t size, int flags,
               const struct sockaddr *to, socklen_t toSize) {
  const struct iovec part = {(void *)data, size};
  struct Transfer transfer = {.parts = &part, .count = 1, .flags = flags};
  if (!readAddress(&transfer, to, toSize))
    return -1;
  return moveAll(fd, &transfer, 1);
}
ssize_t send(int fd, const void *data, size_t size, int flags) {
  return sendto(fd, data, size, flags, 0, 0);
}

ssize_t recvfrom(int fd, void *data, size_t size, int flags,
                 struct sockaddr *from, socklen_t *fromSize) {
  const struct iovec part = {data, size};
  struct Transfer transfer = {.parts = &part, .count = 1, .flags = flags};
  long result = moveAll(fd, &transfer, 0);
  if (result >= 0 && from)
    writeAddress(&transfer, from, fromSize);
  return result;
}
ssize_t recv(int fd, void *data, size_t size, int flags) {
  return recvfrom(fd, data, size, flags, 0, 0);
}
ssize_t __recv_chk(int fd, void *data, size_t size, size_t room, int flags) {
  (void)room;
  return recv(fd, data, size, flags);
}
ssize_t __recvfrom_chk(int fd, void *data, size_t size, size_t room, int flags,
                       struct sockaddr *from, socklen_t *fromSize) {
  (void)room;
  return recvfrom(fd, data, size, flags, from, fromSize);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  if (message->msg_control && message->msg_controllen)
    __rb_unsupported("sendmsg() with control data (descriptors, credentials)");
  struct Transfer transfer = {.parts = message->msg_iov,
                              .count = message->msg_iovlen,
                              .flags = flags};
  if (!readAddress(&transfer, message->msg_name, message->msg_namelen))
    return -1;
  return moveAll(fd, &transfer, 1);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  struct Transfer transfer = {.parts = message->msg_iov,
                              .count = message->msg_iovlen,
                              .flags = flags};
  long result = moveAll(fd, &transfer, 0);
  if (result < 0)
    return result;
  if (message->msg_name)
    writeAddress(&transfer, message->msg_name, &message->msg_namelen);
  message->msg_controllen = 0;
  message->msg_flags = transfer.seen;
  return result;
}

int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags) {
  for (unsigned i = 0; i < count; ++i) {
    ssize_t sent = sendmsg(fd, &messages[i].msg_hdr, flags);
    if (sent < 0)
      return i ? (int)i : -1;
    messages[i].msg_len = (unsigned)sent;
  }
  return (int)count;
}
