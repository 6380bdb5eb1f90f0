//===- interp/state/symbolic/Sum.cpp - Sums and differences ---------------------===//
//
// A sum is brought into one form: what is added, in the order of the hashes,
// less what is subtracted, plus one constant; what occurs on both sides is
// gone. So the order in which threads add to a variable leaves no trace. Sums
// of more than kMostLeaves are only ordered at their root.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include <algorithm>

namespace rbcheck::term {
namespace {

constexpr size_t kMostLeaves = 16;

struct Sum {
  llvm::SmallVector<TermRef, 16> plus, minus;
  uint64_t constant = 0;

  /// False if there are too many leaves.
  bool add(TermRef term, bool isMinus);
  void cancel();
};

bool Sum::add(TermRef term, bool isMinus) {
  llvm::SmallVector<std::pair<TermRef, bool>, 16> open = {{term, isMinus}};
  while (!open.empty()) {
    auto [t, isNegative] = open.pop_back_val();
    if (t->isConstant())
      constant += isNegative ? -t->value : t->value;
    else if (t->op == TermOp::Add || t->op == TermOp::Sub) {
      open.push_back({t->args[0], isNegative});
      open.push_back({t->args[1], isNegative != (t->op == TermOp::Sub)});
    } else
      (isNegative ? minus : plus).push_back(t);
    if (open.size() + plus.size() + minus.size() > kMostLeaves)
      return false;
  }
  return true;
}

void Sum::cancel() {
  std::sort(plus.begin(), plus.end(), isBefore);
  std::sort(minus.begin(), minus.end(), isBefore);
  for (size_t i = 0; i < plus.size();) {
    auto found = std::find(minus.begin(), minus.end(), plus[i]);
    if (found == minus.end()) {
      ++i;
      continue;
    }
    minus.erase(found);
    plus.erase(plus.begin() + i);
  }
}

/// Null if there are none.
TermRef total(llvm::ArrayRef<TermRef> leaves) {
  TermRef all = nullptr;
  for (TermRef leaf : leaves)
    all = all ? rawBinary(TermOp::Add, all, leaf) : leaf;
  return all;
}

/// plus - minus + number; each may be null, and none of them is simplified.
TermRef assemble(TermRef plus, TermRef minus, uint64_t number, unsigned width) {
  TermRef rest = constant(number, width);
  if (!plus && minus)
    return rawBinary(TermOp::Sub, rest, minus);
  if (!plus)
    return rest;
  TermRef core = minus ? rawBinary(TermOp::Sub, plus, minus) : plus;
  return isZero(rest) ? core : rawBinary(TermOp::Add, core, rest);
}

/// A term as something and a constant; `rest` is null for a constant alone.
struct Shifted {
  TermRef rest;
  uint64_t by;
  explicit Shifted(TermRef t) : rest(t), by(0) {
    if (t->isConstant())
      rest = nullptr, by = t->value;
    else if (t->op == TermOp::Add && t->args[1]->isConstant())
      rest = t->args[0], by = t->args[1]->value;
  }
};

} // namespace

TermRef sum(TermOp op, TermRef a, TermRef b) {
  const bool isSub = op == TermOp::Sub;
  Sum all;
  if (all.add(a, false) && all.add(b, isSub)) {
    all.cancel();
    return assemble(total(all.plus), total(all.minus), all.constant, a->width);
  }
  // Too many leaves: only constants are brought together.
  const Shifted left(a), right(b);
  const uint64_t by = isSub ? left.by - right.by : left.by + right.by;
  if (isSub)
    return left.rest == right.rest
               ? constant(by, a->width)
               : assemble(left.rest, right.rest, by, a->width);
  if (!left.rest || !right.rest)
    return assemble(left.rest ? left.rest : right.rest, nullptr, by, a->width);
  const bool isOrdered = isBefore(left.rest, right.rest);
  return assemble(rawBinary(op, isOrdered ? left.rest : right.rest,
                            isOrdered ? right.rest : left.rest),
                  nullptr, by, a->width);
}

TermRef equalSums(TermRef a, TermRef b, unsigned depth) {
  auto isSum = [](TermRef t) {
    return t->op == TermOp::Add || t->op == TermOp::Sub;
  };
  if (!isSum(a) && !isSum(b))
    return nullptr;
  const unsigned width = a->width;
  TermRef plus, minus;
  uint64_t by;
  Sum all;
  if (all.add(a, false) && all.add(b, true)) {
    all.cancel();
    plus = total(all.plus), minus = total(all.minus), by = all.constant;
  } else {
    const Shifted left(a), right(b);
    plus = left.rest, minus = right.rest, by = left.by - right.by;
    if (plus == minus)
      plus = minus = nullptr;
  }
  // plus + by == minus. Of both sides that come later in the order, one gets
  // the constant.
  if (!plus && !minus)
    return constant((by & onesOf(width)) == 0, 1);
  TermRef left, right;
  if (!minus)
    left = plus, right = constant(-by, width);
  else if (!plus)
    left = minus, right = constant(by, width);
  else if (isBefore(plus, minus))
    left = plus, right = assemble(minus, nullptr, -by, width);
  else
    left = minus, right = assemble(plus, nullptr, by, width);
  if ((left == a && right == b) || (left == b && right == a))
    return nullptr;
  return equal(left, right, depth);
}

} // namespace rbcheck::term
