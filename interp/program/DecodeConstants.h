//===- interp/program/DecodeConstants.h - Constants become numbers --------===//
//
// Every address of the program is known when it is decoded, so that constant
// expressions are plain numbers, with one exception: the address of a
// thread-local variable, which differs from thread to thread.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/DecodeTypes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

namespace rbcheck {

/// Where globals, functions and blocks are.
struct AddressMap {
  /// Variables and functions. Thread-local ones are not here.
  llvm::DenseMap<const llvm::GlobalValue *, uint64_t> globals;
  llvm::DenseMap<const llvm::GlobalVariable *, uint32_t> tls;
  llvm::DenseMap<const llvm::BasicBlock *, uint64_t> blocks;
};

class ConstantEvaluator {
public:
  ConstantEvaluator(const llvm::DataLayout &dataLayout, TypeTable &types,
                    const AddressMap &addresses, const Program &program)
      : dataLayout_(dataLayout), types_(types), addresses_(addresses),
        program_(program), layouts_(program.layouts) {}

  /// Appends the slots of `constant` to `out`; false if it has no value that
  /// is known now. undef and poison are zero.
  bool evaluate(const llvm::Constant &constant,
                llvm::SmallVectorImpl<uint64_t> &out);

  /// Writes the constant as it lies in memory to `out`, which is zero so far.
  bool toBytes(const llvm::Constant &constant,
               llvm::MutableArrayRef<uint8_t> out);

  /// True if the address of a thread-local variable is part of `constant`.
  bool dependsOnTls(const llvm::Constant &constant);

private:
  bool evaluateExpression(const llvm::ConstantExpr &expression,
                          llvm::SmallVectorImpl<uint64_t> &out);
  bool evaluateGep(const llvm::ConstantExpr &expression,
                   llvm::SmallVectorImpl<uint64_t> &out);
  bool castBits(const llvm::Constant &source, llvm::Type *to,
                llvm::SmallVectorImpl<uint64_t> &out);

  const llvm::DataLayout &dataLayout_;
  TypeTable &types_;
  const AddressMap &addresses_;
  const Program &program_;   ///< so far: its globals are placed
  const std::vector<Layout> &layouts_;
  llvm::DenseMap<const llvm::Constant *, bool> tlsCache_;
};

} // namespace rbcheck
