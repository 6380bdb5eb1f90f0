//===- interp/program/Representatives.h - Values that stand for all -------===//
//
// A program that only compares a value with constants (`if (x)`, `x < 10`,
// switch) cannot tell apart two values that give the same answers. One value of
// each kind then stands for all of them, and an unknown input of any width
// takes a few values instead of all.
// Tested by test/models/verifier-compared.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Instruction.h"

#include <vector>

namespace rbcheck {

/// One value of each kind that the users of an integer can tell apart, the
/// plainest first; empty if some user does more than compare with constants.
std::vector<uint64_t> representatives(const llvm::Instruction &value);

} // namespace rbcheck
