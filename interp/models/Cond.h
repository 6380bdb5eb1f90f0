//===- interp/models/Cond.h - Condition variables -------------------------===//
//
// Shared by POSIX and C11. The bytes of the object only say whether it is
// alive; who waits stands in the threads' scalars (Sync.h): wait[0] is the
// condition variable, wait[1] the mutex.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Sync.h"

namespace rbcheck {

constexpr uint64_t kCondBytes = 48;

/// A thread in a wait: enabled when it may go on, see condWait.
unsigned whenCondReady(ModelCall &call, uint64_t mutex, bool timed);
/// Of a wait (condition, mutex, ...) that is over and waits for its mutex: who
/// holds that.
ThreadList holderOfCondMutex(ModelCall &call);
/// As many alternatives as there are threads to wake, at least one.
unsigned countCondWaiters(ModelCall &call, uint64_t cond);

/// Each sets an errno value as result.
ModelResult initCond(ModelCall &call, uint64_t cond);
ModelResult destroyCond(ModelCall &call, uint64_t cond);
/// `time` is the deadline's address; 0 = none.
ModelResult waitCond(ModelCall &call, uint64_t cond, uint64_t mutex,
                     uint64_t time = 0);
ModelResult signalCond(ModelCall &call, uint64_t cond);
ModelResult broadcastCond(ModelCall &call, uint64_t cond);

} // namespace rbcheck
