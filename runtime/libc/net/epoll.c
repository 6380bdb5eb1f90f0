//===- runtime/libc/net/epoll.c - epoll_create, epoll_ctl, epoll_wait -----===//
//
// As Linux does it: an instance has a queue of the descriptors at which something
// happened. epoll_wait takes them out in turn, leaves out those at which nothing
// can be done any more, and puts those that are not edge-triggered back behind
// the others. So an edge is seen once, whatever is left to read; and of several
// threads that wait one gets it. Tested by test/environment/epoll*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/epoll.h"
#include "runtime/libc/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Epoll {
  struct Port port;
  struct Watch *all, *queue;
};

/// What is always of interest; none: EPOLLONESHOT switched it off.
static unsigned wantedOf(const struct Watch *watch) {
  unsigned events = watch->event.events & 0xffff;
  return events ? events | EPOLLERR | EPOLLHUP : 0;
}

static unsigned foundAt(const struct Watch *watch) {
  return __rb_port_ready(watch->description->port) & wantedOf(watch);
}

/// What a port that can do this lets the instance do.
static unsigned readyBy(const struct Watch *watch, unsigned ready) {
  unsigned result = 0;
  if (watch->isQueued && ready & wantedOf(watch))
    result = POLLIN | POLLRDNORM | kCanTake;
  if (ready & kArmed && wantedOf(watch))
    result |= kArmed;
  return result;
}

/// For the calling thread, which signals are for.
static unsigned ask(struct Port *port) {
  unsigned ready = 0;
  for (struct Watch *watch = ((struct Epoll *)port)->all; watch;
       watch = watch->nextOfEpoll)
    ready |= readyBy(watch, __rb_port_ready(watch->description->port));
  return ready;
}

static void update(struct Epoll *epoll, unsigned wakes) {
  unsigned ready = 0;
  struct rb_signal_sets signals = {0, 0};
  for (struct Watch *watch = epoll->all; watch; watch = watch->nextOfEpoll) {
    const struct Port *port = watch->description->port;
    ready |= readyBy(watch, port->ready);
    if (!(wantedOf(watch) & POLLIN))
      continue;
    if (watch->isQueued)
      signals.pending |= port->signals.pending;
    signals.armed |= port->signals.armed;
  }
  const int isSame = ready == epoll->port.ready &&
                     signals.pending == epoll->port.signals.pending &&
                     signals.armed == epoll->port.signals.armed;
  if (isSame && !wakes)
    return;
  epoll->port.signals = signals;
  __rb_port_set(&epoll->port, ready, wakes);
}

static void enqueue(struct Watch *watch) {
  struct Watch **at = &watch->epoll->queue;
  if (watch->isQueued)
    return;
  while (*at)
    at = &(*at)->nextQueued;
  *at = watch;
  watch->isQueued = 1;
}

static void dequeue(struct Watch *watch) {
  struct Watch **at = &watch->epoll->queue;
  if (!watch->isQueued)
    return;
  while (*at != watch)
    at = &(*at)->nextQueued;
  *at = watch->nextQueued;
  watch->nextQueued = 0;
  watch->isQueued = 0;
}

void __rb_watch_wake(struct Watch *watch, unsigned wakes) {
  wakes &= wantedOf(watch);
  if (wakes)
    enqueue(watch);
  update(watch->epoll, wakes ? POLLIN | POLLRDNORM : 0);
}

static void dropWatch(struct Watch *watch) {
  dequeue(watch);
  struct Watch **at = &watch->description->port->watches;
  while (*at != watch)
    at = &(*at)->nextOfPort;
  *at = watch->nextOfPort;
  at = &watch->epoll->all;
  while (*at != watch)
    at = &(*at)->nextOfEpoll;
  *at = watch->nextOfEpoll;
  free(watch);
}

void __rb_watches_drop(struct Description *description) {
  for (struct Watch *watch = description->port->watches, *next; watch;
       watch = next) {
    next = watch->nextOfPort;
    if (watch->description != description)
      continue;
    struct Epoll *epoll = watch->epoll;
    dropWatch(watch);
    update(epoll, 0);
  }
}

static long cannot(struct Port *port, struct Transfer *transfer) {
  (void)port, (void)transfer;
  return -EINVAL;
}

static void end(struct Port *port) {
  struct Epoll *epoll = (struct Epoll *)port;
  while (epoll->all)
    dropWatch(epoll->all);
  free(epoll);
}

/// Timers: the first one whose time can come.
static void look(struct Port *port, int must) {
  struct Epoll *epoll = (struct Epoll *)port;
  for (struct Watch *watch = epoll->all; watch; watch = watch->nextOfEpoll) {
    struct Port *timer = watch->description->port;
    if (wantedOf(watch) && __rb_port_ready(timer) & kArmed)
      timer->kind->look(timer, must && !(__rb_port_ready(port) & POLLIN));
  }
}

static const struct PortKind epollKind = {
    .take = cannot, .give = cannot, .end = end, .ask = ask, .look = look};

// The functions ---------------------------------------------------------------

int epoll_create1(int flags) {
  rb_atomic_begin();
  struct Epoll *epoll = calloc(1, sizeof *epoll);
  epoll->port.kind = &epollKind;
  int fd = __rb_port_open(&epoll->port, O_RDWR | (flags & O_CLOEXEC));
  rb_atomic_end();
  return fd;
}
int epoll_create(int size) {
  if (size > 0)
    return epoll_create1(0);
  errno = EINVAL;
  return -1;
}

