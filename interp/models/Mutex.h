//===- interp/models/Mutex.h - What can be done to a mutex ----------------===//
//
// Shared by POSIX mutexes, C11 mtx_t and condition variables.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Sync.h"
#include "interp/roles/MutexLayout.h"

namespace rbcheck {

/// Reads a mutex and raises a fault if it is no live one.
bool loadMutex(ModelCall &call, uint64_t address, Mutex &mutex);
/// Blocked while another thread holds the mutex `address`.
unsigned whenMutexFree(ModelCall &call, uint64_t address);
/// Trying to lock it now succeeds; raises nothing.
bool canTryMutex(ModelCall &call, uint64_t address);
/// The thread that holds the mutex of the call's first argument.
ThreadList holderOfMutex(ModelCall &call);

/// Each acts on the mutex at `address` and sets an errno value as result.
ModelResult initMutex(ModelCall &call, uint64_t address, uint32_t kind,
                      uint32_t ceiling = 0);
ModelResult destroyMutex(ModelCall &call, uint64_t address);
ModelResult lockMutex(ModelCall &call, uint64_t address);
ModelResult tryLockMutex(ModelCall &call, uint64_t address);
ModelResult timedLockMutex(ModelCall &call, uint64_t address, uint64_t time);
ModelResult unlockMutex(ModelCall &call, uint64_t address);

} // namespace rbcheck
