//===- runtime/native/schedule.h - The schedule as it is followed ---------===//
#ifndef RBCHECK_NATIVE_SCHEDULE_H
#define RBCHECK_NATIVE_SCHEDULE_H

#include "runtime/native/native.h"

#include <stddef.h>

enum { kMaxThreads = 2048 };
enum { kNoEvent = 0xffffffff };

/// Kinds are the letters of the format.
struct Event {
  char kind;
  uint32_t thread;
  uint32_t turn;  ///< events of one thread in a row are one turn
  uint32_t next;  ///< next event of the same thread, or kNoEvent
  uint64_t count; ///< points
  uint64_t hash;
  uint64_t value; ///< last point, or result of a call
  const char *name; ///< of a call; of a result: bytes, two digits each
};

struct Schedule {
  struct Event *events;
  uint32_t count;
  uint32_t first[kMaxThreads]; ///< first event of each thread, or kNoEvent
  const char *kind;
  const char *stop;
  const char *text; ///< the lines of `text`, each with its newline
};

/// Reads the file; ends the process if it is none of ours.
RB_HIDDEN void rbReadSchedule(const char *file, struct Schedule *schedule);

/// Where the point `id` is, or "an unknown place".
RB_HIDDEN const char *rbSiteName(uint64_t id);

#endif
