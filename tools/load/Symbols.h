//===- tools/load/Symbols.h - What dlsym and dlopen find ------------------===//
//
// A program that asks for symbols by name can reach every function and variable
// that it has. So that nothing is taken for unreachable, the names and their
// addresses are a table in the program, made before the library is linked
// (runtime/libc/dlfcn.c). Tested by test/libc/dlfcn.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"

namespace rbcheck {

/// Notes that a part of that name was linked to the program.
void noteLibrary(llvm::Module &module, llvm::StringRef file);

/// Defines __rb_symbols and __rb_libraries if the program needs them.
void defineSymbols(llvm::Module &module);

} // namespace rbcheck
