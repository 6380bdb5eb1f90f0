//===- search/properties/Leak.cpp - Heap memory that is lost at exit ------===//
//
// When the process ends, by exit, by the return of main or by _exit, there is
// heap memory that nothing leads to (interp/exec/Leaks.cpp). What is lost stays
// lost, so it is enough to look there. One fault for each place at which blocks
// were allocated that no other lost block leads to.
//
// Reduction keeps it: the end of the process depends on every other operation,
// so that every state in which it can end is one that is seen
// (docs/reduction.md). Tested by test/verify/leak-*.c, test/reduce/leaks.test.
//
//===----------------------------------------------------------------------===//
#include "search/Property.h"
#include "search/result/LeakPlaces.h"
#include "search/result/Result.h"

namespace rbcheck {
namespace {

class Leak final : public Property {
  const char *word() const override { return "leak"; }
  bool isKeptByReduction() const override { return true; }
  Shows shows() const override { return Shows::End; }
  Moment moment() const override { return Moment::Exit; }

  void onEnd(Machine &machine, const PathEnd &end,
             FaultSink found) const override {
    if (end.how != StepEnd::Exited)
      return;
    const std::vector<LeakedBlock> lost = machine.findLeaks();
    if (lost.empty())
      return;
    for (const Fault &fault :
         leakFaults(machine.program(), machine.options(), end.schedule(), lost))
      found(fault);
  }

  std::optional<Fault> again(Machine &machine, StepEnd end,
                             const Violation &violation) const override {
    if (end != StepEnd::Exited && end != StepEnd::Parked) // of triage
      return std::nullopt;
    const std::vector<LeakedBlock> lost = machine.findLeaks();
    for (const Fault &fault : leakFaults(machine.program(), violation.machine,
                                         violation.schedule, lost))
      if (fault.address == violation.fault.address)
        return fault;
    return std::nullopt;
  }

  void explain(const Program &program, const Violation &violation,
               Fault &fault) const override {
    if (std::optional<LossOfPointer> loss =
            findLoss(program, violation, fault.address)) {
      fault.hasRelated = true;
      fault.related = std::move(loss->at);
    }
  }
};

const RegisterProperty<Leak>
    kLeak({"leak", false,
           "heap memory that nothing points to when the program ends"});

} // namespace
} // namespace rbcheck
