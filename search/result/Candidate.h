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

/// The choice, one of the machine's state, is what only a weak memory model
/// does.
inline bool isWeak(Machine &machine, Choice choice) {
  if (!choice.value) // the ordinary way
    return false;
  const std::optional<WeakStep> step = machine.weakStep(choice);
  return step && !step->isOrdinary();
}

/// Where a schedule takes the turn from a thread that could go on.
struct Preemption {
  uint32_t at = 0;     ///< steps before it
  uint16_t thread = 0; ///< that could go on, and where it is
  CodePlace place;
};

/// A schedule that was executed up to the error, and states on the way, from
/// which others that begin like it can be tried.
struct KnownWay {
  struct Mark {
    State state;
    ScheduleCost cost; ///< up to here
  };
  Violation violation; ///< with its schedule
  ScheduleCost cost;
  std::vector<Preemption> preemptions;
  std::vector<Mark> marks;
};

class Candidate {
public:
  /// What saving, comparing and loading a state costs beside its instructions,
  /// and what a step costs that is only taken, in instructions; and how many
  /// times that where a state has the views of a weak memory model.
  static constexpr uint64_t kStepCost = 400, kFollowCost = 150;
  static constexpr uint64_t kWeakStep = 16, kWeakFollow = 4;
  /// What asking one thread whether it can go on costs; each is asked after a
  /// step.
  static constexpr uint64_t kThreadCost = 60;

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
    left_.reset();
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

  CodePlace place(uint32_t thread) const { return machine_.place(thread); }

  /// The next of these choices; `canGoOn`: some are of the thread `last`, which
  /// took the step before.
  using Next = llvm::function_ref<Choice(llvm::ArrayRef<Choice> choices,
                                         uint16_t last, bool canGoOn)>;
  /// Executes the schedule of `violation`; none if that is not the error.
  std::optional<KnownWay> know(const Violation &violation);
  /// Executes the first `same` steps of `way` and then what `next` says, as
  /// long as that costs less than `way`, and does not go on for much longer.
  /// The error if it shows.
  std::optional<KnownWay> follow(const KnownWay &way, size_t same, Next next);

private:
  /// All choices of the machine's state.
  llvm::ArrayRef<Choice> left();
  bool isWanted(const Fault &fault);
  uint64_t spent() const;
  bool showsError(uint32_t thread, uint32_t oldThreads, Way way);
  std::optional<KnownWay> follow(const KnownWay &way, size_t same, Next next,
                                 ScheduleCost limit, uint32_t mostSteps);

  Machine machine_;
  const Violation &wanted_;
  const Limits &stop_;
  const bool allowsSpurious_;
  Violation violation_;
  StepEnd end_ = StepEnd::Parked;
  std::optional<llvm::SmallVector<Choice, 8>> left_; ///< once asked for
  bool isFollowing_ = false;
  uint64_t steps_ = 0, followed_ = 0;
  uint64_t asked_ = 0; ///< threads, over all steps
  uint64_t limit_ = 0;
};

} // namespace rbcheck
