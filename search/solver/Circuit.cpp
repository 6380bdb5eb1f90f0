//===- search/solver/Circuit.cpp - Terms as gates over the bits of inputs -===//
#include "search/solver/Circuit.h"

#include "search/Check.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace rbcheck {
namespace {

using Literal = Clauses::Literal;

// Variable 0 is true.
constexpr Literal kTrue = 0, kFalse = 1;

bool isConstant(Literal literal) { return literal <= kFalse; }
Literal negated(Literal literal) { return literal ^ 1; }

bool isTaken(TermOp op) {
  switch (op) {
  case TermOp::UDiv:
  case TermOp::URem:
  case TermOp::SDiv:
  case TermOp::SRem:
    return false;
  default:
    return true;
  }
}

} // namespace

unsigned Circuit::GateInfo::getHashValue(const Gate &gate) {
  return unsigned(llvm::hash_combine(gate.kind, gate.a, gate.b, gate.c));
}

bool Circuit::GateInfo::isEqual(const Gate &a, const Gate &b) {
  return a.kind == b.kind && a.a == b.a && a.b == b.b && a.c == b.c;
}

Circuit::Circuit(size_t mostLearned) : clauses_(mostLearned) {
  clauses_.newVariable();
  clauses_.add({kTrue});
}

// Gates ------------------------------------------------------------------------

Circuit::Literal Circuit::make(const Gate &gate,
                               llvm::function_ref<void(Literal)> define) {
  auto [at, isNew] = gates_.try_emplace(gate, 0);
  if (isNew) {
    at->second = 2 * clauses_.newVariable();
    define(at->second);
  }
  return at->second;
}

Circuit::Literal Circuit::both(Literal a, Literal b) {
  if (a > b)
    std::swap(a, b);
  if (a == kTrue || a == b)
    return b;
  if (a == kFalse || a == negated(b))
    return kFalse;
  return make({Gate::And, a, b, 0}, [&](Literal out) {
    clauses_.add({negated(out), a});
    clauses_.add({negated(out), b});
    clauses_.add({out, negated(a), negated(b)});
  });
}

Circuit::Literal Circuit::either(Literal a, Literal b) {
  return negated(both(negated(a), negated(b)));
}

Circuit::Literal Circuit::differ(Literal a, Literal b) {
  // Of variables; the signs decide whether the result is negated.
  const Literal sign = (a ^ b) & 1;
  a &= ~1u;
  b &= ~1u;
  if (a > b)
    std::swap(a, b);
  if (a == b)
    return kFalse ^ sign;
  if (a == kTrue)
    return negated(b) ^ sign;
  const Literal made = make({Gate::Xor, a, b, 0}, [&](Literal out) {
    clauses_.add({negated(out), a, b});
    clauses_.add({negated(out), negated(a), negated(b)});
    clauses_.add({out, negated(a), b});
    clauses_.add({out, a, negated(b)});
  });
  return made ^ sign;
}

Circuit::Literal Circuit::choice(Literal condition, Literal then,
                                 Literal otherwise) {
  if (condition & 1) {
    condition = negated(condition);
    std::swap(then, otherwise);
  }
  if (condition == kTrue || then == otherwise)
    return then;
  if (then == negated(otherwise))
    return differ(condition, otherwise);
  if (isConstant(then) || then == condition || then == negated(condition)) {
    const bool isTrue = then == kTrue || then == condition;
    return isTrue ? either(condition, otherwise)
                  : both(negated(condition), otherwise);
  }
  if (isConstant(otherwise) || otherwise == condition ||
      otherwise == negated(condition)) {
    const bool isTrue = otherwise == kTrue || otherwise == negated(condition);
    return isTrue ? either(negated(condition), then) : both(condition, then);
  }
  return make({Gate::Choice, condition, then, otherwise}, [&](Literal out) {
    clauses_.add({negated(condition), negated(then), out});
    clauses_.add({negated(condition), then, negated(out)});
    clauses_.add({condition, negated(otherwise), out});
    clauses_.add({condition, otherwise, negated(out)});
    // Follow from these, and tell more where the condition is open.
    clauses_.add({negated(then), negated(otherwise), out});
    clauses_.add({then, otherwise, negated(out)});
  });
}

Circuit::Literal Circuit::majority(Literal a, Literal b, Literal c) {
  Literal sorted[] = {a, b, c};
  llvm::sort(sorted);
  std::tie(a, b, c) = std::tie(sorted[0], sorted[1], sorted[2]);
  if (a == kTrue)
    return either(b, c);
  if (a == kFalse)
    return both(b, c);
  if (a == b || a == c)
    return a;
  if (b == c)
    return b;
  if (a == negated(b))
    return c;
  if (b == negated(c))
    return a;
  return make({Gate::Majority, a, b, c}, [&](Literal out) {
    for (auto [x, y] : {std::pair(a, b), std::pair(a, c), std::pair(b, c)}) {
      clauses_.add({negated(x), negated(y), out});
      clauses_.add({x, y, negated(out)});
    }
  });
}

// Words ------------------------------------------------------------------------

Circuit::Bits Circuit::constant(uint64_t value, unsigned width) const {
  Bits bits;
  for (unsigned i = 0; i < width; ++i)
    bits.push_back(value >> i & 1 ? kTrue : kFalse);
  return bits;
}

Circuit::Bits Circuit::input(unsigned width) {
  // The highest is the first variable: what decides comparisons is tried first.
  Bits bits(width);
  for (unsigned i = width; i-- > 0;)
    bits[i] = 2 * clauses_.newVariable();
  return bits;
}

Circuit::Bits
Circuit::perBit(const Bits &a, const Bits &b,
                llvm::function_ref<Literal(Literal, Literal)> gate) {
  Bits bits;
  for (size_t i = 0; i < a.size(); ++i)
    bits.push_back(gate(a[i], b[i]));
  return bits;
}

