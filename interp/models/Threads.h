//===- interp/models/Threads.h - Starting and joining threads -------------===//
//
// What POSIX and C11 share.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Handles.h"
#include "interp/exec/Sync.h"

namespace rbcheck {

/// The thread that a join in its first argument waits for.
inline ThreadList joinedThread(ModelCall &call) {
  return listOf(threadOfHandle(call, call.arg(0)));
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
