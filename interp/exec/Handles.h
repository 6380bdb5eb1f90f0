//===- interp/exec/Handles.h - Thread handles -----------------------------===//
//
// pthread_t and thrd_t hold the thread's number + 1, so that an all-zero
// handle names no thread. Shared by POSIX and C11.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Model.h"

namespace rbcheck {

inline uint64_t handleOf(uint32_t thread) { return uint64_t(thread) + 1; }

/// The thread a handle names, if there is or was one.
inline std::optional<uint32_t> threadOfHandle(ModelCall &call,
                                              uint64_t handle) {
  if (handle == 0 || handle > call.threadCount())
    return std::nullopt;
  return uint32_t(handle - 1);
}

} // namespace rbcheck
