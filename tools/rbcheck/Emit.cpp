//===- tools/rbcheck/Emit.cpp - Prints what a search sees -----------------===//
#include "tools/rbcheck/Emit.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

void StatePrinter::newState(const SearchNode &node, Machine &machine) {
  out_ << llvm::formatv("state {0} depth {1}\n", count_++, node.depth);
  for (uint32_t id = 0; id < node.state.threadCount(); ++id) {
    const ThreadNode &thread = node.state.thread(id);
    if (thread.s.status == ThreadStatus::Finished) {
      out_ << llvm::formatv("  T{0} finished\n", id);
      continue;
    }
    out_ << llvm::formatv(
        "  T{0} {1}: {2}{3}\n", id,
        toString(locateThread(machine, id, machine.place(id))),
        machine.describePending(id),
        machine.alternatives(id) ? "" : " (blocked)");
  }
}

void StatePrinter::restarted() {
  count_ = 0;
  out_ << "starts again\n";
}

void FinalsCollector::pathEnded(StepEnd end, Machine &machine) {
  if (end != StepEnd::Exited)
    return;
  uint64_t status = machine.state().scalars().exitStatus;
  Hash128 print = machine.save().node()->memory;
  lines_.insert(llvm::formatv("exit {0} {1}{2}", status,
                              llvm::utohexstr(uint64_t(print >> 64), true, 16),
                              llvm::utohexstr(uint64_t(print), true, 16)));
}

void FinalsCollector::faulted(const Violation &violation) {
  std::string line = faultWord(violation.fault.kind);
  std::string first = toString(violation.location);
  if (violation.foundBy->isSymmetric()) {
    std::string second = toString(violation.related);
    if (second < first)
      std::swap(first, second);
    first += " and " + second;
  }
  lines_.insert(line + " " + first);
}

std::string FinalsCollector::text() const {
  std::string text;
  for (const std::string &line : lines_)
    text += line + "\n";
  return text;
}

} // namespace rbcheck
