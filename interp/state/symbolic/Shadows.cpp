//===- interp/state/symbolic/Shadows.cpp - What of a state depends on inputs ----===//
#include "interp/state/symbolic/Shadows.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

bool isBefore(const ByteShadow &byte, uint64_t address) {
  return byte.address < address;
}

/// Sorted by hash, each once, without those that always hold.
void tidy(std::vector<TermRef> &path) {
  llvm::erase_if(path, [](TermRef condition) {
    return condition->isConstant() && condition->value;
  });
  llvm::sort(path, [](TermRef a, TermRef b) { return a->hash < b->hash; });
  path.erase(std::unique(path.begin(), path.end()), path.end());
}

/// The inputs that something other than a condition depends on, and those
/// that conditions tie to them.
class LiveInputs {
public:
  explicit LiveInputs(const Shadows &shadows) {
    for (const RegisterShadow &shadow : shadows.registers)
      add(shadow.term);
    for (const ByteShadow &shadow : shadows.bytes)
      add(shadow.term);
    for (const Decision &decision : shadows.decisions)
      add(decision.term);
    bool hasGrown = true;
    while (hasGrown) {
      hasGrown = false;
      for (TermRef condition : shadows.path)
        if (concerns(condition))
          hasGrown |= add(condition);
    }
  }

  bool concerns(TermRef condition) const {
    llvm::SmallVector<uint32_t, 8> inputs;
    term::collectInputs(condition, inputs);
    return llvm::any_of(inputs,
                        [&](uint32_t one) { return known_.contains(one); });
  }
  /// In the order in which they were met.
  llvm::ArrayRef<uint32_t> all() const { return order_; }

private:
  bool add(TermRef of) {
    const size_t before = order_.size();
    term::collectInputs(of, order_);
    for (size_t i = before; i < order_.size(); ++i)
      known_.insert(order_[i]);
    return order_.size() != before;
  }
  llvm::SmallVector<uint32_t, 16> order_;
  llvm::DenseSet<uint32_t> known_;
};

} // namespace

llvm::ArrayRef<ByteShadow> Shadows::bytesIn(uint64_t from, uint64_t to) const {
  auto first = std::lower_bound(bytes.begin(), bytes.end(), from, isBefore);
  auto last = std::lower_bound(first, bytes.end(), to, isBefore);
  return {bytes.data() + (first - bytes.begin()), size_t(last - first)};
}

/// The first range that ends behind `address`.
static size_t firstBehind(llvm::ArrayRef<UnsetRange> ranges,
                          uint64_t address) {
  return llvm::partition_point(ranges, [&](const UnsetRange &range) {
           return range.to <= address;
         }) - ranges.begin();
}

static UnsetRange clipped(UnsetRange range, uint64_t from, uint64_t to) {
  if (range.from < from) {
    if (range.isNumbered)
      range.number += uint32_t(from - range.from);
    range.from = from;
  }
  range.to = std::min(range.to, to);
  return range;
}

std::vector<UnsetRange> Shadows::unsetIn(uint64_t from, uint64_t to) const {
  std::vector<UnsetRange> found;
  for (size_t i = firstBehind(unset, from);
       i < unset.size() && unset[i].from < to; ++i)
    found.push_back(clipped(unset[i], from, to));
  return found;
}

bool Shadows::hasUnset(uint64_t from, uint64_t to) const {
  const size_t at = firstBehind(unset, from);
  return at < unset.size() && unset[at].from < to;
}

void Shadows::addUnset(UnsetRange range) {
  clearBytes(range.from, range.to);
  size_t at = firstBehind(unset, range.from);
  auto follows = [](const UnsetRange &a, const UnsetRange &b) {
    return a.to == b.from && a.origin == b.origin && !a.isNumbered &&
           !b.isNumbered;
  };
  if (at < unset.size() && follows(range, unset[at])) {
    range.to = unset[at].to;
    unset.erase(unset.begin() + at);
  }
  if (at > 0 && follows(unset[at - 1], range))
    unset[at - 1].to = range.to;
  else
    unset.insert(unset.begin() + at, range);
}

void Shadows::clearBytes(uint64_t from, uint64_t to) {
  const size_t at = firstBehind(unset, from);
  size_t end = at;
  while (end < unset.size() && unset[end].from < to)
    ++end;
  if (end > at) {
    llvm::SmallVector<UnsetRange, 2> rest;
    if (unset[at].from < from)
      rest.push_back(clipped(unset[at], 0, from));
    if (unset[end - 1].to > to)
      rest.push_back(clipped(unset[end - 1], to, ~0ull));
    unset.erase(unset.begin() + at, unset.begin() + end);
    unset.insert(unset.begin() + at, rest.begin(), rest.end());
  }
  if (bytes.empty())
    return;
  auto first = std::lower_bound(bytes.begin(), bytes.end(), from, isBefore);
  bytes.erase(first, std::lower_bound(first, bytes.end(), to, isBefore));
}

