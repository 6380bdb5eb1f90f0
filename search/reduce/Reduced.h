//===- search/reduce/Reduced.h - Depth-first, only where threads meet -----===//
//
// Takes in each state only as many threads as conflicts make necessary: one
// thread at first; others when a later operation turns out to depend on a step
// that was made from there (dynamic partial-order reduction: Flanagan and
// Godefroid, POPL 2005). States are remembered, so what lies below a known state
// is not seen again. What it would have been compared with is kept as a summary:
// the operations that were pending anywhere below the state (Yang, Chen,
// Gopalakrishnan and Kirby, SPIN 2008, keep graphs for that).
//
// docs/reduction.md has the algorithm, and why nothing is lost. In short:
//
//   - Of the operations pending in a new state, each is compared with the path.
//     For the latest step that depends on it, could be made in its place and is
//     not ordered before it, its thread is tried there, too.
//   - At a known state the same is done for all operations of its summary, and
//     for the latest such step of each thread, not only of all.
//   - A step back onto the path, and a step that ends the path, have all
//     threads tried where they were made. If a known state belongs to a
//     circle that is not finished, the same goes for the path from there on. When
//     it is, what its first state leads to counts for all that are on it.
//   - Where a thread decides on an input nobody else can move: where all are to
//     be tried there, they are before the step that led to it.
//
// A state in which the thread that moved, not for the first time in a row, has an
// operation without rivals is just passed: that thread goes on, and nothing is
// remembered.
//
// An operation that no other thread's depends on is left out of summaries; if
// that turns out wrong it is in all that were closed before (Operations::late).
//
// It leaves out choices, so it may tell the context that they are covered.
// Tested by test/reduce and test/generate.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"
#include "search/reduce/Clocks.h"
#include "search/reduce/SummarySet.h"
#include "search/reduce/ThreadSet.h"

#include <vector>

namespace rbcheck {

class Reduced {
public:
  /// Goes on until all is done, After::Stop, or to pause.
  void run(SearchContext &ctx);

private:
  /// What was pending before the step that led to a state.
  struct Undo {
    uint32_t moved = 0;
    OperationId pending = 0;
    uint32_t threads = 0;
  };
  /// A state on the path, and the step that leads on from it.
  struct Frame {
    SearchNode node;
    Hash128 print = 0;
    ThreadSet enabled, wanted, done;
    size_t choices = 0; ///< where they begin in `choices_`
    size_t next = 0;   ///< in `choices_`: the next of the thread that is tried
    uint32_t left = 0; ///< how many of it are to be taken still
    SummaryId summary = Summaries::kEmpty;
    uint32_t stamp = 0; ///< late operations when it was opened
    uint64_t serial = 0;
    size_t low = 0; ///< lowest index on the path that a way from here leads to
    bool isTarget = false; ///< a way back, from somewhere, leads here
    bool isDeciding = false; ///< of an input: only one thread can move
    bool isPassed = false; ///< not remembered: nobody else can do anything about
    Undo undo;
  };
  void begin(SearchContext &ctx);
  void open(SearchContext &ctx, SearchNode &&node, bool isEnd);
  bool isPassed();
  bool isForNobody(OperationId operation) const;
  OperationId pendingOf(uint32_t thread);
  bool advance(SearchContext &ctx);
  /// Of the state on top.
  llvm::ArrayRef<Choice> choicesFrom(size_t index) const {
    return llvm::ArrayRef<Choice>(choices_).drop_front(index);
  }
  void tryThread(Frame &top, uint32_t thread);
  void take(SearchContext &ctx, Choice choice);
  OperationId executed(uint32_t thread);
  void push(OperationId operation, uint32_t oldThreads);
  void returnTo(size_t index);
  void compareAll(SummaryId summary);
  void completeCircle(Known &known);
  void meet(const Known &known);
  void close(SearchContext &ctx);
  void wantAll(size_t index);
  void wantAllOnTop() { wantAll(stack_.size() - 1); }
  static bool isAllWanted(const Frame &frame) {
    return frame.wanted == frame.enabled;
  }
  void want(size_t index, uint32_t thread);
  void note(Frame &frame, OperationId operation);
  void noteStep(Frame &frame, uint32_t thread);
  void notePending(Frame &frame);
  void comparePending(uint32_t moved, uint32_t firstNew);
  bool isBefore(size_t step, uint32_t thread);
  size_t indexOf(uint64_t serial) const;
  /// The latest step that the operation can be exchanged with, of all threads
  /// or of each, gets its thread as a wish.
  void compare(OperationId operation, bool ofEach);
  size_t firstOpen();
  bool isOpen(size_t step, OperationId operation) const;
  void addLate(SummaryId &summary, uint32_t stamp);

  bool isBegun_ = false;
  std::vector<Frame> stack_;
  llvm::SmallVector<Choice, 256> choices_; ///< of all frames, one after another
  size_t firstOpen_ = 0, firstOpenAt_ = 0; ///< at most firstOpen(); late then
  std::shared_ptr<SummarySet> known_ = std::make_shared<SummarySet>();
  Operations operations_;
  Summaries summaries_;
  llvm::DenseMap<uint64_t, Known> circles_; ///< by serial: where they began
  PathClocks clocks_{operations_};
  std::vector<OperationId> pending_; ///< by thread, in the state on top
  std::vector<OperationId> anyOf_; ///< by thread, of all there ever were
  llvm::SmallVector<std::pair<uint32_t, int64_t>, 8> latestOf_;
  Machine *machine_ = nullptr;
  bool hasSignals_ = false; ///< signals interrupt threads of the program
  Effects more_;                ///< of the last step
  uint32_t moving_ = 0;         ///< whose step it is
  std::optional<OperationId> movedTo_; ///< what it is parked at then, if known
  bool wasPassed_ = false;
  uint32_t passed_ = 0;         ///< states in a row
  uint64_t lastSerial_ = 0;
};

} // namespace rbcheck
