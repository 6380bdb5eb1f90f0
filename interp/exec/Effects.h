//===- interp/exec/Effects.h - What an operation touches, as a value ------===//
//
// The effects of an operation are all that other threads could notice of it
// and all that it could notice of them: ranges of memory, without a limit on
// their number, and what it synchronises on. They come from the instruction
// (loads, stores, atomics) or from the row of the library function that is
// called (interp/roles/Role.h); nobody guesses them from names.
//
// A synchronisation object counts as touched atomically: locking never races
// with unlocking, but both race with a plain copy of the object. The end of an
// object's life is a write to all of it.
//
// Tested by test/unit/EffectsTest.cpp, test/effects, and in debug builds by the
// machine itself (interp/exec/Audit.h).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/roles/Role.h"
#include "interp/state/Access.h"

#include "llvm/ADT/SmallVector.h"

namespace rbcheck {

/// What a call names that is given no valid handle of a thread.
constexpr uint64_t kNoSuchThread = ~0u;

/// The one order of all seq_cst operations, as memory that they touch. No program
/// has an object there.
constexpr uint64_t kOrderAddress = 8;

/// One synchronising part: what is done, and to what.
struct SyncEffect {
  Act act = Act::None;
  Family family = Family::None;
  /// Address; for threads their number, kNoSuchThread if there is none.
  uint64_t object = 0;
};

struct Effects {
  llvm::SmallVector<Access, 4> accesses;
  llvm::SmallVector<SyncEffect, 2> sync;
  /// Locks that the thread holds for itself when it executes the operation.
  llvm::SmallVector<uint64_t, 4> locks;

  /// Ranges without bytes, and those at null, are left out.
  Effects &add(Access access) {
    if (access.size && access.address)
      accesses.push_back(access);
    return *this;
  }
  Effects &reads(uint64_t address, uint64_t size) {
    return add({address, clamp(size), false, false, false});
  }
  Effects &writes(uint64_t address, uint64_t size) {
    return add({address, clamp(size), true, false, false});
  }
  Effects &atomic(uint64_t address, uint64_t size, bool write) {
    return add({address, clamp(size), write, true, false});
  }
  /// The object of that size ends.
  Effects &releases(uint64_t address, uint64_t size) {
    return add({address, clamp(size ? size : 1), true, false, true});
  }

private:
  /// No object is larger than this.
  static uint32_t clamp(uint64_t size) {
    return uint32_t(std::min<uint64_t>(size, UINT32_MAX));
  }
};

/// The order with any other operation can matter.
bool concernsAll(const Effects &effects);
/// Acts on what lies in no memory: threads themselves (their numbers, ends and
/// who waits for them), signals and the time.
bool actsBesideMemory(const Effects &effects);

/// True if the order of the two, of different threads, can matter. Independent
/// operations lead to the same state in both orders, and neither lets the
/// other go on or keeps it from that.
bool areDependent(const Effects &a, const Effects &b);

/// False only if no state lets both go on: a lock that both hold, or one that
/// the one gives back and the other takes. When in doubt, true.
bool mayBeCoEnabled(const Effects &a, const Effects &b);

} // namespace rbcheck
