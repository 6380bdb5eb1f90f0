//===- interp/exec/MachineNames.h - What is in a state, in words ----------===//
//
// The part of a machine that reports need: where threads stand, what a piece of
// memory is called in the source, and what it holds. Changes nothing.
// Tested by the reports of test/verify and test/trace.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"
#include "interp/state/OpenState.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <string>
#include <vector>

namespace rbcheck {

class Core;

/// What a piece of memory is called in the source.
struct ObjectName {
  std::string name;   ///< "" = has none
  uint32_t type = 0;  ///< index into Program::dataTypes
  uint64_t size = 0;  ///< of the whole object, if it is gone
  std::string suffix; ///< goes behind the name of a part: " in main"
};

class MachineNames {
public:
  const Program &program() const;
  const OpenState &state() const { return *state_; }
  /// Where a parked thread stands (its pending operation).
  CodePlace place(uint32_t thread) const;
  /// Function and pc of every frame, innermost first.
  void stack(uint32_t thread, llvm::SmallVectorImpl<CodePlace> &out) const;
  /// The same one by one, until `visit` returns false: a stack can be deep, and
  /// most questions are about its inner end.
  void walkStack(uint32_t thread,
                 llvm::function_ref<bool(CodePlace)> visit) const;

  /// "pthread_mutex_lock(&m)"-like words for a thread's pending operation.
  std::string describePending(uint32_t thread);
  /// The part of a variable that `size` bytes at an address are, as
  /// "accounts[1].lock"; the name of stack and heap objects is the observer's.
  ObjectName nameOf(uint64_t address, uint64_t size);
  /// The bytes there as the source would write the value; "" if they have none
  /// or are more than one.
  std::string valueText(uint64_t address, uint64_t size);
  /// Reads memory without touching it; false if it is not there.
  bool peekBytes(uint64_t address, void *to, uint64_t size);
  /// The values that the condition of a failed assertion was made of, as
  /// "n was 1"; those that are known for certain. Needs an observer.
  std::vector<std::string> checkedValues(uint32_t thread);
  /// "`counter`", "heap object of 16 bytes", ... for an address.
  std::string describeAddress(uint64_t address, uint64_t size = 1);

protected:
  explicit MachineNames(std::unique_ptr<Core> core);
  ~MachineNames();
  void use(std::unique_ptr<Core> core);

  std::unique_ptr<Core> core_;

private:
  const OpenState *state_; ///< that of the core
};

} // namespace rbcheck