Circuit::Bits Circuit::sum(const Bits &a, const Bits &b, Literal carry) {
  Bits bits;
  for (size_t i = 0; i < a.size(); ++i) {
    bits.push_back(differ(differ(a[i], b[i]), carry));
    carry = majority(a[i], b[i], carry);
  }
  return bits;
}

Circuit::Bits Circuit::product(const Bits &a, const Bits &b) {
  Bits total = constant(0, unsigned(a.size()));
  for (size_t i = 0; i < a.size(); ++i) {
    if (b[i] == kFalse)
      continue;
    Bits shifted = constant(0, unsigned(a.size()));
    for (size_t k = i; k < a.size(); ++k)
      shifted[k] = both(a[k - i], b[i]);
    total = sum(total, shifted, kFalse);
  }
  return total;
}

Circuit::Bits Circuit::shift(TermOp op, const Bits &of, const Bits &by,
                             Literal fill) {
  const size_t width = of.size();
  Bits bits = of;
  for (size_t stage = 0; stage < by.size(); ++stage) {
    const size_t amount = stage < 7 ? size_t(1) << stage : width;
    Bits moved;
    for (size_t i = 0; i < width; ++i) {
      Literal from = fill;
      if (op == TermOp::Shl && i >= amount)
        from = bits[i - amount];
      else if (op != TermOp::Shl && i + amount < width)
        from = bits[i + amount];
      moved.push_back(choice(by[stage], from, bits[i]));
    }
    bits = std::move(moved);
  }
  return bits;
}

Circuit::Bits Circuit::equal(const Bits &a, const Bits &b) {
  Literal all = kTrue;
  for (size_t i = 0; i < a.size(); ++i)
    all = both(all, negated(differ(a[i], b[i])));
  return {all};
}

Circuit::Bits Circuit::less(const Bits &a, const Bits &b, bool isSigned) {
  // The highest bit that differs decides; a sign the other way round.
  Literal isLess = kFalse;
  for (size_t i = 0; i < a.size(); ++i) {
    const bool isSign = isSigned && i + 1 == a.size();
    isLess = choice(differ(a[i], b[i]), isSign ? a[i] : b[i], isLess);
  }
  return {isLess};
}

Circuit::Bits Circuit::build(TermRef term, llvm::ArrayRef<const Bits *> args) {
  const auto width = unsigned(term->width);
  auto arg = [&](unsigned i) -> const Bits & { return *args[i]; };
  auto gate = [&](Literal (Circuit::*of)(Literal, Literal)) {
    return perBit(arg(0), arg(1),
                  [&](Literal a, Literal b) { return (this->*of)(a, b); });
  };
  switch (term->op) {
  case TermOp::Constant:
    return constant(term->value, width);
  case TermOp::Input:
    return input(width);
  case TermOp::Add:
    return sum(arg(0), arg(1), kFalse);
  case TermOp::Sub: { // a + ~b + 1
    Bits others = arg(1);
    for (Literal &bit : others)
      bit = negated(bit);
    return sum(arg(0), others, kTrue);
  }
  case TermOp::Mul:
    return term->args[0]->isConstant() ? product(arg(1), arg(0))
                                       : product(arg(0), arg(1));
  case TermOp::And:
    return gate(&Circuit::both);
  case TermOp::Or:
    return gate(&Circuit::either);
  case TermOp::Xor:
    return gate(&Circuit::differ);
  case TermOp::Shl:
  case TermOp::LShr:
    return shift(term->op, arg(0), arg(1), kFalse);
  case TermOp::AShr:
    return shift(term->op, arg(0), arg(1), arg(0).back());
  case TermOp::Eq:
    return equal(arg(0), arg(1));
  case TermOp::ULt:
  case TermOp::SLt:
    return less(arg(0), arg(1), term->op == TermOp::SLt);
  case TermOp::Ite:
    return perBit(arg(1), arg(2), [&](Literal then, Literal otherwise) {
      return choice(arg(0)[0], then, otherwise);
    });
  case TermOp::Concat: {
    Bits bits = arg(1);
    bits.append(arg(0));
    return bits;
  }
  case TermOp::Extract:
    return Bits(llvm::ArrayRef<Literal>(arg(0)).slice(term->value, width));
  case TermOp::ZExt:
  case TermOp::SExt: {
    Bits bits = arg(0);
    bits.resize(width, term->op == TermOp::ZExt ? kFalse : arg(0).back());
    return bits;
  }
  case TermOp::UDiv:
  case TermOp::URem:
  case TermOp::SDiv:
  case TermOp::SRem:
  case TermOp::Undefined: // nobody may ask about it
    break;
  }
  RB_CHECK(false, "a term that has no circuit");
  return {};
}

const Circuit::Bits *Circuit::bitsOf(TermRef term) {
  llvm::SmallVector<TermRef, 32> open = {term};
  while (!open.empty()) {
    TermRef t = open.back();
    if (known_.count(t)) {
      open.pop_back();
      continue;
    }
    bool isReady = true, isPossible = isTaken(t->op);
    llvm::SmallVector<const Bits *, 3> args;
    for (unsigned i = 0; isPossible && i < t->argCount; ++i) {
      auto found = known_.find(t->args[i]);
      if (found == known_.end()) {
        open.push_back(t->args[i]);
        isReady = false;
        continue;
      }
      isPossible = found->second != nullptr;
      args.push_back(found->second.get());
    }
    if (isReady || !isPossible)
      known_[t] = isPossible ? std::make_unique<Bits>(build(t, args)) : nullptr;
  }
  return known_.find(term)->second.get();
}

} // namespace rbcheck
