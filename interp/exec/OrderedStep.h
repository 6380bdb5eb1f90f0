//===- interp/exec/OrderedStep.h - Who learns what in a step --------------===//
//
// Which way knowledge flows (Flows.h) in each step, by the rules of C11, C++20 and
// POSIX, and nothing of events. In the order of a step:
//
//   taken   before the accesses: a lock, a join, an acquiring load
//   (the accesses of the step happen)
//   given   after them: an unlock, the creation of a thread, a releasing store
//
// Library calls are as Flows.h says. Besides:
//
// | what | taken | given |
// | --- | --- | --- |
// | a new thread |  | it knows what its maker knows |
// | atomic section of the program | from all earlier ones | to all later ones |
// | atomic load, or failed exchange | from the bytes, if it acquires |  |
// | atomic store |  | to the bytes alone, if it releases; else they know nothing |
// | read-modify-write | as a load | to the bytes as well |
// | plain write |  | the bytes know nothing any more |
//
// Relaxed atomics and fences follow the standard: what a relaxed load could have
// taken is had by the next acquiring fence (Loaded), a relaxed store gives what was
// known at the last releasing one (Fenced). A relaxed store ends a release
// sequence, as in C++20.
//
// The machine must have MachineOptions::allVisible and no locality.
// Tested by test/unit/KnowledgeTest.cpp, test/triage/order*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Flows.h"
#include "interp/exec/Machine.h"

namespace rbcheck {

struct OrderedStep {
  uint32_t thread = 0;
  CodePlace place;   ///< of the operation
  bool isInSection = false;
  llvm::SmallVector<Access, 4> accesses;
  llvm::SmallVector<KnowledgeFlow, 4> taken, given;
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

/// A kind of machine whose steps can be followed. What it executes is sequentially
/// consistent: a race in such an execution is one under every memory model.
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
  void ordered(uint32_t thread, const CallFlows &flows) override;
  void atomicAccess(const Before &before, OrderedStep &out);
  void libraryCall(const Before &before, OrderedStep &out);
  void section(const Before &before, OrderedStep &out);
  void ends(const Before &before, const Effects &executed, OrderedStep &out);

  Machine &machine_;
  std::optional<CallFlows> flows_; ///< of the pending call, once it was made
};

} // namespace rbcheck
