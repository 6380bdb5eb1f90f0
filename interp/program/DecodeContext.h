//===- interp/program/DecodeContext.h - What all functions' decoders share ===//
//
// The program under construction with its interned tables, and the numbering
// of functions, globals and types. Decode.cpp fills the address tables before
// the first function body is decoded.
//
// Internal to the decoder. Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Decode.h"
#include "interp/program/DecodeConstants.h"
#include "interp/program/DecodeNames.h"
#include "interp/program/DecodeTypes.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <array>
#include <map>

namespace rbcheck {

class DecodeContext {
public:
  DecodeContext(const llvm::Module &module, ModelLookup models);

  const llvm::Module &module;
  const llvm::DataLayout &dataLayout;
  Program program;
  TypeTable types;
  AddressMap addresses;
  ConstantEvaluator constants;
  /// The instruction of AtomicOrders::hasWeak, or null.
  const llvm::Instruction *firstWeak = nullptr;

  /// Number of a function of the module.
  uint32_t functionNumber(const llvm::Function &function) const;
  /// Gives every function of the module its number and address.
  void numberFunctions();
  /// Number of the function of that name, which is added if there is a model
  /// for it; none if nobody knows it.
  std::optional<uint32_t> findFunction(llvm::StringRef name);

  /// Number of a function's type, from 1; 0 if calls of it may mean any.
  uint32_t typeNumber(const llvm::FunctionType &type);

  /// The selector of a catch clause for a type (null: any): 1, 2, ...
  uint32_t typeId(const llvm::Constant &type);
  /// Number of a landing pad, which is added.
  uint32_t padNumber(const llvm::LandingPadInst &pad);

  /// Numbers of interned texts and places.
  uint32_t string(llvm::StringRef text);
  uint32_t loc(const SourceLoc &loc);
  uint32_t loc(const llvm::DebugLoc &debugLoc, const llvm::Function &within);
  /// Where it is declared.
  uint32_t loc(const llvm::DILocalVariable &variable);
  /// Number of a type of the debug info (DecodeNames.h).
  uint32_t dataType(const llvm::DIType *type);
  /// Notes on the local that an alloca makes, on what a call allocates.
  VariableNote localNote(const llvm::Value &memory);
  VariableNote heapNote(const llvm::CallBase &call);
  SourceLoc sourceLoc(const llvm::DIFile *file, unsigned line,
                      llvm::StringRef function);

private:
  uint32_t file(const llvm::DIFile *file);

  ModelLookup models_;
  NameDecoder names_;
  llvm::DenseMap<const llvm::Function *, uint32_t> functionNumbers_;
  llvm::DenseMap<const llvm::FunctionType *, uint32_t> typeNumbers_;
  llvm::StringMap<uint32_t> functionsByName_;
  llvm::StringMap<uint32_t> strings_, files_;
  llvm::DenseMap<const llvm::Constant *, uint32_t> typeIds_;
  llvm::DenseMap<const llvm::LandingPadInst *, uint32_t> padNumbers_;
  llvm::DenseMap<const llvm::DIFile *, uint32_t> fileNumbers_;
  std::map<std::array<uint32_t, 6>, uint32_t> locs_;
};

} // namespace rbcheck
