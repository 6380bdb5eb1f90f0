//===- interp/state/symbolic/Chain.cpp - And, Or, Xor, Mul ----------------------===//
//
// Operands of these may be regrouped: they are brought into the order of the
// hashes, without duplicates, with one constant at the end. As for sums, chains
// of more than kMostLeaves are only ordered at their root.
//
// Truth values know And and Xor only: `a or b` is `not (not a and not b)`, and
// `not a` is `a xor 1`, so that there is one term for each.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include <algorithm>
#include <bit>

namespace rbcheck::term {
namespace {

constexpr size_t kMostLeaves = 16;
using Leaves = llvm::SmallVector<TermRef, 16>;

/// The constant that changes nothing.
uint64_t neutral(TermOp op, unsigned width) {
  switch (op) {
  case TermOp::And:
    return onesOf(width);
  case TermOp::Mul:
    return 1;
  default:
    return 0;
  }
}

/// False if there are too many leaves.
bool collectLeaves(TermOp op, TermRef of, Leaves &leaves, uint64_t &constant) {
  Leaves open = {of};
  while (!open.empty()) {
    TermRef t = open.pop_back_val();
    if (t->isConstant())
      constant = fold(op, constant, t->value, t->width);
    else if (t->op == op)
      open.append({t->args[0], t->args[1]});
    else
      leaves.push_back(t);
    if (open.size() + leaves.size() > kMostLeaves)
      return false;
  }
  return true;
}

bool has(const Leaves &leaves, TermRef t) {
  return std::find(leaves.begin(), leaves.end(), t) != leaves.end();
}

/// ~t if that is a term already, else null.
TermRef knownComplement(TermRef t) {
  return t->op == TermOp::Xor && isOnes(t->args[1]) ? t->args[0] : nullptr;
}

/// A leaf and its complement are among them.
bool hasContradiction(const Leaves &leaves) {
  return std::any_of(leaves.begin(), leaves.end(), [&](TermRef leaf) {
    TermRef other = knownComplement(leaf);
    return other && has(leaves, other);
  });
}

/// Sorted, and without pairs that say nothing.
void tidy(TermOp op, Leaves &leaves) {
  std::sort(leaves.begin(), leaves.end(), isBefore);
  if (op == TermOp::And || op == TermOp::Or)
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  if (op != TermOp::Xor)
    return;
  for (size_t i = 0; i + 1 < leaves.size();)
    if (leaves[i] == leaves[i + 1])
      leaves.erase(leaves.begin() + i, leaves.begin() + i + 2);
    else
      ++i;
}

TermRef join(TermOp op, const Leaves &leaves) {
  TermRef all = nullptr;
  for (TermRef leaf : leaves)
    all = all ? rawBinary(op, all, leaf) : leaf;
  return all;
}

/// Of leaves that hold together, `not (a and b)` is `not b` if a is one of
/// them. Changes at most one leaf and returns true; `isFalse` if none is left.
bool propagate(Leaves &leaves, bool &isFalse) {
  for (TermRef &leaf : leaves) {
    TermRef inner = knownComplement(leaf);
    if (!inner || inner->op != TermOp::And)
      continue;
    Leaves parts, rest;
    uint64_t constant = 1;
    if (!collectLeaves(TermOp::And, inner, parts, constant))
      continue;
    bool isTrue = false;
    for (TermRef part : parts) {
      TermRef other = knownComplement(part);
      isTrue |= other ? has(leaves, other)
                      : std::any_of(leaves.begin(), leaves.end(), [&](auto l) {
                          return knownComplement(l) == part;
                        });
      if (!has(leaves, part))
        rest.push_back(part);
    }
    if (isTrue) {
      leaves.erase(&leaf);
      return true;
    }
    if (rest.size() == parts.size())
      continue;
    isFalse = rest.empty();
    if (!isFalse) {
      tidy(TermOp::And, rest);
      leaf = negate(join(TermOp::And, rest));
    }
    return true;
  }
  return false;
}

/// A conjunction of truth values.
TermRef allOf(Leaves leaves) {
  bool isFalse = false;
  for (unsigned round = 0; round < kMostLeaves; ++round) {
    tidy(TermOp::And, leaves);
    if (hasContradiction(leaves))
      return constant(0, 1);
    if (!propagate(leaves, isFalse))
      break;
    if (isFalse)
      return constant(0, 1);
    // What was negated may be a conjunction or a constant now.
    Leaves flat;
    uint64_t value = 1;
    for (TermRef leaf : leaves)
      if (!collectLeaves(TermOp::And, leaf, flat, value)) {
        tidy(TermOp::And, leaves);
        return join(TermOp::And, leaves);
      }
    if (!value)
      return constant(0, 1);
    leaves = std::move(flat);
  }
  tidy(TermOp::And, leaves);
  if (hasContradiction(leaves))
    return constant(0, 1);
  return leaves.empty() ? constant(1, 1) : join(TermOp::And, leaves);
}

/// `of` op `number`.
TermRef withConstant(TermOp op, TermRef of, uint64_t number) {
  const unsigned width = of->width;
  if (number == neutral(op, width))
    return of;
  if (number == 0 && op != TermOp::Xor)
    return constant(0, width);
  if (op == TermOp::Or && number == onesOf(width))
    return constant(number, width);
  if (op == TermOp::Mul) {
    if (number == onesOf(width))
      return sum(TermOp::Sub, constant(0, width), of);
    if (of->op == TermOp::Add && of->args[1]->isConstant())
      return sum(TermOp::Add, chain(op, of->args[0], constant(number, width)),
                 constant(of->args[1]->value * number, width));
    if (std::has_single_bit(number))
      return binary(TermOp::Shl, of,
                    constant(uint64_t(std::countr_zero(number)), width));
  }
  return rawBinary(op, of, constant(number, width));
}

/// The operand and the constant of a chain.
TermRef splitConstant(TermOp op, TermRef t, uint64_t &number) {
  const bool isSplit = t->op == op && t->args[1]->isConstant();
  number = t->isConstant() ? t->value
           : isSplit       ? t->args[1]->value
                           : neutral(op, t->width);
  return t->isConstant() ? nullptr : isSplit ? t->args[0] : t;
}

/// More than kMostLeaves.
TermRef longChain(TermOp op, TermRef a, TermRef b) {
  uint64_t numberA, numberB;
  TermRef left = splitConstant(op, a, numberA);
  TermRef right = splitConstant(op, b, numberB);
  const uint64_t number = fold(op, numberA, numberB, a->width);
  if (!left || !right)
    return withConstant(op, left ? left : right, number);
  if (left == right && op == TermOp::Xor)
    return constant(number, a->width);
  if (left == right && op != TermOp::Mul)
    return withConstant(op, left, number);
  if (!isBefore(left, right))
    std::swap(left, right);
  return withConstant(op, rawBinary(op, left, right), number);
}

} // namespace

TermRef chain(TermOp op, TermRef a, TermRef b) {
  const unsigned width = a->width;
  if (width == 1 && op == TermOp::Or)
    return negate(chain(TermOp::And, negate(a), negate(b)));
  if (op == TermOp::Xor && (isOnes(a) || isOnes(b))) {
    // Complements keep the operand as it is, so that two of them cancel out.
    TermRef of = isOnes(a) ? b : a;
    uint64_t number;
    if (TermRef rest = splitConstant(op, of, number))
      return withConstant(op, rest, number ^ onesOf(width));
    return constant(~of->value, width);
  }
  Leaves leaves;
  uint64_t number = neutral(op, width);
  if (!collectLeaves(op, a, leaves, number) ||
      !collectLeaves(op, b, leaves, number))
    return longChain(op, a, b);
  if (op == TermOp::And && width == 1)
    return number ? allOf(std::move(leaves)) : constant(0, 1);
  tidy(op, leaves);
  if (leaves.empty())
    return constant(number, width);
  if ((op == TermOp::And || op == TermOp::Or) && hasContradiction(leaves))
    return constant(op == TermOp::Or ? onesOf(width) : 0, width);
  return withConstant(op, join(op, leaves), number);
}

TermRef negate(TermRef truth) {
  return chain(TermOp::Xor, truth, constant(1, 1));
}

} // namespace rbcheck::term
