//===- interp/program/AsmText.h - Takes inline assembly apart -------------===//
//
// Splits the text of an inline assembly, in AT&T or Intel syntax, into
// statements of a mnemonic and operands, all in the order of AT&T. Knows
// nothing of what they mean: DecodeAsm.h does.
//
// Tested by test/unit/AsmTextTest.cpp and test/interp/asm*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class CallBase;
}

namespace rbcheck {

/// A register of the machine, `%eax`, or an operand of the inline assembly,
/// `$2`, `${0:b}`; or nothing.
struct AsmRef {
  bool isOperand = false;
  unsigned operand = 0;
  uint32_t width = 0; ///< in bits, by the name or the modifier; 0: not said
  std::string reg;    ///< "ax" for %al, %ax, %eax and %rax; "ip", "fs", ...

  bool isNothing() const { return !isOperand && reg.empty(); }
};

struct AsmArg {
  enum Kind : uint8_t {
    Ref,    ///< base: what it holds, or is (a memory operand has an address)
    Number, ///< number
    Memory, ///< segment : number + base + index * scale
    Label,  ///< label
  };
  Kind kind = Ref;
  AsmRef base;
  AsmRef index;
  uint32_t scale = 1;
  uint64_t number = 0;
  uint32_t width = 0; ///< Intel's `qword ptr`; 0: not said
  std::string segment;
  std::string label;
};

struct AsmStatement {
  bool isLocked = false;
  bool isRepeated = false;
  std::string label;                 ///< of this place; then nothing else
  std::string mnemonic;              ///< lower case
  llvm::SmallVector<AsmArg, 2> args; ///< destination last
};

/// None if there is anything but plain statements in `text`. Prefixes (lock,
/// rep) belong to the statement that follows, even behind a semicolon.
std::optional<llvm::SmallVector<AsmStatement, 4>>
parseAsm(llvm::StringRef text, bool isIntel = false);

/// Some statement of this inline assembly may read or write memory other than
/// by a locked instruction: an x86 need not do that in the order of the
/// program.
bool isWeakAsm(const llvm::CallBase &call);

} // namespace rbcheck
