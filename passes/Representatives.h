//===- passes/Representatives.h - Values that stand for all ---------------===//
//
// An unknown value of 32 bits has more values than anybody can try. But a
// program that only compares it with constants (`if (x)`, `x < 10`, switch)
// cannot tell apart two values that give the same answers, and one that goes on
// with `a[x]` often does so for a few values only (`if (x < 0 || x >= 10)
// abort()`). So the type is cut into ranges that answer alike; of a range that
// is used for nothing else one value stands for all, of any other all are taken.
//
//   [0, max] --x < 10?--> [0, 9] is used as an index: 0, 1, ..., 9
//                    \--> [10, max] never comes to the index: 10
//
// Promise: every value of the type behaves like one of those returned, in every
// schedule: up to the value itself the states are the same.
// Tested by test/models/verifier-compared.c, verifier-ranges.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace rbcheck {

/// What a pointer without a value is: no address, the fill of fresh memory.
constexpr uint64_t kWildPointer = 0xa5a5a5a5a5a5a5a5;

/// Values of \p value, an integer of at most 64 bits that some call made, that
/// stand for all, the plainest first; empty if there are too many. Of a pointer
/// kWildPointer stands for all that are only used to touch memory: what they
/// touch is nobody's.
std::vector<uint64_t> representatives(const llvm::Instruction &value);

} // namespace rbcheck
