//===- passes/SiteIds.h - Stable names for places in the program ----------===//
//
// A site is an instruction that could carry a mark: a memory access, a fence,
// a call. Its id is a hash of where it stands in the *source*:
//
//   file, function, line counted from the head of the function, column
//   (and the same for every call it was inlined through),
//   sort of instruction, ordinal among those that agree in all of that
//
// Promise: the id of a site changes only when its own function (or one inlined
// into it) is edited, and it does not depend on what any analysis found. So
// the plug-in and rbcheck, which both number the same unnormalised IR, agree.
// An id names a source place, not an instruction: a `static inline` function
// of a header, compiled into two files, has the same ids in both copies.
// Without debug info the function's IR name and the ordinal are all there is.
// Tested by test/passes/ids-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Marks.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace rbcheck {

/// The kind of mark \p inst would carry if it is shared; nothing if it never
/// carries one. Intrinsics that touch no memory are no sites.
std::optional<MarkKind> getSiteKind(const llvm::Instruction &inst);

/// Marks every site of \p module that has no mark yet, shared or not. The
/// marks found already keep their ids: numbering before a transformation and
/// again after it keeps the old ids and only adds new ones.
void numberSites(llvm::Module &module);

} // namespace rbcheck
