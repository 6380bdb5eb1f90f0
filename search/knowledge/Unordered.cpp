//===- search/knowledge/Unordered.cpp - What one execution leaves open ----===//
#include "search/knowledge/Unordered.h"

#include "search/result/Locate.h"

namespace rbcheck {

namespace {

/// The innermost frame in the user's code.
Location locateStack(const Program &program,
                     const OrderedRun::Stack &stack) {
  for (CodePlace place : stack)
    if (Location found = locate(program, place);
        found.isKnown() && !isLibraryFile(found.file))
      return found;
  return stack.empty() ? Location() : locate(program, stack.front());
}

} // namespace

uint32_t OrderedRun::tagOf(uint32_t thread) {
  llvm::SmallVector<CodePlace, 16> stack;
  machine_.stack(thread, stack);
  auto [entry, isNew] = tags_.try_emplace(Stack(stack.begin(), stack.end()),
                                          uint32_t(stacks_.size()));
  if (isNew)
    stacks_.push_back(&entry->first);
  return entry->second;
}

StepEnd OrderedRun::step(Choice choice, HappensBefore::Sink unordered) {
  tag_ = tagOf(choice.thread);
  OrderedStep step;
  StepEnd end = steps_.step(choice, step);
  order_.step(step, tag_, unordered);
  return end;
}

Fault OrderedRun::faultOf(uint32_t thread, const Access &mine,
                          const HappensBefore::Touch &earlier) {
  auto place = [&](uint32_t tag) {
    return stackOf(tag).empty() ? CodePlace() : stackOf(tag).front();
  };
  Fault fault;
  fault.kind = FaultKind::DataRace;
  fault.address = std::max(mine.address, earlier.access.address);
  fault.message =
      "data race on " +
      machine_.describeAddress(fault.address,
                               std::min(mine.size, earlier.access.size)) +
      ": " + accessWord(mine) + " in thread " + std::to_string(thread) +
      " and the earlier " + accessWord(earlier.access) + " in thread " +
      std::to_string(earlier.thread) + " are not ordered";
  fault.thread = thread;
  fault.place = place(tag_);
  fault.hasRelated = true;
  fault.related = {earlier.thread, place(earlier.tag),
                   std::string("the earlier access: ") + accessWord(earlier.access)};
  return fault;
}

Violation OrderedRun::violationOf(const Fault &fault, uint32_t earlierTag,
                                  Schedule schedule) {
  Violation violation;
  violation.fault = fault;
  violation.foundBy = &unorderedAccesses();
  violation.location = locateStack(machine_.program(), stackOf(tag_));
  violation.related = locateStack(machine_.program(), stackOf(earlierTag));
  violation.schedule = std::move(schedule);
  violation.machine = machine_.options();
  return violation;
}

std::optional<Violation>
findUnordered(const Program &program, const MachineOptions &options,
              const Schedule &schedule,
              llvm::function_ref<bool(const Fault &)> isWanted) {
  Machine machine(program, options);
  OrderedRun run(machine);
  StepEnd end = machine.start();
  std::optional<Violation> found;
  for (Choice choice : schedule) {
    if (end != StepEnd::Parked ||
        choice.thread >= machine.state().threadCount() ||
        choice.value >= machine.alternatives(choice.thread))
      return std::nullopt;
    found.reset();
    end = run.step(choice, [&](const Access &mine,
                               const HappensBefore::Touch &earlier) {
      Fault fault = run.faultOf(choice.thread, mine, earlier);
      if (isWanted(fault))
        found = run.violationOf(fault, earlier.tag, schedule);
    });
  }
  return found;
}

} // namespace rbcheck
