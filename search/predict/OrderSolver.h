//===- search/predict/OrderSolver.h - Orders of things, by Z3 -------------===//
//
// Things are numbered, and each has a place in an order, an integer. What is
// demanded are clauses of literals "a comes before b" and of facts, which are
// free Booleans. The effort is counted in Z3's own unit and not in time, so
// that an answer does not depend on how busy the machine is.
//
// Integers in difference logic, one question each.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rbcheck {

class OrderSolver {
public:
  struct Literal {
    uint32_t before = 0, after = 0;
    bool isFact = false; ///< fact number `before`
    bool isNot = false;  ///< of a fact
  };
  static Literal isBefore(uint32_t a, uint32_t b) { return {a, b}; }
  static Literal fact(uint32_t number) { return {number, 0, true, false}; }
  static Literal noFact(uint32_t number) { return {number, 0, true, true}; }

  explicit OrderSolver(uint32_t things);
  ~OrderSolver();

  uint32_t newFact() { return facts_++; }
  /// One of them holds.
  void demand(llvm::ArrayRef<Literal> clause);

  enum class Answer { Yes, No, Unknown };
  /// `places` gets the place of each thing.
  Answer solve(uint64_t effort, std::vector<int64_t> &places);

private:
  struct Z3;
  std::unique_ptr<Z3> z3_;
  uint32_t things_;
  uint32_t facts_ = 0;
};

} // namespace rbcheck
