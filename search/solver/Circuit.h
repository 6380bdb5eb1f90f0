//===- search/solver/Circuit.h - Terms as gates over the bits of inputs ---===//
//
// Every bit of a term becomes a literal of Clauses (Clauses.h), defined by gates
// over the bits of inputs. A gate is made once, and constants are folded, so
// that a comparison with a constant takes no more gates than it has bits.
// Divisions are not taken: their circuits are large and seldom easy.
//
// Tested by test/unit/BitSolverTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Term.h"
#include "search/solver/Clauses.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace rbcheck {

class Circuit {
public:
  using Literal = Clauses::Literal;
  using Bits = llvm::SmallVector<Literal, 32>; ///< the lowest first

  /// `mostLearned`: of Clauses.
  explicit Circuit(size_t mostLearned);
  /// Null: the term has an operation that is not taken.
  const Bits *bitsOf(TermRef term);
  Clauses &clauses() { return clauses_; }

private:
  struct Gate {
    enum Kind : uint32_t { And, Xor, Choice, Majority } kind;
    Literal a, b, c;
  };
  struct GateInfo {
    static Gate getEmptyKey() { return {Gate::And, ~0u, 0, 0}; }
    static Gate getTombstoneKey() { return {Gate::And, ~0u, 1, 0}; }
    static unsigned getHashValue(const Gate &gate);
    static bool isEqual(const Gate &a, const Gate &b);
  };

  /// The literal of the gate; if it is new, `define` is called with it.
  Literal make(const Gate &gate, llvm::function_ref<void(Literal)> define);
  Literal both(Literal a, Literal b);
  Literal either(Literal a, Literal b);
  Literal differ(Literal a, Literal b);
  Literal choice(Literal condition, Literal then, Literal otherwise);
  Literal majority(Literal a, Literal b, Literal c);

  Bits constant(uint64_t value, unsigned width) const;
  Bits input(unsigned width);
  /// a + b + carry
  Bits sum(const Bits &a, const Bits &b, Literal carry);
  Bits product(const Bits &a, const Bits &b);
  /// Bits from outside are `fill`.
  Bits shift(TermOp op, const Bits &of, const Bits &by, Literal fill);
  Bits equal(const Bits &a, const Bits &b);
  Bits less(const Bits &a, const Bits &b, bool isSigned);
  Bits perBit(const Bits &a, const Bits &b,
              llvm::function_ref<Literal(Literal, Literal)> gate);
  Bits build(TermRef term, llvm::ArrayRef<const Bits *> args);

  Clauses clauses_;
  llvm::DenseMap<Gate, Literal, GateInfo> gates_;
  /// Found or not; addresses stay.
  llvm::DenseMap<TermRef, std::unique_ptr<Bits>> known_;
};

} // namespace rbcheck
