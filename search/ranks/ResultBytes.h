//===- search/ranks/ResultBytes.h - A result as a message -----------------===//
//
// All of a Result, errors with their schedules included: whoever receives it
// can replay and report what another rank found.
// Tested by test/unit/RanksTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

#include "llvm/ADT/StringRef.h"

namespace rbcheck {

std::string toBytes(const Result &result);
/// None if the bytes are not of a result.
std::optional<Result> resultFromBytes(llvm::StringRef bytes);

} // namespace rbcheck
