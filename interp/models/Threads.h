//===- interp/models/Threads.h - Thread handles ---------------------------===//
//
// pthread_t and thrd_t hold the thread's number + 1, so that an all-zero
// handle names no thread. Shared by POSIX and C11.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/models/Sync.h"

namespace rbcheck {

inline uint64_t handleOf(uint32_t thread) { return uint64_t(thread) + 1; }

/// The thread a handle names, if there is or was one.
inline std::optional<uint32_t> threadOfHandle(ModelCall &call,
                                              uint64_t handle) {
  if (handle == 0 || handle > call.threadCount())
    return std::nullopt;
  return uint32_t(handle - 1);
}

/// The thread that a join in its first argument waits for.
inline std::optional<uint32_t> joinedThread(ModelCall &call) {
  return threadOfHandle(call, call.arg(0));
}

/// Starts a thread and stores its handle; sets 0 as result.
ModelResult startThread(ModelCall &call, uint64_t handleAddress,
                        uint64_t function, uint64_t argument, bool detached);
/// Enabled once the thread has finished, or can never be joined.
unsigned whenJoinable(ModelCall &call, uint64_t handle);
/// Sets an errno value as result; `value` gets what the thread returned.
ModelResult joinThread(ModelCall &call, uint64_t handle, uint64_t &value);
ModelResult detachThread(ModelCall &call, uint64_t handle);

} // namespace rbcheck
