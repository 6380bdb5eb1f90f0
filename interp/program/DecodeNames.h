//===- interp/program/DecodeNames.h - Variables and types in debug info ---===//
//
// Copies names and types of variables from the debug info to the program's
// side tables, each type once and only those that some variable has or points
// to. A module without debug info gives none.
//
// Internal to the decoder. Tested by test/trace/names.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace rbcheck {

class NameDecoder {
public:
  using Intern = llvm::function_ref<uint32_t(llvm::StringRef)>;
  explicit NameDecoder(Program &program) : program_(program) {}

  /// Number of a type in Program::dataTypes, which is added; 0 = unknown.
  uint32_t type(const llvm::DIType *type, Intern intern);
  /// Name and type of a local variable; zeros if the debug info has none.
  VariableNote local(const llvm::Value &memory, Intern intern);
  /// The type of what `call` allocates, as far as its use tells: where the
  /// pointer is stored to, or the type that the function returns it with; and
  /// the variable that gets it.
  VariableNote allocated(const llvm::CallBase &call, Intern intern);

private:
  uint32_t composite(const llvm::DICompositeType &type, uint32_t number,
                     Intern intern);
  void array(const llvm::DICompositeType &type, uint32_t number,
             Intern intern);

  Program &program_;
  llvm::DenseMap<const llvm::DIType *, uint32_t> numbers_;
};

} // namespace rbcheck
