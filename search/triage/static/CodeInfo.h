//===- search/triage/static/CodeInfo.h - Functions, seen once -------------===//
//
// What the analysis needs of each function again and again: where its blocks
// begin, which slots are read from there on, what its calls may lead to; and
// which functions can be entered through pointers, or by the machine.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace rbcheck {

/// The function at that address, if it is one.
std::optional<uint32_t> functionAtAddress(const Program &program,
                                          uint64_t address);

/// Where control can go from `pc` other than into a call or out of one.
void forEachTarget(const Function &function, uint32_t pc,
                   llvm::function_ref<void(uint32_t)> visit);

class CodeInfo {
public:
  struct OfFunction {
    llvm::BitVector isLeader;               ///< by pc
    std::vector<llvm::BitVector> liveSlots; ///< by pc; empty but for leaders
    bool mayRelease = false; ///< it, or what it calls, may release a lock
    bool mayThread = false;  ///< ... or make or join threads, or lock
  };

  explicit CodeInfo(const Program &program);

  const OfFunction &of(uint32_t function) const { return all_[function]; }
  /// Defined functions that a pointer, or the machine, may enter.
  const std::vector<uint32_t> &entered() const { return entered_; }
  /// Models that a pointer may enter.
  const std::vector<uint32_t> &enteredModels() const { return models_; }
  /// Models call back functions that may release a lock.
  bool callbackMayRelease() const { return callbackMayRelease_; }
  bool hasUnwinding() const { return hasUnwinding_; }
  bool hasCancelling() const { return hasCancelling_; }
  /// A function may be called that is defined nowhere: there is more code,
  /// which nobody knows.
  bool hasUnknownCode() const { return hasUnknownCode_; }

private:
  void findBlocks(uint32_t function);
  void findLive(uint32_t function);
  void findCalls();
  void findEntered();

  const Program &program_;
  std::vector<OfFunction> all_;
  std::vector<uint32_t> entered_, models_;
  bool callbackMayRelease_ = false, hasUnwinding_ = false,
       hasCancelling_ = false, hasUnknownCode_ = false;
};

} // namespace rbcheck
