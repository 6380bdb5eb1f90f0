//===- interp/program/AsmText.h - Takes inline assembly apart -------------===//
//
// Splits the text of an inline assembly (AT&T syntax) into statements of a
// mnemonic and operands. Knows nothing of what they mean: DecodeAsm.cpp does.
//
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace rbcheck {

/// `$2`, `${0:b}`: an operand of the inline assembly; `$$7`: a number.
struct AsmRef {
  bool isNumber = false;
  unsigned operand = 0;
  uint64_t number = 0;
};

struct AsmStatement {
  bool isLocked = false;
  std::string mnemonic;              ///< lower case
  llvm::SmallVector<AsmRef, 2> refs; ///< destination last
};

/// None if there is anything but plain statements in `text`. Prefixes (lock,
/// rep) belong to the statement that follows, even behind a semicolon.
std::optional<llvm::SmallVector<AsmStatement, 4>>
parseAsm(llvm::StringRef text);

} // namespace rbcheck
