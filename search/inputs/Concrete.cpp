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
  if (!areShadowed(inputs.get()))
    inputs->program = nullptr;
  inputs->given = std::move(values);
  options.inputs = std::move(inputs);
  return options;
}

bool isFlush(Machine &machine, Choice choice) {
  const std::optional<WeakStep> weak = machine.weakStep(choice);
  return weak && weak->isFlush;
}

/// A step that an ordinary machine makes, too: no decision, nor an operation that
/// was put off by one.
struct RealStep {
  CodePlace place;
  bool isPause = false; ///< if it pauses there as well
  bool isFlush = false;
};
using RealSteps = std::vector<std::optional<RealStep>>;

RealSteps realSteps(Machine &machine, const Schedule &schedule) {
  RealSteps real;
  StepEnd end = machine.start();
  for (Choice choice : schedule) {
    if (end != StepEnd::Parked)
      return real;
    const PendingKind kind = kindOf(machine, choice.thread);
    const CodePlace place = machine.place(choice.thread);
    const uint64_t before = machine.instructions();
    const bool flushes = isFlush(machine, choice);
    end = machine.step(choice);
    const bool isPutOff = end == StepEnd::Parked &&
                          kindOf(machine, choice.thread) ==
                              PendingKind::Decide &&
                          machine.instructions() <= before + 1;
    const bool isReal = kind != PendingKind::Decide && !isPutOff;
    real.push_back(isReal ? std::optional(RealStep{
                                place, kind == PendingKind::Pause, flushes})
                          : std::nullopt);
  }
  return real;
}

/// Takes steps on the machine with given inputs.
class Follower {
public:
  Follower(const Program &program, MachineOptions options)
      : machine_(program, std::move(options)), end_(machine_.start()) {}

  bool canGoOn() const { return end_ == StepEnd::Parked; }
  bool take(Choice choice, const RealStep &real) {
    if (real.isFlush && flush(choice.thread))
      return true;
    const bool exists = choice.thread < machine_.state().threadCount();
    if (real.isPause && !real.isFlush) {
      if (exists && machine_.place(choice.thread) == real.place &&
          kindOf(machine_, choice.thread) == PendingKind::Pause)
        step(choice);
      return true;
    }
    catchUp(choice.thread, [&] {
      return machine_.place(choice.thread) == real.place &&
             (real.isFlush ||
              kindOf(machine_, choice.thread) != PendingKind::Pause);
    });
    if (!canGoOn())
      return true;
    if (real.isFlush)
      return flush(choice.thread);
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
  /// The oldest store of the thread goes to memory, wherever the thread is.
  bool flush(uint32_t thread) {
    if (thread >= machine_.state().threadCount())
      return false;
    const unsigned count = machine_.alternatives(thread);
    for (uint16_t value = 0; value < count; ++value)
      if (const Choice choice{uint16_t(thread), value};
          isFlush(machine_, choice)) {
        step(choice);
        return true;
      }
    return false;
  }
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
  const RealSteps real = realSteps(open, violation.schedule);
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
  // In loops of decisions others may move where an ordinary machine lets a thread
  // run on, here into an assumption that fails. Other values may show the error.
  if (!fault && follower.end() == StepEnd::Abandoned)
    return std::nullopt;
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
