//===- search/reduce/Clocks.h - What happened before what on a path -------===//
//
// Vector clocks along the current path: a step knows of the earlier steps of its
// thread and of all that it depends on, and of what those know. Steps are taken
// back in the reverse order. Clocks are worked out when somebody asks: where all
// threads meet all the time nobody does.
// Tested by test/unit/OperationsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/reduce/Operations.h"

#include <algorithm>
#include <vector>

namespace rbcheck {

class PathClocks {
public:
  explicit PathClocks(const Operations &operations)
      : operations_(operations) {}

  /// Adds a step; threads from `firstNew` on were made by it.
  void push(OperationId operation, uint32_t firstNew, uint32_t threads);
  void pop();

  size_t size() const { return size_; }
  OperationId operationOf(size_t step) const {
    return steps_[step].operation;
  }
  /// Index of the latest step that is this operation, or -1.
  int64_t latest(OperationId operation) const {
    return operation < at_.size() && !at_[operation].empty()
               ? int64_t(at_[operation].back())
               : -1;
  }
  /// Indices of all steps that are this operation, in their order.
  llvm::ArrayRef<uint32_t> stepsOf(OperationId operation) const {
    return operation < at_.size() ? llvm::ArrayRef<uint32_t>(at_[operation])
                                  : llvm::ArrayRef<uint32_t>();
  }
  /// The step is ordered before the other, a later one.
  bool isOrdered(size_t step, size_t later) {
    workOut();
    const Step &one = steps_[step];
    const Clock &clock = steps_[later].clock;
    const uint32_t of = operations_.threadOf(one.operation);
    return of < clock.size() && one.number <= clock[of];
  }
  /// The step, of another thread, is ordered before whatever the thread does
  /// next.
  bool isBefore(size_t step, uint32_t thread) {
    if (now_[thread] < int64_t(step)) // has learned nothing since
      return false;
    workOut();
    const Step &one = steps_[step];
    return one.number <= known(thread, operations_.threadOf(one.operation));
  }

private:
  using Clock = llvm::SmallVector<uint32_t, 8>;
  struct Step {
    OperationId operation = 0;
    int32_t before = -1; ///< what the thread knew until then, as in now_
    uint32_t number = 0; ///< of its thread, from 1; from workOut()
    Clock clock;         ///< behind the step; the same
  };

  uint32_t known(uint32_t thread, uint32_t of) const {
    const Clock &clock = steps_[size_t(now_[thread])].clock;
    return of < clock.size() ? clock[of] : 0;
  }
  /// Makes the clocks of all steps.
  void workOut() {
    for (; done_ < size_; ++done_)
      workOut(done_);
  }
  void workOut(size_t index);
  void join(Clock &into, const Step &step);

  const Operations &operations_;
  std::vector<Step> steps_; ///< the first `size_`; others keep their memory
  size_t size_ = 0;
  size_t done_ = 0; ///< steps that have their clocks
  /// By thread: the step behind which the clock is its own; -1 = none.
  std::vector<int32_t> now_;
  std::vector<std::vector<uint32_t>> at_; ///< steps, by operation
};

} // namespace rbcheck
