//===- search/inputs/Concrete.cpp - Errors with values that lead there ----===//
#include "search/inputs/Concrete.h"

#include "interp/exec/Inputs.h"
#include "search/result/Locate.h"

namespace rbcheck {

namespace {

PendingKind kindOf(const Machine &machine, uint32_t thread) {
  return machine.state().thread(thread).pending.kind;
}

MachineOptions keepingAll(MachineOptions options) {
  auto inputs = std::make_shared<Inputs>(*options.inputs);
  inputs->keepsAll = true;
  options.inputs = std::move(inputs);
  return options;
}

MachineOptions giving(MachineOptions options, std::vector<InputValue> values) {
  auto inputs = std::make_shared<Inputs>(*options.inputs);
  inputs->makeSolver = nullptr;
  inputs->program = nullptr;
  inputs->given = std::move(values);
  options.inputs = std::move(inputs);
  return options;
}

/// Where the steps of a schedule begin that an ordinary machine makes, too: not
/// decisions, nor operations that were put off by one.
using Places = std::vector<std::optional<CodePlace>>;

Places realSteps(Machine &machine, const Schedule &schedule) {
  Places real;
  StepEnd end = machine.start();
  for (Choice choice : schedule) {
    if (end != StepEnd::Parked)
      return real;
    const PendingKind kind = kindOf(machine, choice.thread);
    const CodePlace place = machine.place(choice.thread);
    const uint64_t before = machine.instructions();
    end = machine.step(choice);
    const bool isPutOff = end == StepEnd::Parked &&
                          kindOf(machine, choice.thread) ==
                              PendingKind::Decide &&
                          machine.instructions() <= before + 1;
    const bool isReal = kind != PendingKind::Decide &&
                        kind != PendingKind::Pause && !isPutOff;
    real.push_back(isReal ? std::optional(place) : std::nullopt);
  }
  return real;
}

/// Takes steps on the machine with given inputs.
class Follower {
public:
  Follower(const Program &program, MachineOptions options)
      : machine_(program, std::move(options)), end_(machine_.start()) {}

  bool canGoOn() const { return end_ == StepEnd::Parked; }
  bool take(Choice choice, CodePlace place) {
    catchUp(choice.thread, [&] {
      return machine_.place(choice.thread) == place &&
             kindOf(machine_, choice.thread) != PendingKind::Pause;
    });
    if (!canGoOn())
      return true;
    if (choice.thread >= machine_.state().threadCount() ||
        choice.value >= machine_.alternatives(choice.thread))
      return false;
    step(choice);
    return true;
  }
  /// A thread goes on until it is where it has to be: a time slice may be over,
  /// and where a thread of the other machine was alone, as one that was made
  /// before a decision has ended by then, this one may be parked.
  void catchUp(uint32_t thread, llvm::function_ref<bool()> isThere) {
    constexpr unsigned kMost = 1000; // a loop that nobody leaves
    for (unsigned i = 0; i < kMost && canGoOn() &&
                         thread < machine_.state().threadCount() &&
                         !isThere() && machine_.alternatives(thread);
         ++i)
      step({uint16_t(thread), 0});
  }
  Machine &machine() { return machine_; }
  StepEnd end() const { return end_; }
  Schedule schedule;

private:
  void step(Choice choice) {
    schedule.push_back(choice);
    end_ = machine_.step(choice);
  }
  Machine machine_;
  StepEnd end_;
};

} // namespace

std::optional<Violation> withInputs(const Program &program,
                                    const Violation &violation) {
  Machine open(program, keepingAll(violation.machine));
  const Places real = realSteps(open, violation.schedule);
  std::optional<std::vector<InputValue>> values = open.findInputs();
  if (!values)
    return std::nullopt;
  Violation told = violation;
  told.machine = giving(violation.machine, std::move(*values));
  Follower follower(program, told.machine);
  const size_t cycleBegin = violation.schedule.size() - violation.cycle;
  size_t cycleAt = 0;
  for (size_t i = 0; i < real.size() && follower.canGoOn(); ++i) {
    if (i == cycleBegin)
      cycleAt = follower.schedule.size();
    if (real[i] && !follower.take(violation.schedule[i], *real[i]))
      return told; // does not replay
  }
  // What follows a last decision it may have to come to yet.
  std::optional<Fault> fault;
  auto isShown = [&] {
    fault = violation.foundBy->again(follower.machine(), follower.end(), told);
    return fault.has_value();
  };
  if (!isShown() && !violation.schedule.empty())
    follower.catchUp(violation.schedule.back().thread, isShown);
  told.schedule = follower.schedule;
  if (violation.cycle)
    told.cycle = uint32_t(told.schedule.size() - cycleAt);
  isShown();
  if (!fault)
    return told;
  told.fault = *fault;
  told.location =
      locateThread(follower.machine(), fault->thread, fault->place);
  if (fault->hasRelated)
    told.related = locateThread(follower.machine(), fault->related.thread,
                                fault->related.place);
  return told;
}

} // namespace rbcheck
