//===- runtime/libc/net/port.h - What descriptors are that are no files ---===//
//
// A port is one end of a pipe, a socket, an eventfd and so on: something that
// threads wait at. What could be done there without waiting is in one word,
// `ready`, which whoever changes the port keeps up to date with __rb_port_set().
// A thread that has to wait does so by a step that is enabled by bits of that
// word (interp/models/Await.cpp), and holds the open file description meanwhile,
// as a system call does: closing the descriptor does not end the wait.
//
// As in files.h all of it is shared by the threads, and what is declared here is
// called in an atomic section, one deep. Functions that wait end it and come back
// in a new one: what was looked up before may have changed.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/libc/files.h"

#include <poll.h>
#include <rbcheck.h>
#include <rbcheck_abi.h>
#include <rbcheck_signals.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

struct Watch;

/// Bits of Port.ready besides those of poll().
enum {
  kCanTake = 1 << 20, ///< a read would not wait
  kCanGive = 1 << 21, ///< a write would not wait
  kArmed = 1 << 22,   ///< the time may come at which it can be read
};

struct Port {
  unsigned ready;
  int users; ///< descriptions
  const struct PortKind *kind;
  struct Watch *watches; ///< of epoll
  /// With PortKind.ask: signals that let it be read.
  struct rb_signal_sets signals;
};

/// One call that moves bytes.
struct Transfer {
  const struct iovec *parts; ///< of the caller
  size_t count;
  size_t size; ///< of all parts
  size_t done; ///< bytes that were moved
  int flags;   ///< MSG_*
  int seen;    ///< MSG_* to tell the caller
  int isWaiting; ///< the call will wait if it cannot go on
  /// Where to, or where from.
  struct sockaddr_storage address;
  socklen_t addressSize; ///< 0: nowhere
};

struct PortKind {
  unsigned mode;      ///< S_IFIFO, S_IFSOCK; 0: none
  const char *takes;  ///< how a report words a thread that waits to read
  const char *gives;
  /// Bytes, or a negated errno value; -EAGAIN: not now, what was done so far is
  /// in the transfer.
  long (*take)(struct Port *, struct Transfer *);
  long (*give)(struct Port *, struct Transfer *);
  void (*end)(struct Port *); ///< the last description is gone
  /// What can be done depends on who asks: bits besides `ready`.
  unsigned (*ask)(struct Port *);
  /// With kArmed: decides whether its time has come; `must`: it has.
  void (*look)(struct Port *, int must);
  /// A pipe's bytes, to which it is set if they are not negative; or -errno.
  int (*resize)(struct Port *, int bytes);
  size_t (*waiting)(struct Port *); ///< bytes that could be read
};

/// The port of a descriptor; null with errno EBADF, or `error` if it is a file.
struct Port *__rb_port(int fd, int error);
/// A new descriptor for it, or -1 with errno and the port is ended.
int __rb_port_open(struct Port *port, int flags);
/// What the calling thread can do there.
static inline unsigned __rb_port_ready(struct Port *port) {
  const int asks = port->signals.pending || port->signals.armed;
  return port->ready | (asks ? port->kind->ask(port) : 0);
}
static inline struct rb_wait __rb_wait_at(struct Port *port, unsigned mask) {
  return (struct rb_wait){
      (unsigned long)&port->ready,
      port->kind->ask ? (unsigned long)&port->signals : 0, mask, 0};
}
/// What can be done has changed; `wakes`: what happened, for edges.
void __rb_port_set(struct Port *port, unsigned ready, unsigned wakes);
/// Reads or writes, and waits if it has to; as read(2), with a negated errno.
long __rb_port_move(struct Description *description, struct Transfer *transfer,
                    int gives);
/// For public functions, behind the section: errno, SIGPIPE, what was touched.
long __rb_moved(long result, const struct Transfer *transfer, int gives);

/// What a handler of a signal does to a wait.
enum WaitKind {
  kRestarts, ///< it ends, unless the handler has SA_RESTART and there is no limit
  kEnds,
  kMasked ///< it ends: signals that are unblocked for the wait come inside of it
};
/// Waits; what it held is given back if the thread is to end. RB_AWAIT_*.
int __rb_wait_for(enum WaitKind kind, const char *what, const struct rb_wait *waits,
                  size_t count, const struct timespec *limit,
                  struct Description **held, size_t heldCount);
void __rb_description_drop(struct Description *description);

/// Moves up to that many bytes between the parts of the caller and `data`.
void __rb_scatter(struct Transfer *transfer, const char *data, size_t size);
void __rb_gather(struct Transfer *transfer, char *data, size_t size);

int __rb_await(const char *what, const struct rb_wait *waits, size_t count,
               const struct timespec *limit);
int __rb_await_masked(const char *what, const struct rb_wait *waits, size_t count,
                      const struct timespec *limit);
int __rb_await_once(const char *what, const struct rb_wait *waits, size_t count,
                    const struct timespec *limit);
int __rb_partial_io(const char *who);
void __rb_unsupported(const char *what);
void __rb_approximate(const char *name, const char *who);
