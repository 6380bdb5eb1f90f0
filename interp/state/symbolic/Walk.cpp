//===- interp/state/symbolic/Walk.cpp - What is computed over a whole term ------===//
//
// Terms share parts and can be deep: every part is visited once, and what is
// still to be done is kept on the heap, not on the stack.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Raw.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace rbcheck::term {
namespace {

/// Values of all parts of `of`: `visit(t, values of its arguments)` once for
/// each, arguments first; `known(t)` may tell the value before they are.
template <typename T, typename Known, typename Visit>
T bottomUp(TermRef of, Known known, Visit visit) {
  llvm::SmallDenseMap<TermRef, T, 16> values;
  llvm::SmallVector<std::pair<TermRef, bool>, 32> open = {{of, false}};
  while (!open.empty()) {
    auto [t, areArgsDone] = open.pop_back_val();
    if (values.count(t))
      continue;
    if (areArgsDone) {
      T args[3] = {};
      for (unsigned i = 0; i < t->argCount; ++i)
        args[i] = values.lookup(t->args[i]);
      values[t] = visit(t, args);
    } else if (std::optional<T> value = known(t)) {
      values[t] = *value;
    } else {
      open.push_back({t, true});
      for (unsigned i = t->argCount; i-- > 0;)
        open.push_back({t->args[i], false});
    }
  }
  return values.lookup(of);
}

/// The same operation on other arguments.
TermRef rebuild(TermRef t, const TermRef *args) {
  switch (t->op) {
  case TermOp::Constant:
  case TermOp::Input:
  case TermOp::Undefined:
    return t;
  case TermOp::Ite:
    return ite(args[0], args[1], args[2]);
  case TermOp::Concat:
    return concat(args[0], args[1]);
  case TermOp::Extract:
    return extract(args[0], unsigned(t->value), t->width);
  case TermOp::ZExt:
    return zeroExtend(args[0], t->width);
  case TermOp::SExt:
    return signExtend(args[0], t->width);
  default:
    return binary(t->op, args[0], args[1]);
  }
}

/// Without a table of what was visited: none if that takes more than `budget`.
std::optional<uint64_t>
evaluateSmall(TermRef of, llvm::function_ref<uint64_t(uint32_t)> inputValue,
              unsigned &budget) {
  if (of->isConstant())
    return of->value;
  if (of->op == TermOp::Input)
    return inputValue(uint32_t(of->value)) & onesOf(of->width);
  if (budget == 0)
    return std::nullopt;
  --budget;
  uint64_t args[3] = {};
  for (unsigned i = 0; i < of->argCount; ++i) {
    const std::optional<uint64_t> value =
        evaluateSmall(of->args[i], inputValue, budget);
    if (!value)
      return std::nullopt;
    args[i] = *value;
  }
  return apply(of, args);
}

} // namespace

uint64_t evaluate(TermRef of,
                  llvm::function_ref<uint64_t(uint32_t)> inputValue) {
  unsigned budget = 32;
  if (std::optional<uint64_t> value = evaluateSmall(of, inputValue, budget))
    return *value;
  return bottomUp<uint64_t>(
      of,
      [&](TermRef t) -> std::optional<uint64_t> {
        if (t->isConstant())
          return t->value;
        if (t->op == TermOp::Input)
          return inputValue(uint32_t(t->value)) & onesOf(t->width);
        return std::nullopt;
      },
      apply);
}

TermRef replace(TermRef in, llvm::function_ref<TermRef(TermRef)> with) {
  return bottomUp<TermRef>(
      in,
      [&](TermRef t) -> std::optional<TermRef> {
        if (TermRef other = with(t))
          return other;
        return t->argCount ? std::nullopt : std::optional(t);
      },
      [](TermRef t, const TermRef *args) {
        const bool isSame = std::equal(args, args + t->argCount, t->args);
        return isSame ? t : rebuild(t, args);
      });
}

void collectInputs(TermRef of, llvm::SmallVectorImpl<uint32_t> &out) {
  llvm::SmallDenseSet<uint32_t, 16> found(out.begin(), out.end());
  llvm::SmallDenseSet<TermRef, 16> seen;
  llvm::SmallVector<TermRef, 32> open = {of};
  while (!open.empty()) {
    TermRef t = open.pop_back_val();
    if (!t->inputs || !seen.insert(t).second)
      continue;
    if (t->op == TermOp::Input && found.insert(uint32_t(t->value)).second)
      out.push_back(uint32_t(t->value));
    for (unsigned i = t->argCount; i-- > 0;)
      open.push_back(t->args[i]);
  }
}

void collectInputTerms(TermRef of, llvm::SmallVectorImpl<TermRef> &out) {
  llvm::SmallDenseSet<TermRef, 16> seen(out.begin(), out.end());
  llvm::SmallVector<TermRef, 32> open = {of};
  while (!open.empty()) {
    TermRef t = open.pop_back_val();
    if (!t->inputs || !seen.insert(t).second)
      continue;
    if (t->op == TermOp::Input)
      out.push_back(t);
    open.append(t->args, t->args + t->argCount);
  }
}

} // namespace rbcheck::term
