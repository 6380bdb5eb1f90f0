//===- interp/exec/Audit.h - Are the declared effects all there are? ------===//
//
// While an operation is executed the audit notes every byte of shared memory
// that it really touches, through the functions that read and write the state,
// and compares that with its declared effects. A difference is a bug of
// rbcheck: the message names the operation and the bytes.
//
// On in debug builds, and with MachineOptions::audit (rbcheck-reference
// --audit). Tested by test/unit/EffectsTest.cpp and test/effects/audit.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Effects.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace rbcheck {

class Audit {
public:
  /// `what` is about to be executed; its effects are these.
  void begin(llvm::StringRef what, Effects declared) {
    what_ = what.str();
    declared_ = std::move(declared);
    isOn_ = true;
  }
  void end() { isOn_ = false; }
  bool isOn() const { return isOn_; }
  /// Shared memory was touched. Ends the process if that was not declared.
  void touched(uint64_t address, uint64_t size, bool write) const;

private:
  bool isCovered(uint64_t byte, bool write) const;

  std::string what_;
  Effects declared_;
  bool isOn_ = false;
};

} // namespace rbcheck
