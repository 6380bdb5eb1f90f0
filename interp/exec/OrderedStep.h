//===- interp/exec/OrderedStep.h - Who learns what in a step --------------===//
//
// An event happens before another one if a chain of synchronisation leads from
// the one to the other. Whoever such a chain has come to *knows* the event:
// threads, and what threads leave their knowledge in for others (knowers).
// This says for each step which way knowledge flows, by the rules of C11, C++20
// and POSIX, and nothing of events. In the order of a step:
//
//   taken   before the accesses: a lock, a join, an acquiring load
//   (the accesses of the step happen)
//   given   after them: an unlock, the creation of a thread, a releasing store
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
// | atomic section | from all earlier ones | to all later ones |
// | atomic load, or failed exchange | from the bytes, if it acquires |  |
// | atomic store |  | to the bytes alone, if it releases; else they know nothing |
// | read-modify-write | as a load | to the bytes as well |
// | plain write, init, destroy |  | the bytes know nothing any more |
//
// What is not there orders nothing: a try-lock or timed wait that fails, a signal
// (only the mutex of the wait orders), sleeping, a request to cancel, asking
// whether a thread has ended. Relaxed atomics and fences follow the standard:
// what a relaxed load could have taken is had by the next acquiring fence
// (Loaded), a relaxed store gives what was known at the last releasing one
// (Fenced). A relaxed store ends a release sequence, as in C++20.
//
// The machine must have MachineOptions::allVisible and no locality.
// Tested by test/unit/KnowledgeTest.cpp, test/triage/order*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

namespace rbcheck {

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

/// `to` knows what `from` knows; with `replaces`, nothing else any more.
struct Flow {
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

struct OrderedStep {
  uint32_t thread = 0;
  CodePlace place;   ///< of the operation
  bool isInSection = false;
  llvm::SmallVector<Access, 4> accesses;
  llvm::SmallVector<Flow, 4> taken, given;
  llvm::SmallVector<Gone, 4> gone;
  /// The call says its memory order in a way that is not understood: it was
  /// taken as the strongest one.
  bool isGuessed = false;
};

/// The access as it counts for races: those in an atomic section are atomic.
inline Access asCounted(Access access, const OrderedStep &step) {
  access.atomic |= step.isInSection;
  return access;
}

/// True if the two race when nothing orders them. As areInConflict(), but memory
/// that is freed counts as written: what comes between the two may be what keeps
/// it from being a use after free.
inline bool wouldRace(const Access &a, const Access &b) {
  return !(a.atomic && b.atomic) && !(a.release && b.release) &&
         interfere(a, b);
}

/// A kind of machine whose steps can be followed.
MachineOptions forOrder(MachineOptions options);

/// Takes steps of a machine and tells who learns from whom.
class OrderedSteps final : public Observer {
public:
  /// The machine's observer from now on.
  explicit OrderedSteps(Machine &machine);
  ~OrderedSteps() override { machine_.setObserver(nullptr); }

  StepEnd step(Choice choice, OrderedStep &out);

private:
  struct Before;
  void returned(uint32_t thread, uint32_t callee, uint64_t result) override;
  void atomicAccess(const Before &before, OrderedStep &out);
  void libraryCall(const Before &before, OrderedStep &out);
  void lockCall(const Before &before, OrderedStep &out);
  void section(const Before &before, OrderedStep &out);
  void ends(const Before &before, const Effects &executed, OrderedStep &out);

  Machine &machine_;
  uint32_t thread_ = 0, callee_ = 0; ///< of the pending call
  std::optional<uint64_t> result_;   ///< of it, once it has returned
};

} // namespace rbcheck
