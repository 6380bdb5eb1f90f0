//===- search/result/Candidate.h - Schedules tried for one error ----------===//
//
// A machine that knows which error is looked for and counts its work. Used by
// Minimise.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Minimise.h"

#include <optional>

namespace rbcheck {

/// The choice, one of the machine's state, is what only a weak memory model does.
inline bool isWeak(Machine &machine, Choice choice) {
  if (!choice.value) // the ordinary way
    return false;
  const std::optional<WeakStep> step = machine.weakStep(choice);
  return step && !step->isOrdinary();
}

class Candidate {
public:
  /// What saving, comparing and loading a state costs beside its instructions,
  /// and what a step costs that is only taken, in instructions.
  static constexpr uint64_t kStepCost = 400, kFollowCost = 150;

  Candidate(const Program &program, const Violation &wanted,
            const Limits &stop);

  /// Work from now on, in instructions; see MinimiseLimits.
  void allow(uint64_t work);
  bool isSpent() const;

  void start();
  bool isParked() const { return end_ == StepEnd::Parked; }
  State save() { return machine_.save(); }
  Hash128 fingerprint() { return machine_.fingerprint(); }
  void load(const State &state) {
    machine_.load(state);
    end_ = StepEnd::Parked;
  }
  /// Without spurious events, unless the error needs some.
  void choices(llvm::SmallVectorImpl<Choice> &out);
  bool isWeak(Choice choice) { return rbcheck::isWeak(machine_, choice); }
  /// Takes a step; true if the error shows now: see violation(). `way` is the
  /// schedule from the start, with this step.
  using Way = llvm::function_ref<Schedule()>;
  bool step(Choice choice, Way way);
  /// Without its schedule.
  const Violation &violation() const { return violation_; }

  /// Executes `wanted` from the start as far as it can be: steps of threads
  /// that cannot go on are left out, and behind its end every thread goes on
  /// as long as it can. The error with its schedule if it shows for less than
  /// `cost`, which is then set.
  std::optional<Violation> follow(const Schedule &wanted, ScheduleCost &cost);

private:
  bool isWanted(const Fault &fault);
  uint64_t spent() const;
  bool showsError(uint32_t thread, uint32_t oldThreads, Way way);

  Machine machine_;
  const Violation &wanted_;
  const Limits &stop_;
  const bool allowsSpurious_;
  Violation violation_;
  StepEnd end_ = StepEnd::Parked;
  bool isFollowing_ = false;
  uint64_t steps_ = 0, followed_ = 0;
  uint64_t limit_ = 0;
};

} // namespace rbcheck
