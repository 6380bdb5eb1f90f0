//===- search/properties/Endless.cpp - Fair executions that never end -----===//
//
// Not a matter of one state: found in the graph of all of them at the end of a
// search (search/livelock/FairCycles.h), and so only by searches that leave
// nothing out. The schedule of such an error ends with the steps that repeat
// for ever. To see it again they are made once more: they lead back to where
// they began, everybody who can move meanwhile does, and rb_progress() is not
// passed. Tested by test/search/livelock.
//
//===----------------------------------------------------------------------===//
#include "search/livelock/FairCycles.h"

#include "search/Property.h"
#include "search/result/Result.h"

#include <set>

namespace rbcheck {
namespace {

class Endless final : public Property {
  const char *word() const override { return "endless"; }
  Shows shows() const override { return Shows::Cycle; }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &violation) const override {
    if (end != StepEnd::Parked || !violation.cycle)
      return std::nullopt;
    Machine run(machine.program(), violation.machine);
    StepEnd now = run.start();
    const size_t begin = violation.schedule.size() - violation.cycle;
    Hash128 first = 0;
    uint64_t marks = 0;
    std::set<uint16_t> able, moving;
    llvm::SmallVector<Choice, 8> choices;
    for (size_t i = 0; i < violation.schedule.size(); ++i) {
      if (now != StepEnd::Parked)
        return std::nullopt;
      if (i == begin) {
        first = run.fingerprint();
        marks = run.progressMarks();
      }
      if (i >= begin) {
        run.choices(choices);
        for (Choice choice : choices)
          able.insert(choice.thread);
        moving.insert(violation.schedule[i].thread);
      }
      now = run.step(violation.schedule[i]);
    }
    if (now != StepEnd::Parked || run.fingerprint() != first ||
        run.progressMarks() != marks || able != moving)
      return std::nullopt;
    return describe(machine, violation.cycle, moving);
  }

  static Fault describe(Machine &machine, uint32_t steps,
                        const std::set<uint16_t> &moving) {
    Fault fault;
    fault.kind = FaultKind::NonTermination;
    fault.thread = *moving.begin();
    fault.place = machine.place(fault.thread);
    fault.message = "non-termination: the same " + std::to_string(steps) +
                    (steps == 1 ? " step" : " steps") + " of ";
    for (uint16_t id : moving)
      fault.message += (id == *moving.begin() ? "thread " : ", thread ") +
                       std::to_string(id);
    fault.message += " can repeat for ever without rb_progress()";
    return fault;
  }

  std::string headline(const Fault &, size_t) const override {
    return "non-termination: the program can go on for ever without "
           "rb_progress(), although every thread gets its turn";
  }
};

const RegisterProperty<Endless> kEndless(
    {"termination", false,
     "executions that never end, although every thread gets its turn, and\n"
     "never pass rb_progress()"});

} // namespace

const Property &endlessExecutions() {
  static const Property &property = *findProperty("endless");
  return property;
}

} // namespace rbcheck
