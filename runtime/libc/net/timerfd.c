//===- runtime/libc/net/timerfd.c - timerfd_create and relatives ----------===//
//
// Time is virtual (interp/models/Time.h). A timer that is set may run out
// whenever somebody looks at it, which moves the time on to its end; it has run
// out if the time is there already, or if a thread has nothing else to wait for.
// With one timer that is all there is; where several are set, or one more than
// once, only one course of the time is tried, and the result says so.
// Tested by test/environment/timerfd*.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/libc/net/port.h"

#include <errno.h>
#include <fcntl.h>
#include <rbcheck_time.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>

struct Timer {
  struct Port port;
  uint64_t due; ///< milliseconds since the start; 0: not set
  uint64_t interval;
  uint64_t count; ///< how often it ran out since it was read
};

/// The time; with `begins` it runs from now on.
uint64_t __rb_clock(int begins);
void __rb_clock_until(uint64_t time);

static int timersSet;

static void update(struct Timer *timer, unsigned wakes) {
  unsigned ready = timer->count ? POLLIN | kCanTake : 0;
  if (timer->due)
    ready |= kArmed;
  __rb_port_set(&timer->port, ready, wakes);
}

static void set(struct Timer *timer, uint64_t due) {
  timersSet += (due != 0) - (timer->due != 0);
  timer->due = due;
  if (timersSet > 1 || (due && timer->interval))
    __rb_approximate("time", "timerfd_settime");
}

static void look(struct Port *port, int must) {
  struct Timer *timer = (struct Timer *)port;
  if (__rb_clock(0) < timer->due && !must && !rb_choose(2))
    return;
  __rb_clock_until(timer->due);
  uint64_t times = 1;
  if (timer->interval)
    times += (__rb_clock(0) - timer->due) / timer->interval;
  timer->count += times;
  set(timer, timer->interval ? timer->due + times * timer->interval : 0);
  update(timer, POLLIN);
}

static long take(struct Port *port, struct Transfer *transfer) {
  struct Timer *timer = (struct Timer *)port;
  if (transfer->size < sizeof timer->count)
    return -EINVAL;
  if (!timer->count)
    return -EAGAIN;
  __rb_scatter(transfer, (const char *)&timer->count, sizeof timer->count);
  timer->count = 0;
  update(timer, 0);
  return sizeof timer->count;
}

static long give(struct Port *port, struct Transfer *transfer) {
  (void)port, (void)transfer;
  return -EINVAL;
}

static void end(struct Port *port) {
  set((struct Timer *)port, 0);
  free(port);
}

static const struct PortKind timerKind = {
    .takes = "read() for a timer that is not set",
    .take = take,
    .give = give,
    .end = end,
    .look = look};

int timerfd_create(clockid_t clock, int flags) {
  if (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK) || clock < 0) {
    errno = EINVAL;
    return -1;
  }
  rb_atomic_begin();
  struct Timer *timer = calloc(1, sizeof *timer);
  timer->port.kind = &timerKind;
  int fd = __rb_port_open(&timer->port, O_RDWR | flags);
  rb_atomic_end();
  return fd;
}

static struct Timer *timerOf(int fd) {
  struct Port *port = __rb_port(fd, EINVAL);
  if (port && port->kind == &timerKind)
    return (struct Timer *)port;
  if (port)
    errno = EINVAL;
  return 0;
}

static struct timespec fromTicks(uint64_t ticks) {
  return (struct timespec){
      (time_t)(ticks / RB_TICKS_PER_SECOND),
      (long)(ticks % RB_TICKS_PER_SECOND) * (1000000000 / RB_TICKS_PER_SECOND)};
}

static struct itimerspec left(const struct Timer *timer) {
  uint64_t now = __rb_clock(0);
  struct itimerspec value = {fromTicks(timer->interval), {0, 0}};
  if (timer->due)
    value.it_value = fromTicks(timer->due > now ? timer->due - now : 1);
  return value;
}

static int isValid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *to,
                    struct itimerspec *old) {
  const struct timespec value = to->it_value, interval = to->it_interval;
  struct itimerspec before;
  memset(&before, 0, sizeof before);
  rb_atomic_begin();
  struct Timer *timer = timerOf(fd);
  int error = timer ? 0 : errno;
  if (timer && (!isValid(&value) || !isValid(&interval)))
    error = EINVAL;
  if (!error) {
    uint64_t now = __rb_clock(1), due = 0;
    before = left(timer);
    if (value.tv_sec || value.tv_nsec) {
      if (!(flags & TFD_TIMER_ABSTIME))
        due = now + rb_ticks_of(value.tv_sec, value.tv_nsec);
      else
        due = rb_ticks_of(value.tv_sec - RB_TIME_START, value.tv_nsec);
      due += due == 0;
    }
    timer->count = 0;
    timer->interval = rb_ticks_of(interval.tv_sec, interval.tv_nsec);
    set(timer, due);
    update(timer, 0);
  }
  rb_atomic_end();
  if (error) {
    errno = error;
    return -1;
  }
  if (old)
    *old = before;
  return 0;
}

int timerfd_gettime(int fd, struct itimerspec *to) {
  struct itimerspec value;
  rb_atomic_begin();
  struct Timer *timer = timerOf(fd);
  if (timer)
    value = left(timer);
  rb_atomic_end();
  if (!timer)
    return -1;
  __rb_approximate("time", "timerfd_gettime");
  *to = value;
  return 0;
}