static struct Epoll *epollOf(int fd) {
  struct Port *port = __rb_port(fd, EINVAL);
  if (port && port->kind == &epollKind)
    return (struct Epoll *)port;
  if (port)
    errno = EINVAL;
  return 0;
}

/// An errno value, or 0.
static int control(struct Epoll *epoll, int operation, int fd,
                   const struct epoll_event *event) {
  struct Port *port = __rb_port(fd, EPERM);
  if (!port)
    return errno;
  if (port == &epoll->port)
    return EINVAL;
  struct Description *description = __rb_description(fd);
  struct Watch *watch = epoll->all;
  while (watch && (watch->fd != fd || watch->description != description))
    watch = watch->nextOfEpoll;
  if (operation != EPOLL_CTL_ADD && !watch)
    return ENOENT;
  switch (operation) {
  case EPOLL_CTL_ADD:
    if (watch)
      return EEXIST;
    watch = calloc(1, sizeof *watch);
    watch->epoll = epoll;
    watch->description = description;
    watch->fd = fd;
    watch->nextOfPort = port->watches;
    port->watches = watch;
    watch->nextOfEpoll = epoll->all;
    epoll->all = watch;
    break;
  case EPOLL_CTL_MOD:
    break;
  case EPOLL_CTL_DEL:
    dropWatch(watch);
    update(epoll, 0);
    return 0;
  default:
    return EINVAL;
  }
  memset(&watch->event, 0, sizeof watch->event);
  watch->event.events = event->events;
  watch->event.data = event->data;
  unsigned found = foundAt(watch);
  if (found)
    enqueue(watch);
  update(epoll, found ? POLLIN | POLLRDNORM : 0);
  return 0;
}

int epoll_ctl(int fd, int operation, int other, struct epoll_event *event) {
  rb_atomic_begin();
  struct Epoll *epoll = epollOf(fd);
  int error = epoll ? control(epoll, operation, other, event) : errno;
  rb_atomic_end();
  if (operation != EPOLL_CTL_DEL)
    __rb_reads(event, sizeof *event);
  if (!error)
    return 0;
  errno = error;
  return -1;
}

static int collect(struct Epoll *epoll, struct epoll_event *to, int most) {
  int count = 0;
  struct Watch *left = epoll->queue, *again = 0, **lastAgain = &again;
  while (left && count < most) {
    struct Watch *watch = left;
    left = watch->nextQueued;
    watch->nextQueued = 0;
    watch->isQueued = 0;
    unsigned found = foundAt(watch);
    if (!found)
      continue;
    to[count].events = found;
    to[count++].data = watch->event.data;
    if (watch->event.events & EPOLLONESHOT)
      watch->event.events &= ~0xffffu;
    else if (!(watch->event.events & EPOLLET)) {
      *lastAgain = watch;
      lastAgain = &watch->nextQueued;
      watch->isQueued = 1;
    }
  }
  struct Watch **at = &left;
  while (*at)
    at = &(*at)->nextQueued;
  *at = again;
  epoll->queue = left;
  update(epoll, 0);
  return count;
}

/// Negated errno, or how many events; `limit` null: for ever.
static int waitFor(int fd, struct epoll_event *to, int most,
                   const struct timespec *limit, const sigset_t *mask) {
  struct Epoll *epoll = epollOf(fd);
  if (!epoll)
    return -errno;
  if (most <= 0)
    return -EINVAL;
  const int isWaiting = !limit || limit->tv_sec || limit->tv_nsec;
  struct Description *description = __rb_description(fd);
  const struct rb_wait wait = __rb_wait_at(&epoll->port, kCanTake | kArmed);
  int must = 0, isLate = !isWaiting, count;
  ++description->users;
  for (;;) {
    if (__rb_port_ready(&epoll->port) & kArmed)
      look(&epoll->port, must);
    count = collect(epoll, to, most);
    if (count || isLate)
      break;
    const uint64_t before = ownSignals()->mask;
    if (mask)
      __rb_signal_setmask(mask->__val[0]);
    int why = __rb_wait_for(mask ? kMasked : kEnds,
                            "epoll_wait() for descriptors at which nothing "
                            "happens",
                            &wait, 1, limit, &description, 1);
    if (mask)
      __rb_signal_setmask(before);
    if (why == RB_AWAIT_INTERRUPTED) {
      count = -EINTR;
      break;
    }
    isLate = why == RB_AWAIT_LATE;
    must = !isLate;
  }
  __rb_description_drop(description);
  return count;
}

int epoll_pwait2(int fd, struct epoll_event *to, int most,
                 const struct timespec *limit, const sigset_t *mask) {
  pthread_testcancel();
  rb_atomic_begin();
  int count = waitFor(fd, to, most, limit, mask);
  rb_atomic_end();
  if (mask)
    __rb_signal_pending(1);
  if (count >= 0) {
    if (count)
      __rb_writes(to, (size_t)count * sizeof *to);
    return count;
  }
  errno = -count;
  return -1;
}
int epoll_pwait(int fd, struct epoll_event *to, int most, int time,
                const sigset_t *mask) {
  const struct timespec limit = {time / 1000, time % 1000 * 1000000l};
  return epoll_pwait2(fd, to, most, time < 0 ? 0 : &limit, mask);
}
int epoll_wait(int fd, struct epoll_event *to, int most, int time) {
  return epoll_pwait(fd, to, most, time, 0);
}
