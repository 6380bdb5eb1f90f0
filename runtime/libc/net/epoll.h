//===- runtime/libc/net/epoll.h - Who looks at a port ---------------------===//
#pragma once

#include "runtime/libc/net/port.h"

#include <sys/epoll.h>

/// A descriptor that an epoll instance looks at.
struct Watch {
  struct Epoll *epoll;
  struct Description *description; ///< not held: it takes the watch along
  int fd;
  int isQueued; ///< something happened since it was found to have nothing
  struct epoll_event event;
  struct Watch *nextOfPort, *nextOfEpoll, *nextQueued;
};

/// Something happened at its port, and what can be done may have changed.
void __rb_watch_wake(struct Watch *watch, unsigned wakes);
/// The description ends.
void __rb_watches_drop(struct Description *description);
