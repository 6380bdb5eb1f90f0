//===- test/oracle/Library.h - Library functions by name ------------------===//
//
// Each function ends in finishCall(), or leaves the thread where it stands and
// is asked again in its next step, or throws.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "test/oracle/Step.h"

#include <cerrno>
#include <functional>

namespace oracle {

using Arguments = llvm::ArrayRef<uint64_t>;
using LibraryFunction = std::function<void(Step &, Arguments)>;
using Library = std::map<std::string, LibraryFunction, std::less<>>;

// One topic each.
void addLocks(Library &library);   // mutexes, spin locks, read-write locks
void addWaits(Library &library);   // conditions, semaphores, barriers, once
void addThreads(Library &library); // create, join, exit, choices, sections
void addC11(Library &library);     // <threads.h>
void addHeap(Library &library);    // malloc, new, free, delete
void addStrings(Library &library); // memcpy, strcpy, printf
void addCxx(Library &library);     // what libstdc++.so holds

// What several of them need: each returns an errno value.
int lockMutex(Step &step, uint64_t mutex);
int tryLockMutex(Step &step, uint64_t mutex);
int unlockMutex(Step &step, uint64_t mutex);
void destroyMutex(Step &step, uint64_t mutex);
/// True once the wait is over and the mutex held; else the thread stays.
bool waitForSignal(Step &step, uint64_t condition, uint64_t mutex);
void wakeOne(Step &step, uint64_t condition);
void wakeAll(Step &step, uint64_t condition);
void destroyCondition(Step &step, uint64_t condition);
/// True once the routine has been run; else the thread stays.
bool runOnce(Step &step, uint64_t once, uint64_t routine);
uint32_t createThread(Step &step, const std::function<void(Step &)> &start);
/// Waits for the end of the thread with this handle.
int joinThread(Step &step, uint64_t handle, uint64_t &result);
int detachThread(Step &step, uint64_t handle);
uint64_t allocateHeap(Step &step, uint64_t size, Family family, uint8_t fill);
void freeHeap(Step &step, uint64_t address, Family family);

constexpr uint64_t handleOf(uint32_t thread) { return thread + 1; }
/// What creation, end, join and detachment of a thread are ordered by. No
/// object has an address this low.
constexpr uint64_t keyOfThread(uint32_t thread) { return thread + 1; }
constexpr uint64_t kKeyOfSections = 100; ///< of rb_atomic_begin and end
constexpr uint64_t kKeyOfExit = 101;     ///< of what atexit registers

} // namespace oracle
