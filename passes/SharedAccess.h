//===- passes/SharedAccess.h - Accesses another thread may notice ---------===//
//
// The analysis behind the marks: traces the address of an access back to the
// objects it may point into and asks of each whether its thread is alone with
// it. An access is surely private if every such object is
//   - a local, a by-value parameter or a heap block that does not escape;
//   - a thread-local variable whose address does not escape;
//   - for reading: a constant global that is not initialised from outside.
// All other globals, and every pointer of unknown origin, count as shared.
//
// Promise (soundness): `mayTouchShared` is false only for surely private ones.
// Tested by test/passes/marks-* and test/passes/escape-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Escape.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace rbcheck {

class SharedAccess {
public:
  /// \p module must outlive this and must not change.
  SharedAccess(const llvm::Module &module, Scope scope);

  /// Whether \p inst, by itself, may touch memory another thread can reach,
  /// synchronise, or run code we cannot see. What the body of a defined callee
  /// does is a matter of the instructions there.
  bool mayTouchShared(const llvm::Instruction &inst) const;

private:
  enum class Use { Reads, Writes };

  bool isPrivate(const llvm::Value &address, Use use) const;
  bool isPrivateObject(const llvm::Value &object, Use use) const;
  bool mayCallTouchShared(const llvm::CallBase &call) const;

  Escape escape_;
};

} // namespace rbcheck
