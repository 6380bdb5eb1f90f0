//===- passes/Representatives.cpp - Values that stand for all -------------===//
#include "passes/Representatives.h"

#include "passes/Follow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <numeric>

using namespace llvm;

namespace rbcheck {
namespace {

constexpr size_t kMostValues = 64;
constexpr size_t kMostRanges = 256;
constexpr uint64_t kMostSteps = 200'000;

constexpr int64_t kPlain[] = {0, 1, -1, 2, 3, 10};

bool contains(const ValueRange &range, const APInt &value) {
  return (value - range.first).getZExtValue() <= range.more;
}

APInt plainestOf(const ValueRange &range) {
  const unsigned bits = range.first.getBitWidth();
  for (int64_t plain : kPlain)
    if (APInt value = APInt(64, uint64_t(plain)).trunc(bits);
        contains(range, value))
      return value;
  // The end that is nearer to 0.
  return range.first.isNegative() ? range.first + range.more : range.first;
}

/// Cuts [first, first + more] before first + at.
std::pair<ValueRange, ValueRange> cut(const ValueRange &range, uint64_t at) {
  return {{range.first, at - 1}, {range.first + at, range.more - at}};
}

class Chooser {
public:
  explicit Chooser(const Instruction &value)
      : value_(value),
        dominators_(const_cast<Function &>(*value.getFunction())) {}

  /// False if there are too many.
  bool run(ValueRange all) {
    std::vector<ValueRange> open{std::move(all)};
    for (size_t count = 0; !open.empty(); ++count) {
      ValueRange range = std::move(open.back());
      open.pop_back();
      if (count == kMostRanges)
        return false;
      if (range.more == 0) {
        if (!add(range.first))
          return false;
        continue;
      }
      const Following found = follow(value_, range, dominators_, steps_);
      if (found.splitAt) {
        auto [low, high] = cut(range, *found.splitAt);
        open.push_back(std::move(high));
        open.push_back(std::move(low));
      } else if (!take(range, found)) {
        return false;
      }
    }
    return true;
  }

  /// The plainest first.
  std::vector<uint64_t> values() const {
    std::vector<uint64_t> all;
    for (int64_t plain : kPlain)
      for (const APInt &value : values_)
        if (value.getSExtValue() == plain)
          all.push_back(value.getZExtValue());
    for (const APInt &value : values_)
      if (!is_contained(kPlain, value.getSExtValue()))
        all.push_back(value.getZExtValue());
    return all;
  }

private:
  bool add(APInt value) {
    values_.push_back(std::move(value));
    return values_.size() <= kMostValues;
  }

  bool take(const ValueRange &range, const Following &found) {
    const bool isPointer = value_.getType()->isPointerTy();
    if (found.isUsed || (found.isAddress && !isPointer)) {
      if (range.more >= kMostValues)
        return false;
      for (uint64_t i = 0; i <= range.more; ++i)
        if (!add(range.first + i))
          return false;
      return true;
    }
    if (!found.isAddress)
      return add(plainestOf(range));
    const APInt wild(64, kWildPointer);
    return contains(range, wild) && add(wild);
  }

  const Instruction &value_;
  DominatorTree dominators_;
  uint64_t steps_ = kMostSteps;
  std::vector<APInt> values_;
};

/// What \p user asks for: the remainder by this, with the sign of the value if
/// \p isSigned; 0 = something else.
uint64_t divisorOf(const User &user, const Instruction &value, bool &isSigned) {
  isSigned = false;
  if (isa<TruncInst>(user) && user.getType()->isIntegerTy())
    return user.getType()->getIntegerBitWidth() < 8
               ? uint64_t(1) << user.getType()->getIntegerBitWidth()
               : 0;
  auto *operation = dyn_cast<BinaryOperator>(&user);
  if (!operation || operation->getOperand(0) != &value)
    return 0;
  auto *by = dyn_cast<ConstantInt>(operation->getOperand(1));
  if (!by || by->getValue().ugt(kMostValues))
    return 0;
  switch (operation->getOpcode()) {
  case Instruction::SRem:
    isSigned = true;
    return by->getZExtValue();
  case Instruction::URem:
    return by->getZExtValue();
  case Instruction::And:
    return by->getValue().isMask() ? by->getZExtValue() + 1 : 0;
  default:
    return 0;
  }
}

/// If all that is asked for is remainders: those by the least common multiple.
std::vector<uint64_t> remainders(const Instruction &value) {
  const unsigned bits = value.getType()->getIntegerBitWidth();
  uint64_t common = 1;
  bool hasSigned = false, hasUnsigned = false;
  for (const User *user : value.users()) {
    bool isSigned;
    const uint64_t divisor = divisorOf(*user, value, isSigned);
    if (divisor == 0)
      return {};
    (isSigned ? hasSigned : hasUnsigned) = true;
    common = std::lcm(common, divisor);
    if (common > kMostValues / 2)
      return {};
  }
  // So that all remainders are values of the type, too.
  if (hasSigned == hasUnsigned || bits < 8)
    return {};
  std::vector<uint64_t> all;
  for (uint64_t i = 0; i < common; ++i)
    all.push_back(i);
  for (uint64_t i = 1; hasSigned && i < common; ++i)
    all.push_back((-APInt(bits, i)).getZExtValue());
  return all;
}

} // namespace

std::vector<uint64_t> representatives(const Instruction &value) {
  Type *type = value.getType();
  const bool isPointer = type->isPointerTy();
  if (!isPointer && (!type->isIntegerTy() || type->getIntegerBitWidth() > 64))
    return {};
  const unsigned bits = isPointer ? 64 : type->getIntegerBitWidth();
  if (!isPointer)
    if (std::vector<uint64_t> some = remainders(value); !some.empty())
      return some;
  Chooser chooser(value);
  if (!chooser.run({isPointer ? APInt::getZero(64)
                              : APInt::getSignedMinValue(bits),
                    APInt::getMaxValue(bits).getZExtValue()}))
    return {};
  return chooser.values();
}

} // namespace rbcheck
