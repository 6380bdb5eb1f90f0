//===- passes/Escape.h - Which objects only their own thread can reach ----===//
//
// An object (a local, a heap block, a thread-local variable) is private while
// no copy of its address can come into the hands of another thread. The proof
// follows every copy of the address forwards, through address arithmetic, phi,
// select, pointer-sized locals that are only loaded and stored (`slots`: at
// -O0 every pointer variable is one) and into the functions it is passed to.
// Whatever is not understood counts as an escape: stored elsewhere, turned into
// an integer, put into an aggregate, passed to a function we cannot see.
// Comparing an address gives nothing away.
//
// Promise (soundness): `escapes` is false only if, on every path, all copies
// stay in registers and slots of frames of the creating thread.
// Tested by test/passes/escape-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class AllocaInst;
class Argument;
class CallBase;
class Function;
class Module;
class Use;
class Value;
} // namespace llvm

namespace rbcheck {

/// How much of the program a module holds. `Module`: one translation unit, the
/// rest is unknown. `Program`: all of it, but for library models.
enum class Scope { Module, Program };

/// Whether \p local is a slot: a pointer variable whose own address is used for
/// nothing but loading and storing it whole, as a pointer.
bool isSlot(const llvm::AllocaInst &local);

class Escape {
public:
  /// Computes what each defined function does with its pointer arguments, as
  /// the least fixpoint over all call chains. \p module must outlive this and
  /// must not change.
  Escape(const llvm::Module &module, Scope scope);

  /// Whether a copy of the address of \p object may reach another thread, or
  /// is returned from the function that made it.
  bool escapes(const llvm::Value &object) const;

  Scope getScope() const { return scope_; }

private:
  /// What becomes of a pointer. Ordered: the worst use decides.
  enum class Fate : uint8_t { Dropped, Returned, Escapes };

  /// What one use does with the pointer.
  enum class Flow : uint8_t { Drop, Copy, StoreInSlot, Return, Escape };

  bool canRelyOn(const llvm::Function &function) const;
  Fate follow(const llvm::Value &root) const;
  Flow classify(const llvm::Use &use) const;
  Flow classifyCall(const llvm::CallBase &call, const llvm::Use &use) const;

  Scope scope_;
  /// Fate of pointer arguments in the functions we can rely on.
  llvm::DenseMap<const llvm::Argument *, Fate> arguments_;
  /// Answers given so far; only a cache.
  mutable llvm::DenseMap<const llvm::Value *, bool> objects_;
};

} // namespace rbcheck
