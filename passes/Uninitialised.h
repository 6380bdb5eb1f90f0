//===- passes/Uninitialised.h - Values that nobody gave -------------------===//
//
// `int x; if (x)`: what the program does then is open, and rbcheck takes 0. That
// is one of many values, so a call of __rb_uninitialised (interp/models) goes
// before each branch, comparison and use as an address of such a value: where it
// is executed the result says so. Only locals that live in registers are
// followed, and only what is certainly without a value.
// Tested by test/models/uninitialised.c.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Module;
}

namespace rbcheck {

/// The function that is called.
constexpr const char *kUninitialised = "__rb_uninitialised";

/// Can be done again without effect.
void noteUninitialised(llvm::Module &module);

} // namespace rbcheck
