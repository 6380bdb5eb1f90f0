//===- runtime/libc/poll.c - select, poll and relatives -------------------===//
//
// Files are always ready. Of what is not, the word of each port says what can be
// done (net/port.h), and a thread waits for all of them in one step. Without
// descriptors they wait for time to pass, which programs use as a sleep.
// Tested by test/libc/poll.c and test/environment/poll*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/port.h"
#include "runtime/libc/signals.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>

enum { kFew = 8 };

/// What is to be waited for; the lists are the caller's, or the heap's.
struct Set {
  unsigned always; ///< what is told unasked
  const sigset_t *mask; ///< signals that are blocked meanwhile; null: as before
  struct rb_wait *waits;
  struct Description **held;
  size_t count;
};

/// The description of a descriptor, if there is one; errno stays.
static struct Description *openAt(int fd) {
  int before = errno;
  struct Description *open = fd < 0 ? 0 : __rb_description(fd);
  errno = before;
  return open;
}

static unsigned readyOf(int fd) {
  struct Description *open = openAt(fd);
  if (open && open->port)
    return __rb_port_ready(open->port);
  return open || (fd >= 0 && fd < 3)
             ? POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM
             : POLLNVAL;
}

/// How many have something to tell.
static int ask(struct pollfd *all, nfds_t count, unsigned always) {
  int found = 0;
  for (nfds_t i = 0; i < count; ++i) {
    if (all[i].fd < 0) {
      all[i].revents = 0;
      continue;
    }
    unsigned wanted = (unsigned short)all[i].events | always | POLLNVAL;
    all[i].revents = (short)(readyOf(all[i].fd) & wanted);
    found += all[i].revents != 0;
  }
  return found;
}

/// Timers among them: any may have run out; if one must, the first does.
static void lookAt(struct pollfd *all, nfds_t count, int must) {
  for (nfds_t i = 0; i < count; ++i) {
    struct Description *open = openAt(all[i].fd);
    if (!open || !open->port || !(all[i].events & POLLIN) ||
        !(__rb_port_ready(open->port) & kArmed))
      continue;
    open->port->kind->look(open->port, must);
    must = 0;
  }
}

static void hold(struct pollfd *all, nfds_t count, struct Set *set) {
  set->count = 0;
  for (nfds_t i = 0; i < count; ++i) {
    struct Description *open = openAt(all[i].fd);
    if (!open || !open->port)
      continue;
    unsigned mask = (unsigned short)all[i].events | set->always;
    if (all[i].events & POLLIN)
      mask |= kArmed;
    ++open->users;
    set->held[set->count] = open;
    set->waits[set->count++] = __rb_wait_at(open->port, mask);
  }
}

/// How many; -1: a signal's handler ran.
static int waitForSome(const char *what, struct pollfd *all, nfds_t count,
                       const struct timespec *limit, struct Set *set) {
  int isLate = limit && !limit->tv_sec && !limit->tv_nsec, must = 0;
  for (;;) {
    lookAt(all, count, must && !ask(all, count, set->always));
    int found = ask(all, count, set->always);
    if (found || isLate)
      return found;
    hold(all, count, set);
    const uint64_t before = ownSignals()->mask;
    if (set->mask)
      __rb_signal_setmask(set->mask->__val[0]);
    int why = __rb_wait_for(set->mask ? kMasked : kEnds, what, set->waits,
                            set->count, limit, set->held, set->count);
    if (set->mask)
      __rb_signal_setmask(before);
    for (size_t i = 0; i < set->count; ++i)
      __rb_description_drop(set->held[i]);
    memset(set->waits, 0, set->count * sizeof *set->waits);
    memset(set->held, 0, set->count * sizeof *set->held);
    if (why == RB_AWAIT_INTERRUPTED)
      return -1;
    isLate = why == RB_AWAIT_LATE;
    must = !isLate;
  }
}

