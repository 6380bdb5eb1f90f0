//===- interp/program/FlowValue.cpp - What a register may hold ------------===//
#include "interp/program/FlowValue.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// There are six memory orders.
constexpr size_t kMostNumbers = 8;

template <typename List> bool unite(List &into, const List &from) {
  bool isMore = false;
  for (auto one : from) {
    auto at = llvm::lower_bound(into, one);
    if (at != into.end() && *at == one)
      continue;
    into.insert(at, one);
    isMore = true;
  }
  return isMore;
}

} // namespace

bool FlowValue::join(const FlowValue &other) {
  bool isMore =
      (other.isUnknown && !isUnknown) || (other.isElsewhere && !isElsewhere);
  isUnknown |= other.isUnknown;
  isElsewhere |= other.isElsewhere;
  isMore |= unite(variables, other.variables);
  if (!isUnknown)
    isMore |= unite(numbers, other.numbers);
  if (numbers.size() > kMostNumbers)
    isUnknown = true;
  if (isUnknown)
    numbers.clear();
  return isMore;
}

} // namespace rbcheck
