//===- interp/program/Representatives.cpp - Values that stand for all -----===//
#include "interp/program/Representatives.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <set>

namespace rbcheck {

namespace {

constexpr size_t kMostQuestions = 32;

/// A comparison of the value with a constant.
struct Question {
  llvm::CmpInst::Predicate predicate;
  llvm::APInt constant;
};

/// False if a user asks for more.
bool collect(const llvm::Instruction &value, std::vector<Question> &all) {
  for (const llvm::User *user : value.users()) {
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user)) {
      const bool isLeft = compare->getOperand(0) == &value;
      const auto *constant =
          llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(isLeft));
      if (!constant)
        return false;
      all.push_back({isLeft ? compare->getPredicate()
                            : compare->getSwappedPredicate(),
                     constant->getValue()});
    } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(user)) {
      for (const auto &way : choice->cases())
        all.push_back(
            {llvm::CmpInst::ICMP_EQ, way.getCaseValue()->getValue()});
    } else {
      return false;
    }
  }
  return all.size() <= kMostQuestions;
}

} // namespace

std::vector<uint64_t> representatives(const llvm::Instruction &value) {
  std::vector<Question> questions;
  if (!value.getType()->isIntegerTy() ||
      value.getType()->getIntegerBitWidth() > 64 || !collect(value, questions))
    return {};
  const unsigned bits = value.getType()->getIntegerBitWidth();
  std::vector<llvm::APInt> candidates;
  for (int64_t plain : {0, 1, -1, 2, 3, 10})
    candidates.push_back(llvm::APInt(64, uint64_t(plain)).trunc(bits));
  // Answers change at the constants and where the range begins and ends, as
  // signed or as unsigned numbers; so these and their neighbours are all kinds.
  candidates.push_back(llvm::APInt::getSignedMinValue(bits));
  candidates.push_back(llvm::APInt::getSignedMaxValue(bits));
  for (const Question &question : questions) {
    candidates.push_back(question.constant);
    candidates.push_back(question.constant - 1);
    candidates.push_back(question.constant + 1);
  }
  std::set<std::vector<bool>> known;
  std::vector<uint64_t> values;
  for (const llvm::APInt &candidate : candidates) {
    std::vector<bool> answers;
    for (const Question &question : questions)
      answers.push_back(llvm::ICmpInst::compare(candidate, question.constant,
                                                question.predicate));
    if (known.insert(std::move(answers)).second)
      values.push_back(candidate.getZExtValue());
  }
  return values;
}

} // namespace rbcheck