/// In no section; `limit` null: for ever.
static int pollAll(const char *what, struct pollfd *all, nfds_t count,
                   const struct timespec *limit, unsigned always,
                   const sigset_t *mask) {
  struct rb_wait waits[kFew];
  struct Description *held[kFew];
  struct Set set = {always, mask, waits, held, 0};
  if (limit && (limit->tv_sec < 0 || limit->tv_nsec < 0 ||
                limit->tv_nsec >= 1000000000)) {
    errno = EINVAL;
    return -1;
  }
  if (!count && limit && !mask)
    return nanosleep(limit, 0);
  pthread_testcancel();
  rb_atomic_begin();
  if (count > kFew) {
    set.waits = calloc(count, sizeof *set.waits);
    set.held = calloc(count, sizeof *set.held);
  }
  int found = waitForSome(what, all, count, limit, &set);
  if (count > kFew) {
    free(set.waits);
    free(set.held);
  }
  rb_atomic_end();
  if (mask)
    __rb_signal_pending(1);
  if (found < 0)
    errno = EINTR;
  return found;
}

int ppoll(struct pollfd *all, nfds_t count, const struct timespec *limit,
          const sigset_t *mask) {
  int found = pollAll("poll() for descriptors at which nothing happens", all,
                      count, limit, POLLERR | POLLHUP, mask);
  for (nfds_t i = 0; i < count; ++i) {
    __rb_reads(&all[i], sizeof all[i].fd + sizeof all[i].events);
    __rb_writes(&all[i].revents, sizeof all[i].revents);
  }
  return found;
}
int poll(struct pollfd *all, nfds_t count, int time) {
  const struct timespec limit = {time / 1000, time % 1000 * 1000000l};
  return ppoll(all, count, time < 0 ? 0 : &limit, 0);
}
int __poll_chk(struct pollfd *all, nfds_t count, int time, size_t room) {
  (void)room;
  return poll(all, count, time);
}

// select ----------------------------------------------------------------------

static int has(const fd_set *set, int fd) { return set && FD_ISSET(fd, set); }

/// What counts as each kind; the end of input can be read.
enum {
  kReadable = POLLRDNORM | POLLIN | POLLHUP | POLLERR,
  kWritable = POLLWRNORM | POLLOUT | POLLERR,
};

static int keep(fd_set *set, const struct pollfd *one, int bits) {
  if (!has(set, one->fd))
    return 0;
  if (one->revents & bits)
    return 1;
  FD_CLR(one->fd, set);
  return 0;
}

int pselect(int count, fd_set *read, fd_set *write, fd_set *other,
            const struct timespec *limit, const sigset_t *mask) {
  struct pollfd few[kFew], *all = few;
  nfds_t used = 0;
  if (count > kFew)
    all = calloc((size_t)count, sizeof *all);
  for (int fd = 0; fd < count; ++fd) {
    int events = (has(read, fd) ? kReadable : 0) |
                 (has(write, fd) ? kWritable : 0) |
                 (has(other, fd) ? POLLPRI : 0);
    if (events)
      all[used++] = (struct pollfd){fd, (short)events, 0};
  }
  int found = pollAll("select() for descriptors at which nothing happens", all,
                      used, limit, 0, mask);
  for (nfds_t i = 0; i < used && found >= 0; ++i)
    if (all[i].revents & POLLNVAL) {
      errno = EBADF;
      found = -1;
    }
  if (found >= 0) {
    found = 0;
    for (nfds_t i = 0; i < used; ++i)
      found += keep(read, &all[i], kReadable) +
               keep(write, &all[i], kWritable) +
               keep(other, &all[i], POLLPRI);
  }
  if (all != few)
    free(all);
  return found;
}

int select(int count, fd_set *read, fd_set *write, fd_set *other,
           struct timeval *time) {
  if (!time)
    return pselect(count, read, write, other, 0, 0);
  const struct timespec limit = {time->tv_sec + time->tv_usec / 1000000,
                                 time->tv_usec % 1000000 * 1000};
  return pselect(count, read, write, other, &limit, 0);
}

long __fdelt_chk(long fd) { return fd / (8 * (long)sizeof(long)); }
