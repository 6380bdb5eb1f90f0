//===- interp/exec/MachineQuestions.h - What can be asked about a state ---===//
//
// The part of a machine that searches and properties ask: which choices there are,
// what pending operations are about to do to each other, who waits for whom.
// Changes nothing. Tested by test/verify, test/unit/EffectsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Effects.h"
#include "interp/exec/Fault.h"
#include "interp/exec/MachineNames.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace rbcheck {

/// A scheduling choice: which thread goes on, and with which alternative.
struct Choice {
  uint16_t thread = 0;
  uint16_t value = 0;
  friend bool operator==(Choice, Choice) = default;
};

/// A heap block that nothing leads to.
struct LeakedBlock {
  uint64_t base = 0;
  uint64_t size = 0;
  uint64_t moreBlocks = 0; ///< that are only reached from it, or from it first
  uint64_t moreBytes = 0;
};

/// A write that a weak memory model remembers.
struct WeakWrite {
  uint64_t value = 0;   ///< its low bytes
  bool isKnown = false; ///< of the program's run: thread and place are set
  uint32_t thread = 0;
  CodePlace place;
};

/// How an atomic operation goes on with a weak memory model.
struct WeakStep {
  bool reads = false;
  bool writes = false;
  bool isLate = false; ///< seq_cst, but before others in the order of those
  /// MemoryModel::Tso: the oldest store of the thread goes to memory, and its
  /// pending operation waits.
  bool isFlush = false;
  uint64_t address = 0;
  uint32_t size = 0;
  WeakWrite read;       ///< what it reads, if a history is known
  uint64_t written = 0; ///< what it writes, if it does: the low bytes
  /// Writes that come behind what it reads, or behind the place where it stores,
  /// in the order of the variable's writes.
  llvm::SmallVector<WeakWrite, 2> newer;

  /// Sequential consistency would do the same.
  bool isOrdinary() const { return !isLate && newer.empty(); }
};

/// A choice with which a signal interrupts a thread (Handlers.cpp).
struct Interruption {
  uint32_t signal = 0;
  bool isInCall = false; ///< the call that the thread is in may end with it
};

/// Which slots of a frame are read at a place or behind it (Liveness.h).
using LiveSlots = llvm::function_ref<llvm::ArrayRef<uint16_t>(CodePlace)>;

/// True if the two race when nothing orders them: they overlap, one writes, not
/// both are atomic. Freeing against an access does not: one step later it is a
/// use after free.
inline bool areInConflict(const Access &a, const Access &b) {
  return !(a.atomic && b.atomic) && !a.release && !b.release &&
         interfere(a, b);
}

/// "read", "atomic write", "free", ...
const char *accessWord(const Access &access);

class MachineQuestions : public MachineNames {
public:
  /// All choices of the current state, by thread, then by alternative.
  void choices(llvm::SmallVectorImpl<Choice> &out);
  /// Number of alternatives of a thread's pending operation; 0 = blocked.
  unsigned alternatives(uint32_t thread);
  /// The choice, one of the current state, is that an operation fails or a wait
  /// ends without a reason (MachineOptions::spurious).
  bool isSpurious(Choice choice);
  /// What choosing this does with a weak memory model; none if it is no atomic
  /// operation.
  std::optional<WeakStep> weakStep(Choice choice);
  /// The signal that comes with this choice, if it is one that interrupts.
  std::optional<Interruption> interruption(Choice choice);
  /// The thread is parked at a compare-exchange, and the memory has what that
  /// expects.
  bool wouldExchange(uint32_t thread);
  /// The thread is parked at a store of another value than the memory has; false
  /// also if that is not seen at a glance.
  bool wouldStoreAnother(uint32_t thread);

  /// A race between the pending operation of `thread` and another's: of
  /// thread `with`, or of the first that has one; then also races of calls that
  /// were blocked until `thread` moved. With Steps::Sync also between what one
  /// touched and what another touched or is about to: a race, or the end of
  /// memory under an access that could come later as well.
  std::optional<Fault> findRace(uint32_t thread,
                                std::optional<uint32_t> with = std::nullopt);
  /// False: nobody is about to make an access that can race, nor may be able to
  /// now, and findRace() finds nothing for any thread.
  bool canRace() const;
  /// The same where a path ended, and not by parking: a race of what threads
  /// touched on the way there.
  std::optional<Fault> findRaceAtEnd();
  /// The pending operation of a thread is plain (Pending::isPlain).
  bool isPlain(uint32_t thread) const;
  /// What the pending operations of two threads are about to do to each other.
  struct Conflict {
    Access mine, other;
  };
  void conflicts(uint32_t thread, uint32_t other,
                 llvm::SmallVectorImpl<Conflict> &out);
  /// One of the two is about to free what the other is about to touch or free:
  /// the one that frees, if it can.
  std::optional<uint32_t> freesUnder(uint32_t thread, uint32_t other);
  /// The effects of the pending operation of a parked thread.
  Effects effects(uint32_t thread);
  /// The thread that alone could let a blocked `thread` go on: itself, if it
  /// is about to lock what it holds. None if that is not certain.
  std::optional<uint32_t> waitsFor(uint32_t thread);
  /// A deadlock of `thread`, whatever others can still do: it waits for a
  /// finished thread, or for a circle of threads that wait for each other.
  std::optional<Fault> findStuck(uint32_t thread);
  /// A deadlock of some threads that the last step, of `thread`, closed while
  /// others can go on; threads from `oldThreads` on were made by it. Finds less
  /// than findStuck: only waits that nobody can break off count. The last mover
  /// is always in it when a circle of waiting threads closes, or has ended.
  std::optional<Fault> findDeadlock(uint32_t thread, uint32_t oldThreads);
  /// False: the thread does not wait in a call and has not ended, so there is no
  /// such deadlock of it.
  bool canBeStuck(uint32_t thread) const {
    const ThreadNode &node = state().thread(thread);
    return node.pending.kind == PendingKind::Model ||
           node.s.status == ThreadStatus::Finished;
  }
  /// The mutex at `address`, if `thread` has ended and still holds it. The
  /// fault has no place.
  std::optional<Fault> findHeld(uint32_t thread, uint64_t address);
  /// Who holds the mutex (or mtx_t) at `address`; none if nobody, or if there
  /// is no mutex.
  std::optional<uint32_t> holderOfMutex(uint64_t address) const;
  /// Who holds the lock of that family at `address` for itself.
  std::optional<uint32_t> ownerOf(Family family, uint64_t address) const;
  /// The deadlock of a state without choices that has not exited.
  Fault describeDeadlock();
  /// A thread that could never run again although the process exits: it waits
  /// for ended or stuck threads, or, if main has returned, for somebody to wake
  /// it while none is left.
  std::optional<Fault> findStuckAtExit();

  // Memory that is lost (Leaks.cpp) ------------------------------------------
  /// Heap blocks of the program that nothing leads to any more, by address: those
  /// that no other of them leads to, one for each circle. Every thread is parked,
  /// or the process has ended.
  std::vector<LeakedBlock> findLeaks();
  /// All of them, by address.
  std::vector<uint64_t> findLost();
  /// Something still leads to the heap block at `base`, which has to be there.
  /// While a thread runs, `liveAt` has to know the slots that are still read
  /// behind the instruction it is at.
  bool isReached(uint64_t base, LiveSlots liveAt = nullptr);

protected:
  using MachineNames::MachineNames;

private:
  std::optional<Fault> raceBetween(uint32_t thread, uint32_t other);
  std::optional<Fault> findPendingRace(uint32_t thread);
  std::optional<Fault> named(std::optional<Fault> race);
};

} // namespace rbcheck
