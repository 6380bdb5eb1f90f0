//===- interp/program/FlowValue.h - What a register may hold --------------===//
//
// An abstract value of the analysis of memory orders (DecodeOrderFlow.h): a few
// integers, a few global variables that it may point into, memory that is no
// global, or anything. Values only grow by joining; one that is nothing yet
// belongs to code that was not come to.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace llvm {
class GlobalVariable;
}

namespace rbcheck {

struct FlowValue {
  using Variable = const llvm::GlobalVariable *;

  /// Any number; a pointer to anything whose address is in memory or was handed
  /// to code that is not followed.
  bool isUnknown = false;
  /// A pointer to the heap or to a stack, to a constant, or null.
  bool isElsewhere = false;
  llvm::SmallVector<uint64_t, 2> numbers;   ///< sorted
  llvm::SmallVector<Variable, 2> variables; ///< sorted

  static FlowValue unknown() { return {true, false, {}, {}}; }
  static FlowValue elsewhere() { return {false, true, {}, {}}; }
  static FlowValue number(uint64_t value) {
    return {false, false, {value}, {}};
  }
  static FlowValue variable(Variable value) {
    return {false, false, {}, {value}};
  }

  bool isNothing() const {
    return !isUnknown && !isElsewhere && numbers.empty() && variables.empty();
  }
  /// True if it is one of a few numbers and nothing else.
  bool isNumber() const {
    return !isUnknown && !isElsewhere && variables.empty() && !numbers.empty();
  }
  friend bool operator==(const FlowValue &, const FlowValue &) = default;

  /// Adds what `other` may be; true if that is more. Of too many numbers
  /// nothing but "unknown" is kept.
  bool join(const FlowValue &other);
};

} // namespace rbcheck
