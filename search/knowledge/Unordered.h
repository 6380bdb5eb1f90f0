//===- search/knowledge/Unordered.h - What one execution leaves open ------===//
//
// Steps a machine and keeps the clocks of HappensBefore.h with it; remembers
// with which stack each access was made.
// Tested by test/triage/annotated/plain-flag.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/knowledge/HappensBefore.h"
#include "search/result/Result.h"

namespace rbcheck {

class OrderedRun {
public:
  using Stack = std::vector<CodePlace>; ///< from the inside out

  /// The machine, of the kind forOrder(), is about to be started, or was just
  /// loaded.
  explicit OrderedRun(Machine &machine) : machine_(machine), steps_(machine) {}

  /// Takes the choice; the sink is called with the machine behind the step.
  StepEnd step(Choice choice, HappensBefore::Sink unordered);

  /// The stack of a Touch::tag. Equal stacks have equal tags.
  const Stack &stackOf(uint32_t tag) const { return *stacks_[tag]; }
  /// Of the last step.
  uint32_t tag() const { return tag_; }

  /// What is wrong with the two, the first made by `thread` in the last step.
  Fault faultOf(uint32_t thread, const Access &mine,
                const HappensBefore::Touch &earlier);
  /// The same with all that a report needs.
  Violation violationOf(const Fault &fault, uint32_t earlierTag,
                        Schedule schedule);

private:
  uint32_t tagOf(uint32_t thread);

  Machine &machine_;
  OrderedSteps steps_;
  HappensBefore order_;
  std::map<Stack, uint32_t> tags_;
  std::vector<const Stack *> stacks_; ///< keys of tags_
  uint32_t tag_ = 0;
};

/// The violation that the last step of the schedule shows and that `isWanted`;
/// none if it shows none.
std::optional<Violation>
findUnordered(const Program &program, const MachineOptions &options,
              const Schedule &schedule,
              llvm::function_ref<bool(const Fault &)> isWanted);

/// The property of these faults (search/properties/Unordered.cpp).
const Property &unorderedAccesses();

} // namespace rbcheck
