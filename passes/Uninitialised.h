//===- passes/Uninitialised.h - Values that nobody gave -------------------===//
//
// `int x; if (x)`: what the program does then is open. Where few values stand
// for all (Representatives.h) they are tried: a call of __rb_uninitialised_TYPE
// (interp/models) where the life of the variable begins is its value, so that
// all who read it before it is given agree. A pointer that is only used to touch
// memory is an address of nothing, and the error is found where it is used.
//
// Otherwise rbcheck takes 0. That is one of many values, so a call of
// __rb_uninitialised goes before each branch, comparison and use as an address:
// where it is executed the result says so.
//
// Only locals that live in registers are followed, and only those of which some
// read certainly comes before any write.
// Tested by test/models/uninitialised*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Module;
}

namespace rbcheck {

/// The function that is called where 0 is taken.
constexpr const char *kUninitialised = "__rb_uninitialised";

/// The functions whose result is the value begin with this, ...
constexpr const char *kUninitialisedValue = "__rb_uninitialised_";
/// ... and the one for pointers is this: what is done with the result the
/// program may do to anything.
constexpr const char *kUninitialisedPointer = "__rb_uninitialised_ptr";

/// Begins the lives of such locals with a value; before they are promoted.
void openUninitialised(llvm::Module &module);

/// Behind promotion: takes the calls away again that are of no use, or of which
/// too many values would have to be tried.
void settleUninitialised(llvm::Module &module);

/// Can be done again without effect.
void noteUninitialised(llvm::Module &module);

} // namespace rbcheck
