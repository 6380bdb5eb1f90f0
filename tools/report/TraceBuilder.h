//===- tools/report/TraceBuilder.h - Replays an error and takes notes -----===//
//
// A step is known in two halves: what a thread is about to do when it is
// chosen, and what came of it when the next one is chosen. Used by the files
// that it is made of: TraceBuild.cpp (the steps), TraceRelations.cpp (what
// makes a thread wait, who wrote what is read), TracePlaces.cpp (places, names
// of threads), TraceOutcome.cpp (the end).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/ObjectLog.h"
#include "tools/report/Operation.h"
#include "tools/report/StackDepths.h"
#include "tools/report/TraceLocks.h"
#include "tools/report/WeakLog.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <set>

namespace rbcheck {

/// Keeps equal values once and numbers them.
template <typename T> class Interner {
public:
  explicit Interner(std::vector<T> &values) : values_(values) {
    numbers_[values_.front()] = 0;
  }
  uint32_t number(const T &value) {
    auto [entry, isNew] = numbers_.try_emplace(value, uint32_t(values_.size()));
    if (isNew)
      values_.push_back(value);
    return entry->second;
  }

private:
  std::vector<T> &values_;
  std::map<T, uint32_t> numbers_;
};

/// The function a thread was started with, as the source calls it.
std::string nameOfThread(const Program &program, const Function &function);

class TraceBuilder final : public ReplayWatcher {
public:
  TraceBuilder(const Program &program, const Violation &violation)
      : program_(program), violation_(violation), names_(trace_.names),
        lockSets_(trace_.lockSets), blockedSets_(trace_.blockedSets),
        objects_(program), depths_(program) {
    trace_.steps.reserve(violation.schedule.size());
    thread(0).name = "main";
  }

  TraceData &&take() {
    trace_.heap.assign(heap_.begin(), heap_.end());
    return std::move(trace_);
  }

private:
  struct ThreadNotes {
    bool isBlocked = false;
    uint8_t phase = 0;
    uint32_t on = 0;      ///< name of what its next operation is about
    bool isNamed = false; ///< `on` is right
    std::optional<uint32_t> lastStep;
    llvm::SmallVector<TraceEdge, 1> edges; ///< of its next step
  };

  TraceThread &thread(uint32_t id);

  // Callbacks.
  void begin(Machine &machine) override { machine_ = &machine; }
  void beforeStep(Machine &machine, size_t index, Choice choice) override;
  void finished(Machine &machine, StepEnd end,
                const std::optional<Fault> &fault) override;
  void output(int, llvm::StringRef text) override { output_ += text; }
  void returned(uint32_t id, uint32_t callee, uint64_t result) override;
  void allocated(uint64_t address, uint64_t size, uint32_t thread,
                 CodePlace place) override;
  void freed(uint64_t address, uint32_t thread, CodePlace place) override;
  /// The call that returned gave an input.
  void noteInput(uint32_t id, uint32_t callee);
  void survived(const Fault &fault) override;
  ObjectName objectName(uint64_t base) override;
  void threadStarted(uint32_t id, uint64_t function) override;

  // The two halves of a step.
  void beginStep(Machine &machine, Choice choice);
  void completeStep(Machine &machine);
  void addEdge(TraceStep &step, uint32_t from, EdgeKind kind);

  // Threads that wait.
  /// Before a step: which threads wait, and in which phase of what.
  void noteThreads(Machine &machine);
  /// Threads that the step lets go on.
  void noteWakes(Machine &machine, TraceStep &step, uint32_t index);
  std::vector<BlockedThread> blockedThreads(Machine &machine);
  /// Name of what a blocked thread waits for.
  uint32_t waitsOn(Machine &machine, uint32_t id);
  std::vector<HeldLock> heldLocks(Machine &machine);

  // Memory.
  void addReadsFrom(TraceStep &step);
  /// What memory holds is not what such a step reads or writes.
  void addWeak(Machine &machine, TraceStep &step, Choice choice);
  void addBuffered(TraceStep &step, Buffered buffered, std::string before,
                   std::string after);
  void noteWrites(uint32_t index);

  // Places.
  uint32_t numberOf(const Location &location);
  uint32_t locationOf(Machine &machine, uint32_t id, bool &isLibrary);
  /// Where the running thread is in the user's code, in the middle of a step.
  Location runningAt();
  /// That function, where it says more than the operation does.
  uint32_t withinOf(Machine &machine, uint32_t id, OpKind kind);
  /// The library function that the user's code called and the thread is in; ""
  /// if nobody of the user's called it.
  std::string calledByUser(Machine &machine, uint32_t id);
  /// A std::thread is called by the first function of the user's that it runs.
  void nameThread(Machine &machine, uint32_t id);

  // The end.
  void endThread(Machine &machine, uint32_t id, StepEnd end);
  /// One of the steps that repeat for ever is of that thread.
  bool movesInCycle(uint32_t id) const;
  /// The object that the fault's address is in, or just behind.
  void findObject(Machine &machine);
  /// What the condition of an assertion looked at: the values that are still
  /// known, and what the last steps read at its place.
  void findValues(Machine &machine);

  const Program &program_;
  const Violation &violation_;
  TraceData trace_;
  std::set<HeapName> heap_;
  Interner<std::string> names_;
  Interner<std::vector<HeldLock>> lockSets_;
  Interner<std::vector<BlockedThread>> blockedSets_;
  std::map<std::tuple<std::string, uint32_t, uint32_t, std::string>, uint32_t>
      locationNumbers_;
  llvm::DenseMap<uint64_t, uint32_t> places_;  ///< location of user's code
  llvm::DenseMap<uint64_t, uint32_t> writers_; ///< by word: its last writer
  ObjectLog objects_;
  LockLog locks_;
  WeakLog weak_;
  StackDepths depths_;
  std::vector<ThreadNotes> notes_;
  StepOperation operation_; ///< of the step that is not complete
  uint32_t lastThread_ = 0;
  uint32_t lastHeld_ = 0;
  llvm::SmallVector<Choice, 8> choices_;
  std::string output_;
  std::string survived_; ///< errors of the running step that did not end it
  llvm::SmallVector<uint32_t, 8> taken_; ///< inputs by thread, until now
  Machine *machine_ = nullptr;
};

} // namespace rbcheck
