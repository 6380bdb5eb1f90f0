//===- passes/Uninitialised.h - Values that nobody gave -------------------===//
//
// `int x; if (x)`: what the program does then is open. Where few values stand
// for all (Representatives.h) they are tried: a call of __rb_uninitialised_TYPE
// (interp/models) where the life of the variable begins is its value, so that
// all who read it before it is given agree. A pointer that is only used to touch
// memory is an address of nothing, and the error is found where it is used.
//
// Otherwise rbcheck takes 0. That is one of many values, and the result says so
// where one is read: a call of __rb_uninitialised goes before reads that certainly
// come before any write, of __rb_uninitialised_unless before those of which it
// depends on the way, with what a second local says about that.
//
// In code that an optimiser has seen there are no such locals any more; there
// the former goes before each branch, comparison and use as an address of what
// is left as undef. Only locals that live in registers are followed, and
// pointers only if some read certainly comes before any write.
// Tested by test/models/uninitialised*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

#include <vector>

namespace llvm {
class AllocaInst;
class Module;
}

namespace rbcheck {

/// The function that is called where 0 is taken.
constexpr const char *kUninitialised = "__rb_uninitialised";

/// void (bool): the same, unless it is true.
constexpr const char *kUninitialisedUnless = "__rb_uninitialised_unless";

/// The functions whose result is the value begin with this, ...
constexpr const char *kUninitialisedValue = "__rb_uninitialised_";
/// ... and the one for pointers is this: what is done with the result the
/// program may do to anything.
constexpr const char *kUninitialisedPointer = "__rb_uninitialised_ptr";
constexpr const char *kUninitialisedNumber = "__rb_uninitialised_i64";

/// A local that may be read before it is given a value.
struct OpenLocal {
  llvm::SmallVector<llvm::WeakVH, 2> values; ///< what its lives begin with
  llvm::SmallVector<llvm::WeakVH, 4> asked;  ///< before its reads: was it given?
};
using OpenLocals = std::vector<OpenLocal>;

/// A read of the promotable \p local may come before any write.
bool mayBeReadUnset(llvm::AllocaInst &local);

/// Begins the lives of such locals with a value; before they are promoted.
OpenLocals openUninitialised(llvm::Module &module);

/// Behind promotion: keeps the values of which few stand for all, and the
/// questions about the others.
void settleUninitialised(llvm::Module &module, OpenLocals &locals);

/// Can be done again without effect.
void noteUninitialised(llvm::Module &module);

} // namespace rbcheck
