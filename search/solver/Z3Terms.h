//===- search/solver/Z3Terms.h - Terms in Z3's language -------------------===//
//
// Owns a context of Z3 and the translations made in it. Truth values are
// Booleans there, all other terms bit-vectors. This header and its users are
// the only ones that know Z3.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/symbolic/Solver.h"

#include "llvm/ADT/DenseMap.h"

#include <z3.h>

namespace rbcheck {

class Z3Terms {
public:
  Z3Terms();
  ~Z3Terms();
  Z3Terms(const Z3Terms &) = delete;
  Z3Terms &operator=(const Z3Terms &) = delete;

  Z3_context context() const { return context_; }
  /// Valid as long as this object.
  Z3_ast translate(TermRef term);
  size_t size() const { return known_.size(); }
  /// The value of an input.
  uint64_t valueIn(Z3_model model, TermRef input);

private:
  Z3_ast translateOne(TermRef term);
  Z3_ast binary(TermRef term);
  Z3_ast number(uint64_t value, unsigned width);
  /// A translation as a bit-vector, also that of a truth value; and back.
  Z3_ast bits(TermRef of);
  Z3_ast fromBits(Z3_ast vector, unsigned width);

  Z3_context context_;
  /// Of a result that nobody refers to, Z3 forgets all but the last.
  Z3_ast keep(Z3_ast made);

  Z3_ast zero_, one_; ///< of 1 bit
  llvm::DenseMap<TermRef, Z3_ast> known_;
  llvm::DenseMap<TermRef, Z3_ast> bits_; ///< of truth values
};

} // namespace rbcheck
