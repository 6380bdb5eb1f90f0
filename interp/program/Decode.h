//===- interp/program/Decode.h - From LLVM IR to a Program ----------------===//
//
// Decodes a prepared module (passes/Pipeline.h) into the flat form that the
// machine executes. The last place that sees LLVM's IR: what reports need
// later (source lines, names) is copied into side tables.
//
// Constructs without a decoding become `Unsupported` instructions that name
// themselves when they are reached; only a module that is broken as a whole is
// an error. Tested by test/interp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace llvm {
class Module;
}

namespace rbcheck {

/// Number of the library model of that name, if there is one.
using ModelLookup =
    llvm::function_ref<std::optional<uint32_t>(llvm::StringRef name)>;

llvm::Expected<Program> decode(const llvm::Module &module, ModelLookup models);

/// A library function that is an instruction here, and needs no definition:
/// setjmp, longjmp and their other names.
bool isInstruction(llvm::StringRef function);

} // namespace rbcheck
