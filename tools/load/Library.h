//===- tools/load/Library.h - rbcheck's own libraries ---------------------===//
//
// An archive of bitcode, one file for each source of runtime/. A program gets what
// it needs of the files that it needs: a small one is ready in a moment, however
// large the library has become.
// Tested by every program that is checked, and by test/cxx/no-constructors.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace rbcheck {

/// Links what `module` needs of the library in `file`.
llvm::Error linkLibrary(llvm::Module &module, const std::string &file);

/// Every file of a library, as a module in `context`.
llvm::Error eachPartOf(const std::string &file, llvm::LLVMContext &context,
                       llvm::function_ref<void(llvm::Module &)> visit);

} // namespace rbcheck
