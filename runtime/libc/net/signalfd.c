//===- runtime/libc/net/signalfd.c - Signals that are read ----------------===//
//
// A descriptor that can be read while a signal of its set is pending for the
// process or for the thread that asks, and takes it from there; so what can be
// done depends on who asks (PortKind.ask). Whoever makes a signal pending tells
// all descriptors in the same step (__rb_signal_came in signals.h), for epoll;
// threads wait for the pending signals themselves (interp/models/Await.cpp).
// Tested by test/environment/signalfd*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/port.h"
#include "runtime/libc/signals.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/signalfd.h>

struct SignalPort {
  struct Port port;
  struct SignalPort *next;
};

static struct SignalPort *all;

static void came(int number) {
  for (struct SignalPort *each = all; each; each = each->next)
    if (each->port.signals.pending & bitOf(number))
      __rb_port_set(&each->port, 0, POLLIN);
}

static uint64_t pendingAt(const struct Port *port) {
  const uint64_t own = ownSignals()->pending & port->signals.pending;
  return own ? own : __rb_signals.pending & port->signals.pending;
}

static uint64_t armedAt(const struct Port *port) {
  return (ownSignals()->armed | __rb_signals.armed) & port->signals.armed;
}

static unsigned ask(struct Port *port) {
  return (pendingAt(port) ? POLLIN | kCanTake : 0) |
         (armedAt(port) ? kArmed : 0);
}

static void look(struct Port *port, int must) {
  for (uint64_t left = armedAt(port); left; left &= left - 1) {
    const int number = __builtin_ctzll(left) + 1;
    const int isOwn = (ownSignals()->armed & bitOf(number)) != 0;
    if (must || rb_choose(2))
      __rb_signal_fire(isOwn ? ownNumber() : kProcess, number);
    must = 0;
  }
}

static struct signalfd_siginfo describe(const siginfo_t *info) {
  struct signalfd_siginfo out;
  memset(&out, 0, sizeof out);
  out.ssi_signo = (uint32_t)info->si_signo;
  out.ssi_code = info->si_code;
  if (info->si_code == SI_KERNEL)
    return out;
  if (info->si_code != SI_TIMER) {
    out.ssi_pid = (uint32_t)info->si_pid;
    out.ssi_uid = info->si_uid;
  }
  if (info->si_code == SI_TIMER || info->si_code == SI_QUEUE) {
    out.ssi_ptr = (uint64_t)info->si_ptr;
    out.ssi_int = info->si_int;
  }
  return out;
}

static long take(struct Port *port, struct Transfer *transfer) {
  const size_t size = sizeof(struct signalfd_siginfo);
  if (transfer->size < size)
    return -EINVAL;
  while (transfer->size - transfer->done >= size) {
    const uint64_t pending = pendingAt(port);
    if (!pending)
      break;
    siginfo_t info;
    __rb_signal_take(__builtin_ctzll(pending) + 1, &info);
    const struct signalfd_siginfo out = describe(&info);
    __rb_scatter(transfer, (const char *)&out, size);
  }
  return transfer->done ? (long)transfer->done : -EAGAIN;
}

static long give(struct Port *port, struct Transfer *transfer) {
  (void)port, (void)transfer;
  return -EINVAL;
}

static void end(struct Port *port) {
  struct SignalPort **at = &all;
  while (&(*at)->port != port)
    at = &(*at)->next;
  *at = (*at)->next;
  if (!all)
    __rb_signal_came = 0;
  free(port);
}

static const struct PortKind signalKind = {
    .takes = "read() for a signal that nobody sends",
    .take = take,
    .give = give,
    .end = end,
    .ask = ask,
    .look = look};

static int make(int flags) {
  struct SignalPort *made = calloc(1, sizeof *made);
  made->port.kind = &signalKind;
  made->next = all;
  all = made;
  __rb_signal_came = came;
  return __rb_port_open(&made->port, O_RDWR | flags);
}

int signalfd(int fd, const sigset_t *set, int flags) {
  const uint64_t wanted = set->__val[0] & ~(bitOf(SIGKILL) | bitOf(SIGSTOP));
  if (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK)) {
    errno = EINVAL;
    return -1;
  }
  rb_atomic_begin();
  if (fd == -1)
    fd = make(flags);
  struct Port *port = fd < 0 ? 0 : __rb_port(fd, EINVAL);
  if (port && port->kind != &signalKind) {
    errno = EINVAL;
    port = 0;
  }
  if (port) {
    port->signals = (struct rb_signal_sets){wanted, wanted};
    __rb_port_set(port, 0, POLLIN);
  }
  rb_atomic_end();
  return port ? fd : -1;
}
