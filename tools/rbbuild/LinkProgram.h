//===- tools/rbbuild/LinkProgram.h - One module of a whole program --------===//
//
// Links the bitcode of a program and of its shared libraries into one module
// that behaves like the native program after loading:
//
//   - The program comes first, then its libraries in lookup order; of several
//     definitions of an exported name the first one is used by all.
//   - What a library does not export is its own, whatever it is called.
//   - Constructors of libraries run before those of the files that need them.
//
// Tested by test/build/cmake.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbbuild/Libraries.h"

#include "llvm/IR/Module.h"

namespace rbcheck {

llvm::Expected<std::unique_ptr<llvm::Module>>
linkProgram(llvm::LLVMContext &context, llvm::ArrayRef<Bitcode> records,
            llvm::ArrayRef<SharedLibrary> libraries);

/// Writes `module` to `file` at once: no reader sees a part of it.
llvm::Error writeProgram(const llvm::Module &module, llvm::StringRef file);

} // namespace rbcheck
