//===- interp/state/symbolic/Values.cpp - Which values a term can have ----------===//
#include "interp/state/symbolic/Values.h"

#include "interp/state/symbolic/Raw.h"

#include <algorithm>

namespace rbcheck {
namespace {

using Answer = Solver::Answer;

class ValueSearch {
public:
  ValueSearch(Solver &solver, llvm::ArrayRef<TermRef> conditions, TermRef of)
      : solver_(solver), conditions_(conditions), of_(of) {}

  ValueSet run(unsigned limit);

private:
  /// Asks for a value for which `more` holds, too.
  Answer ask(llvm::ArrayRef<TermRef> more, uint64_t &value);
  /// One of lowest .. highest; both as numbers on the way (see isFalling).
  Answer within(uint64_t lowest, uint64_t highest, uint64_t &value);
  /// The first value from `from` on. No: there is none.
  Answer first(uint64_t from, uint64_t &value);
  /// The first `count` values on the way; false: the solver gave up.
  bool collect(unsigned count, llvm::SmallVectorImpl<uint64_t> &out);

  Solver &solver_;
  llvm::SmallVector<TermRef> conditions_;
  TermRef of_;
  /// Downwards: numbers on the way are complements of values.
  bool isFalling_ = false;
};

Answer ValueSearch::ask(llvm::ArrayRef<TermRef> more, uint64_t &value) {
  llvm::SmallVector<TermRef> all(conditions_);
  all.append(more.begin(), more.end());
  Assignment example;
  const Answer answer = solver_.isPossible(all, &example);
  if (answer == Answer::Yes)
    value = term::evaluate(of_, [&](uint32_t n) { return example.lookup(n); });
  return answer;
}

Answer ValueSearch::within(uint64_t lowest, uint64_t highest, uint64_t &value) {
  const uint64_t ones = term::onesOf(of_->width);
  const uint64_t low = isFalling_ ? ones - highest : lowest;
  const uint64_t high = isFalling_ ? ones - lowest : highest;
  auto isBelow = [&](uint64_t bound) {
    return term::binary(TermOp::ULt, of_, term::constant(bound, of_->width));
  };
  // Bounds are no values of the width where they are its ends.
  llvm::SmallVector<TermRef, 2> more;
  if (low > 0)
    more.push_back(term::negate(isBelow(low)));
  if (high < ones)
    more.push_back(isBelow(high + 1));
  const Answer answer = ask(more, value);
  if (answer == Answer::Yes && isFalling_)
    value = ones - value;
  return answer;
}

Answer ValueSearch::first(uint64_t from, uint64_t &value) {
  const uint64_t ones = term::onesOf(of_->width);
  // The next one is often near: look twice as far each time.
  uint64_t low = from, far = 0;
  for (;; far = far * 2 + 1) {
    const uint64_t high = far > ones - from ? ones : from + far;
    const Answer answer = within(low, high, value);
    if (answer == Answer::Unknown || (answer == Answer::No && high == ones))
      return answer;
    if (answer == Answer::Yes)
      break;
    low = high + 1;
  }
  while (low < value) {
    uint64_t other;
    const uint64_t middle = low + (value - low) / 2;
    switch (within(low, middle, other)) {
    case Answer::Unknown:
      return Answer::Unknown;
    case Answer::Yes:
      value = other;
      break;
    case Answer::No:
      low = middle + 1;
      break;
    }
  }
  return Answer::Yes;
}

bool ValueSearch::collect(unsigned count,
                          llvm::SmallVectorImpl<uint64_t> &out) {
  const uint64_t ones = term::onesOf(of_->width);
  uint64_t from = 0;
  for (unsigned i = 0; i < count; ++i) {
    uint64_t value;
    // There are more than `count`, so that one is found.
    if (first(from, value) != Answer::Yes)
      return false;
    out.push_back(isFalling_ ? ones - value : value);
    from = value + 1;
  }
  return true;
}

ValueSet ValueSearch::run(unsigned limit) {
  ValueSet found;
  llvm::SmallVector<TermRef> others;
  Answer answer = Answer::Yes;
  uint64_t value;
  while (found.values.size() <= limit) {
    answer = ask(others, value);
    if (answer != Answer::Yes)
      break;
    found.values.push_back(value);
    others.push_back(term::negate(
        term::binary(TermOp::Eq, of_, term::constant(value, of_->width))));
  }
  found.isKnown = answer != Answer::Unknown;
  found.isComplete = answer == Answer::No;
  if (answer == Answer::Yes) {
    found.values.clear();
    found.isKnown = collect(limit - limit / 2, found.values);
    isFalling_ = true;
    found.isKnown = found.isKnown && collect(limit / 2, found.values);
  }
  std::sort(found.values.begin(), found.values.end());
  return found;
}

} // namespace

ValueSet possibleValues(Solver &solver, llvm::ArrayRef<TermRef> conditions,
                        TermRef of, unsigned limit) {
  return ValueSearch(solver, conditions, of).run(limit);
}

} // namespace rbcheck
