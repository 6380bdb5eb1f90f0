//===- interp/state/symbolic/Raw.h - Terms as they are written ------------------===//
//
// For the simplifier's own files and for tests: terms without simplification,
// and what the operations compute. Everybody else builds with Term.h.
// Tested by test/unit/TermTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Term.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace rbcheck::term {

inline uint64_t onesOf(unsigned width) { return ~uint64_t(0) >> (64 - width); }
inline int64_t signedOf(uint64_t value, unsigned width) {
  return int64_t(value << (64 - width)) >> (64 - width);
}
inline bool isZero(TermRef t) { return t->isConstant() && t->value == 0; }
inline bool isOnes(TermRef t) {
  return t->isConstant() && t->value == onesOf(t->width);
}
/// The order of operands that may be exchanged: the same in every process, and
/// as far as possible after inputs were given other numbers.
inline bool isBefore(TermRef a, TermRef b) {
  return a->shape != b->shape ? a->shape < b->shape : a->hash < b->hash;
}

/// The one term of this structure.
TermRef raw(TermOp op, unsigned width, uint64_t value,
            llvm::ArrayRef<TermRef> args);
inline TermRef rawBinary(TermOp op, TermRef a, TermRef b) {
  const bool isTruth =
      op == TermOp::Eq || op == TermOp::ULt || op == TermOp::SLt;
  return raw(op, isTruth ? 1 : a->width, 0, {a, b});
}

/// Value of a binary operation on two values of that width.
uint64_t fold(TermOp op, uint64_t a, uint64_t b, unsigned width);
/// Value of a term (no input) whose arguments have these values.
uint64_t apply(TermRef of, const uint64_t *args);

//===-- Parts of the simplifier, one per file -----------------------------===//

/// Sum.cpp: Add and Sub; Eq where one side is a sum, or null.
TermRef sum(TermOp op, TermRef a, TermRef b);
TermRef equalSums(TermRef a, TermRef b, unsigned depth);
/// Chain.cpp: And, Or, Xor and Mul, whose operands may be regrouped.
TermRef chain(TermOp op, TermRef a, TermRef b);
/// Compare.cpp. `depth`: of rules applied to the rules' results.
TermRef equal(TermRef a, TermRef b, unsigned depth = 0);
TermRef less(TermOp op, TermRef a, TermRef b);
/// Pieces.cpp: And, Or and Xor piece by piece, Eq and ULt without the pieces
/// that decide nothing; null if there is nothing to gain.
TermRef bitwisePieces(TermOp op, TermRef a, TermRef b);
TermRef equalPieces(TermRef a, TermRef b, unsigned depth);
TermRef lessPieces(TermRef a, TermRef b);
/// Undefined.cpp: where one of them has undefined parts.
TermRef binaryOfUndefined(TermOp op, TermRef a, TermRef b);
TermRef iteOfUndefined(TermRef condition, TermRef a, TermRef b);
/// The parts that `t` is put together of, the high one first.
void collectPieces(TermRef t, llvm::SmallVectorImpl<TermRef> &out);

} // namespace rbcheck::term
