//===- tools/report/Decisive.cpp - The steps that an error comes from -----===//
#include "tools/report/Decisive.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace rbcheck {

namespace {

using llvm::StringRef;

/// `word` stands in `text` as a word of its own.
bool hasWord(StringRef text, StringRef word) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(word); at != StringRef::npos;
       at = text.find(word, at + 1))
    if ((at == 0 || !isPart(text[at - 1])) &&
        (at + word.size() >= text.size() || !isPart(text[at + word.size()])))
      return true;
  return false;
}

/// The name of the whole variable that a part belongs to.
StringRef wholeOf(StringRef variable) {
  return variable.take_front(variable.find_first_of(".[+@ "));
}

class Decisive {
public:
  explicit Decisive(const TraceData &trace)
      : trace_(trace), isDecisive_(trace.steps.size()) {}

  std::vector<bool> find() {
    if (trace_.steps.empty())
      return isDecisive_;
    for (size_t i = 0; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].kind == OpKind::Create)
        isDecisive_[i] = true;
    for (const TraceThread &thread : trace_.threads)
      if (thread.createdBy)
        isDecisive_[*thread.createdBy] = true;
    addAccesses();
    addLocks();
    switch (trace_.foundBy->shows()) {
    case Shows::LastStep:
      addSources(trace_.fault.thread);
      break;
    case Shows::TwoNext:
      addSources(trace_.fault.thread);
      addSources(trace_.fault.related.thread);
      break;
    case Shows::End:
    case Shows::Place:
    case Shows::Waiting:
    case Shows::Cycle:
      break;
    }
    return isDecisive_;
  }

private:
  bool isAbout(const TraceStep &step) const {
    const uint64_t address = trace_.fault.address;
    if (address && step.address && address >= step.address &&
        address < step.address + std::max(step.size, 1u))
      return true;
    if (step.kind == OpKind::Free && trace_.object && trace_.object->base &&
        step.address == trace_.object->base)
      return true;
    // What an assertion is about is known by its text.
    StringRef whole = wholeOf(trace_.names[step.variable]);
    return trace_.fault.kind == FaultKind::Assertion && !whole.empty() &&
           step.kind != OpKind::Read && hasWord(trace_.fault.message, whole);
  }

  /// The last access of every thread.
  void addAccesses() {
    std::map<uint32_t, size_t> last, lastFree;
    for (size_t i = 0; i < trace_.steps.size(); ++i)
      if (isAbout(trace_.steps[i]))
        (trace_.steps[i].kind == OpKind::Free ? lastFree
                                              : last)[trace_.steps[i].thread] =
            i;
    for (const auto &one : {last, lastFree})
      for (auto [thread, step] : one) {
        isDecisive_[step] = true;
        addEdges(step);
      }
  }

  /// How the locks were taken that are held at the end, and what was last done
  /// to what blocked threads wait for.
  void addLocks() {
    if (trace_.foundBy->shows() != Shows::Waiting)
      return;
    for (const HeldLock &lock : trace_.lockSets[trace_.steps.back().held])
      if (auto step = lastOn(lock.lock, lock.thread))
        isDecisive_[*step] = true;
    for (const TraceThread &thread : trace_.threads)
      if (thread.end == ThreadEnd::Blocked && thread.waitsOn)
        for (uint32_t id = 0; id < trace_.threads.size(); ++id)
          if (auto step = lastOn(thread.waitsOn, id))
            isDecisive_[*step] = true;
  }

  std::optional<size_t> lastOn(uint32_t variable, uint32_t thread) const {
    for (size_t i = trace_.steps.size(); i-- > 0;)
      if (trace_.steps[i].variable == variable &&
          trace_.steps[i].thread == thread)
        return i;
    return std::nullopt;
  }

  /// The last reads of a thread, and who wrote what they read.
  void addSources(uint32_t thread) {
    constexpr size_t kMostReads = 3;
    size_t reads = 0;
    for (size_t i = trace_.steps.size(); i-- > 0 && reads < kMostReads;) {
      if (trace_.steps[i].thread != thread || isOfLibrary(trace_.steps[i]))
        continue;
      if (trace_.steps[i].kind != OpKind::Read)
        break;
      isDecisive_[i] = true;
      addEdges(i);
      ++reads;
    }
  }

  /// Nobody of the user's called it: the library around a thread.
  static bool isOfLibrary(const TraceStep &step) {
    return step.isLibrary && !step.within && step.kind == OpKind::Read;
  }

  void addEdges(size_t step) {
    for (const TraceEdge &edge : trace_.steps[step].edges)
      if (edge.kind == EdgeKind::ReadsFrom || edge.kind == EdgeKind::ReadsOlder)
        isDecisive_[edge.from] = true;
  }

  const TraceData &trace_;
  std::vector<bool> isDecisive_;
};

} // namespace

std::vector<bool> decisiveSteps(const TraceData &trace) {
  return Decisive(trace).find();
}

} // namespace rbcheck
