//===- runtime/libc/net/eventfd.c - eventfd -------------------------------===//
//
// A count of 64 bits, as Linux has it. Tested by test/environment/eventfd*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/port.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Event {
  struct Port port;
  uint64_t count;
  int isSemaphore;
};

static void update(struct Event *event, unsigned wakes) {
  unsigned ready = 0;
  if (event->count)
    ready |= POLLIN | kCanTake;
  if (event->count < UINT64_MAX - 1)
    ready |= POLLOUT | kCanGive;
  __rb_port_set(&event->port, ready, wakes);
}

static long take(struct Port *port, struct Transfer *transfer) {
  struct Event *event = (struct Event *)port;
  if (transfer->size < sizeof event->count)
    return -EINVAL;
  if (!event->count)
    return -EAGAIN;
  uint64_t value = event->isSemaphore ? 1 : event->count;
  __rb_scatter(transfer, (const char *)&value, sizeof value);
  event->count -= value;
  update(event, POLLOUT);
  return sizeof value;
}

static long give(struct Port *port, struct Transfer *transfer) {
  struct Event *event = (struct Event *)port;
  uint64_t value;
  if (transfer->size < sizeof value)
    return -EINVAL;
  transfer->done = 0; // it may be asked again
  __rb_gather(transfer, (char *)&value, sizeof value);
  if (value == UINT64_MAX)
    return -EINVAL;
  if (value > UINT64_MAX - 1 - event->count) {
    transfer->done = 0;
    if (transfer->isWaiting && event->count < UINT64_MAX - 1)
      __rb_unsupported("waiting for room in an eventfd that has some");
    return -EAGAIN;
  }
  event->count += value;
  update(event, POLLIN);
  return sizeof value;
}

static void end(struct Port *port) { free(port); }

static const struct PortKind eventKind = {
    .takes = "read() for an eventfd that nobody writes to",
    .gives = "write() for a full eventfd that nobody reads from",
    .take = take,
    .give = give,
    .end = end};

int eventfd(unsigned count, int flags) {
  if (flags & ~(EFD_SEMAPHORE | EFD_CLOEXEC | EFD_NONBLOCK)) {
    errno = EINVAL;
    return -1;
  }
  rb_atomic_begin();
  struct Event *event = calloc(1, sizeof *event);
  event->port.kind = &eventKind;
  event->count = count;
  event->isSemaphore = (flags & EFD_SEMAPHORE) != 0;
  int fd = __rb_port_open(&event->port,
                          O_RDWR | (flags & (O_NONBLOCK | O_CLOEXEC)));
  if (fd >= 0)
    update(event, 0);
  rb_atomic_end();
  return fd;
}

int eventfd_read(int fd, eventfd_t *value) {
  return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}
int eventfd_write(int fd, eventfd_t value) {
  return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
