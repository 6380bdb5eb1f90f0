//===- interp/exec/Flows.h - Who learns from whom in a library call -------===//
//
// An event happens before another one if a chain of synchronisation leads from
// the one to the other. Whoever such a chain has come to *knows* the event:
// threads, and what threads leave their knowledge in for others (knowers).
// This says for each library call which way knowledge flows, by the rules of
// C11, C++20 and POSIX, and nothing of events:
//
//   taken   before the accesses of the call: a lock, a join
//   given   after them: an unlock
//
// | what | taken | given |
// | --- | --- | --- |
// | create |  | the new thread knows what its maker knows |
// | join, if it succeeds | from the thread that ended |  |
// | lock, if it is held then; the end of a wait | from the lock, and from its readers |  |
// | read-lock, if it succeeds | from the lock |  |
// | unlock; the begin of a wait |  | to the lock; of a reader: to its readers |
// | semaphore: wait, if it succeeds; post | from it | to it |
// | barrier, in the step of the last one | from all that wait at it | to all of them |
// | once, initialisation of a local static | from it at its begin | to it at its end |
// | sending a signal; being interrupted by one, waiting for one | from all that were sent | to them |
// | init, destroy |  | the bytes know nothing any more |
//
// What is not there orders nothing: a try-lock or timed wait that fails, a signal
// (only the mutex of the wait orders), sleeping, a request to cancel, asking
// whether a thread has ended. New threads and atomic sections are no calls'
// business: OrderedStep.h and Weak.cpp know them.
//
// Tested by test/unit/KnowledgeTest.cpp, test/triage/order*, test/memory-model.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Effects.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace rbcheck {

class Core;
class ModelCall;
struct Model;

/// What can know events.
struct Knower {
  enum Kind : uint8_t {
    Thread,  ///< number `id`
    Fenced,  ///< what it knew at its last releasing fence
    Loaded,  ///< what its relaxed loads could have taken
    Object,  ///< a synchronisation object, or atomic bytes: `size` at `id`
    Readers, ///< of the read-write lock there
    Section  ///< all atomic sections
  };
  Kind kind = Thread;
  uint32_t size = 0;
  uint64_t id = 0;
  friend auto operator<=>(const Knower &, const Knower &) = default;

  /// The two have bytes in common.
  bool overlaps(uint64_t address, uint64_t bytes) const {
    return (kind == Object || kind == Readers) && id < address + bytes &&
           address < id + size;
  }
};

inline Knower threadKnower(uint32_t thread) {
  return {Knower::Thread, 0, thread};
}
inline Knower bytesKnower(uint64_t address, uint64_t size) {
  return {Knower::Object, uint32_t(size), address};
}
/// All signals that were sent: `address` is where they are kept.
inline Knower signalsKnower(uint64_t address) {
  return bytesKnower(address, 1);
}
inline Knower sectionKnower() { return {Knower::Section, 0, 0}; }

/// `to` knows what `from` knows; with `replaces`, nothing else any more.
struct KnowledgeFlow {
  Knower from, to;
  bool replaces = false;
  /// From all objects that overlap `from`.
  bool isFromBytes = false;
};

/// A range of memory whose knowers, and with `isEnd` everything, are void.
struct Gone {
  uint64_t address = 0;
  uint64_t size = 0;
  bool isEnd = false; ///< the life of the memory ended
};

struct CallFlows {
  llvm::SmallVector<KnowledgeFlow, 4> taken, given;
  llvm::SmallVector<Gone, 2> gone;
};

/// Calls of functions that are this can let knowledge flow, or end it.
inline bool hasFlows(Act act) { return flowOf(act) != ActFlow::None; }

/// Looks at a call before it is executed, and says what it did afterwards.
class CallWatch {
public:
  CallWatch(Core &core, const Model &model, ModelCall &call);
  /// `result` is what it returned, if it did.
  CallFlows flows(std::optional<uint64_t> result) const;

private:
  void lockFlows(std::optional<uint64_t> result, CallFlows &out) const;

  Core &core_;
  Role role_;
  uint32_t thread_;
  uint8_t phase_;
  uint64_t object_ = 0; ///< what it synchronises on
  uint64_t lock_ = 0;   ///< a lock that the call can take or give back
  Family lockFamily_ = Family::None;
  std::optional<uint32_t> owner_;          ///< of it
  llvm::SmallVector<uint32_t, 8> waiters_; ///< at the barrier
};

} // namespace rbcheck