void Shadows::setByte(uint64_t address, TermRef term) {
  if (term->isConstant())
    return clearBytes(address, address + 1);
  if (hasUnset(address, address + 1))
    clearBytes(address, address + 1);
  auto at = std::lower_bound(bytes.begin(), bytes.end(), address, isBefore);
  if (at != bytes.end() && at->address == address)
    at->term = term;
  else
    bytes.insert(at, {address, term});
}

void Shadows::clearThread(uint32_t thread) {
  llvm::erase_if(registers, [&](const RegisterShadow &shadow) {
    return shadow.thread == thread;
  });
  endDecision(thread);
}

const Decision *Shadows::decisionOf(uint32_t thread) const {
  auto found = llvm::find_if(
      decisions, [&](const Decision &one) { return one.thread == thread; });
  return found == decisions.end() ? nullptr : &*found;
}

void Shadows::endDecision(uint32_t thread) {
  llvm::erase_if(decisions,
                 [&](const Decision &one) { return one.thread == thread; });
}

void Shadows::assume(TermRef condition) {
  // Both sides of a conjunction hold.
  if (condition->op == TermOp::And) {
    assume(condition->args[0]);
    assume(condition->args[1]);
    return;
  }
  path.push_back(condition);
  tidy(path);
}

void Shadows::replace(llvm::function_ref<TermRef(TermRef)> with, bool inPath) {
  for (RegisterShadow &shadow : registers)
    shadow.term = term::replace(shadow.term, with);
  for (ByteShadow &shadow : bytes)
    shadow.term = term::replace(shadow.term, with);
  for (Decision &decision : decisions)
    decision.term = term::replace(decision.term, with);
  if (!inPath)
    return;
  std::vector<TermRef> old = std::exchange(path, {});
  for (TermRef condition : old)
    assume(term::replace(condition, with));
}

bool Shadows::normalise() {
  const LiveInputs live(*this);
  llvm::erase_if(path, [&](TermRef condition) {
    return !condition->isConstant() && !live.concerns(condition);
  });
  llvm::DenseMap<uint32_t, uint32_t> numbers;
  bool changes = false;
  for (auto [number, old] : llvm::enumerate(live.all())) {
    numbers[old] = uint32_t(number);
    changes |= old != number;
  }
  inputs = uint32_t(live.all().size());
  if (changes)
    replace(
        [&](TermRef part) -> TermRef {
          return part->op == TermOp::Input
                     ? term::input(numbers.lookup(uint32_t(part->value)),
                                   part->width)
                     : nullptr;
        },
        true);
  return changes;
}

Hash128 Shadows::hash() const {
  Hash128 sum = 0;
  auto add = [&](uint64_t kind, uint64_t a, uint64_t b, TermRef term) {
    const uint64_t words[] = {kind, a, b, uint64_t(term->hash),
                              uint64_t(term->hash >> 64)};
    sum += hashBytes(words, sizeof(words), 0x736861646f77);
  };
  for (const RegisterShadow &shadow : registers)
    add(1, uint64_t(shadow.thread) << 32 | shadow.slot, shadow.depth,
        shadow.term);
  for (const ByteShadow &shadow : bytes)
    add(2, shadow.address, 0, shadow.term);
  for (TermRef condition : path)
    add(3, 0, 0, condition);
  for (const Decision &decision : decisions)
    add(4, decision.thread, 0, decision.term);
  for (const UnsetRange &range : unset) {
    const uint64_t words[] = {range.from, range.to, range.origin};
    sum += hashBytes(words, sizeof(words), 0x756e736574);
  }
  if (!taken.empty())
    sum += hashBytes(taken.data(), taken.size() * sizeof(uint32_t), 0x74616b);
  return sum;
}

void Shadows::encode(llvm::SmallVectorImpl<uint64_t> &out) const {
  // Equal terms are one object.
  auto word = [](TermRef term) { return uint64_t(uintptr_t(term)); };
  out.append({registers.size(), bytes.size(), path.size(), decisions.size(),
              unset.size()});
  for (const RegisterShadow &shadow : registers)
    out.append({uint64_t(shadow.thread) << 32 | shadow.slot, shadow.depth,
                word(shadow.term)});
  for (const ByteShadow &shadow : bytes)
    out.append({shadow.address, word(shadow.term)});
  for (TermRef condition : path)
    out.push_back(word(condition));
  for (const Decision &decision : decisions)
    out.append({decision.thread, word(decision.term)});
  for (const UnsetRange &range : unset)
    out.append({range.from, range.to, range.origin});
  out.append(taken.begin(), taken.end());
}

bool operator==(const Shadows &a, const Shadows &b) {
  llvm::SmallVector<uint64_t, 64> mine, other;
  a.encode(mine);
  b.encode(other);
  return mine == other;
}

} // namespace rbcheck
