//===- interp/state/symbolic/Term.h - Values that depend on inputs --------------===//
//
// A term is a bit-vector of 1 to 64 bits computed from inputs: a hash-consed
// graph of operations. Equal terms are one object, so that terms are compared
// by address. They live as long as the process, are immutable, and can be made
// by several threads at once.
//
// The functions below simplify while they build: what is known without a
// solver is known at once, and terms that mean the same by simple laws are one.
// Operations mean what SMT-LIB says of bit-vectors; 1 bit is a truth value.
// Callers see to it that divisors are not 0 and shift amounts are below the
// width where the program's meaning differs from that.
//
// Tested by test/unit/TermTest.cpp, against Z3 by test/unit/SolverTest.cpp.
// Background: docs/inputs.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Hash.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace rbcheck {

enum class TermOp : uint8_t {
  Constant, ///< value
  Input,    ///< value is its number
  Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr,
  Eq, ULt, SLt, ///< 1 bit
  Ite,      ///< args[0] ? args[1] : args[2]
  Concat,   ///< args[0] is the high part
  Extract,  ///< `width` bits of args[0] from bit `value` on
  ZExt, SExt,
  Undefined ///< was never written; value: where its object began to live
};

struct Term {
  TermOp op;
  uint8_t width;          ///< bits: 1 to 64
  uint8_t argCount;
  uint64_t value;         ///< of Constant, Input, Extract and Undefined; else 0
  const Term *args[3];
  Hash128 hash;           ///< of the structure: the same in every process
  uint64_t inputs;        ///< bit n % 64: input n occurs (may have others, too)
  uint64_t shape;         ///< hash of the structure without inputs' numbers
  bool hasUndefined = false; ///< a part of it is Undefined
  bool isConstant() const { return op == TermOp::Constant; }
};
using TermRef = const Term *;

namespace term {

/// `value` is cut to the width.
TermRef constant(uint64_t value, unsigned width);
TermRef input(uint32_t number, unsigned width);
/// Operations on it are undefined as far as the known bits do not decide.
/// `origin` is kept for reports.
TermRef undefined(unsigned width, uint64_t origin);
/// Add to SLt: both of one width.
TermRef binary(TermOp op, TermRef a, TermRef b);
TermRef ite(TermRef condition, TermRef then, TermRef otherwise);
TermRef concat(TermRef high, TermRef low);
TermRef extract(TermRef from, unsigned low, unsigned width);
/// To the same width or a larger one.
TermRef zeroExtend(TermRef from, unsigned width);
TermRef signExtend(TermRef from, unsigned width);
/// Zero-extended or cut.
TermRef fit(TermRef from, unsigned width);
/// Of a truth value.
TermRef negate(TermRef truth);

/// Its value where input n is inputValue(n).
uint64_t evaluate(TermRef of,
                  llvm::function_ref<uint64_t(uint32_t)> inputValue);
/// The same term with every occurrence of a subterm that `with` maps (not null)
/// exchanged, simplified again.
TermRef replace(TermRef in, llvm::function_ref<TermRef(TermRef)> with);
/// Numbers of the inputs that occur, in the order of their first occurrence
/// (depth first, arguments from left to right), appended if not yet in `out`.
void collectInputs(TermRef of, llvm::SmallVectorImpl<uint32_t> &out);
/// These inputs as terms, in any order.
void collectInputTerms(TermRef of, llvm::SmallVectorImpl<TermRef> &out);
/// Of a term with undefined parts: the origin of one of them.
uint64_t originOf(TermRef of);
/// As in C, as far as possible: `(in0 + 1) <s 7`.
std::string text(TermRef of,
                 llvm::function_ref<std::string(uint32_t)> inputName);

} // namespace term
} // namespace rbcheck
