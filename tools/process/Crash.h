//===- tools/process/Crash.h - When rbcheck itself fails ------------------===//
//
// A signal or a failed RB_CHECK never ends in silence or in a core dump alone:
// while the input is read it means that the input is broken (exit 3), later
// that rbcheck is (exit 4). One line names the program. Ctrl-C asks the search
// to end; a second one ends the process.
// Tested by test/robustness/mutate-bitcode.test and test/cli/limits.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/files/Read.h"

#include "llvm/ADT/StringRef.h"

#include <atomic>

namespace rbcheck {

enum class Stage : unsigned char {
  Reading, ///< the input is parsed: a crash is the input's fault
  Checking
};

/// Installs the handlers, for messages of `tool`, and sees to it that standard
/// input, output and error are open, so that no file takes their place. Call
/// once, first.
void installCrashHandlers(const char *tool);

/// From now on the process goes on when the reader of its output has left:
/// there are files to be written, too.
void outliveReaders();

/// Silences standard error while LLVM reads a file that may be damaged: some
/// of its parts print there. Our own last words still come through.
class QuietErrors {
public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors &) = delete;
  QuietErrors &operator=(const QuietErrors &) = delete;
};

/// What a message names from now on.
void setCrashStage(Stage stage, llvm::StringRef program);

/// Set by Ctrl-C.
const std::atomic<bool> &interruptFlag();

/// How a tool reads what a user names: until Ctrl-C, and waiting is told.
ReadRules readRules();

/// Ends the process because rbcheck is wrong: one line, exit code 4.
[[noreturn]] void internalError(llvm::StringRef message);

} // namespace rbcheck
