//===- interp/state/symbolic/Shadows.h - What of a state depends on inputs ------===//
//
// The part of a state that terms say (Term.h): registers and bytes of memory
// whose values depend on inputs, and what is known of the inputs on this path.
// The ordinary state holds 0 in these places. Absent in states of programs
// without symbolic inputs.
//
// normalise() makes states that differ only in the numbers of their inputs, or
// in conditions about inputs that nothing depends on any more, the same.
//
// Tested by test/unit/ShadowsTest.cpp. Background: docs/inputs.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Term.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace rbcheck {

/// A register of a frame; frames are counted from the outermost, 0.
struct RegisterShadow {
  uint32_t thread = 0;
  uint32_t depth = 0;
  uint32_t slot = 0;
  TermRef term = nullptr;
};

struct ByteShadow {
  uint64_t address = 0;
  TermRef term = nullptr; ///< 8 bits
};

/// Bytes that nobody wrote since their object began to live.
struct UnsetRange {
  uint64_t from = 0, to = 0;
  uint64_t origin = 0; ///< where the object began to live (term::undefined)
  /// The number of the input that the first byte is, and the thread that made
  /// it; only where all inputs of a path are kept.
  bool isNumbered = false;
  uint32_t thread = 0, number = 0;
};

/// What a thread is parked at that goes on differently for different inputs:
/// its alternatives are that `term` has one of the values.
struct Decision {
  uint32_t thread = 0;
  TermRef term = nullptr;
  std::vector<uint64_t> values;
};

class Shadows {
public:
  std::vector<RegisterShadow> registers; ///< by thread, depth, slot
  std::vector<ByteShadow> bytes;         ///< by address
  std::vector<UnsetRange> unset;         ///< by address, no two touch
  std::vector<TermRef> path;             ///< conditions that hold, by hash
  uint32_t inputs = 0;                   ///< those that were made
  /// Inputs that each thread has made. Kept where inputs are told apart by it.
  std::vector<uint32_t> taken;
  /// Their values follow from the rest. That a thread is at one does not: another
  /// thread may have settled its term, and then deciding changes nothing else.
  std::vector<Decision> decisions;

  bool isEmpty() const { return registers.empty() && bytes.empty(); }
  /// The shadows of the bytes [from, to).
  llvm::ArrayRef<ByteShadow> bytesIn(uint64_t from, uint64_t to) const;
  void clearBytes(uint64_t from, uint64_t to);
  /// The parts of the ranges that lie in [from, to).
  std::vector<UnsetRange> unsetIn(uint64_t from, uint64_t to) const;
  bool hasUnset(uint64_t from, uint64_t to) const;
  void addUnset(UnsetRange range);
  /// Constant terms are not taken.
  void setByte(uint64_t address, TermRef term);
  void clearThread(uint32_t thread);
  const Decision *decisionOf(uint32_t thread) const;
  void endDecision(uint32_t thread);
  /// `condition` holds from now on.
  void assume(TermRef condition);
  /// Exchanges terms in registers, bytes and conditions.
  void replace(llvm::function_ref<TermRef(TermRef)> with, bool inPath);
  /// True if terms changed.
  bool normalise();

  Hash128 hash() const;
  /// All that makes a difference, as words that are the same for equal ones only,
  /// in this process.
  void encode(llvm::SmallVectorImpl<uint64_t> &out) const;
  friend bool operator==(const Shadows &a, const Shadows &b);
};

/// A thread is parked at a decision, and only it can move. Null: no inputs.
inline bool isDeciding(const Shadows *shadows) {
  return shadows && !shadows->decisions.empty();
}

} // namespace rbcheck
