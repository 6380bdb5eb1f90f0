//===- passes/LibraryCalls.h - What the marking knows about libraries -----===//
//
// Which library calls synchronise, which make fresh memory, and which pointer
// arguments they do not keep. All of it is said in the rows of interp/models,
// which register themselves here before main() runs: the passes know no
// function by name. Unknown functions get the cautious answer: kind `call`, and
// every argument escapes. Rows count only while the function is not defined in
// the module: code we can see speaks for itself.
// Tested by test/passes/marks-calls.c and test/passes/escape-library.ll.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Marks.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace rbcheck {

/// What the marking has to know of a library function.
struct LibraryCall {
  MarkKind kind = MarkKind::Call;
  /// Returns a fresh heap block nobody else knows yet, or null.
  bool allocates = false;
  /// Arguments, bit by bit, that it lets go of when it returns, and shows to no
  /// other thread before.
  uint32_t dropped = 0;
  /// Arguments, bit by bit, behind which it accesses memory unless they are
  /// null.
  uint32_t touched = 0;
  /// The argument that a new thread executes, with the next one as its
  /// argument; -1 = none.
  int8_t starts = -1;
  /// Nothing is executed behind it if its first argument is 0.
  bool assumes = false;
  /// The result may be any value of its type.
  bool isOpen = false;
};

/// For rows that register themselves, before main() runs.
void registerLibraryCall(llvm::StringRef name, LibraryCall call);

/// Whether the body of \p function is what runs when it is called.
bool isDefinedHere(const llvm::Function &function);

/// The kind of mark a call to the library function \p name gets.
MarkKind getLibraryCallKind(llvm::StringRef name);

/// Whether the library function \p name lets go of argument number \p arg.
bool dropsArgument(llvm::StringRef name, unsigned arg);

/// Whether it always accesses memory behind argument number \p arg, or finds
/// it null.
bool touchesArgument(llvm::StringRef name, unsigned arg);

/// The function that it executes in a new thread, if that is defined here; it
/// is given the argument behind.
const llvm::Function *startedBy(const llvm::CallBase &call, unsigned &argument);

/// Whether the result of the library function \p name may be any value.
bool hasOpenResult(llvm::StringRef name);

/// Whether it ends the execution if its first argument is 0.
bool isAssumption(llvm::StringRef name);

/// Whether \p call returns a fresh heap block nobody else knows yet, or null.
bool isAllocation(const llvm::CallBase &call);

} // namespace rbcheck
