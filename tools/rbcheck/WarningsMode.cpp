//===- tools/rbcheck/WarningsMode.cpp - What --locs was understood as -----===//
#include "tools/rbcheck/WarningsMode.h"

#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbcheck/Output.h"
#include "tools/warnings/Read.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

llvm::Expected<ImportedWarnings> readReports(const Options &options) {
  ReadOptions reading = options.reading;
  reading.interrupted = &interruptFlag();
  reading.note = readRules().note;
  if (double seconds = options.check.context.limits.seconds; seconds > 0)
    reading.until = std::chrono::steady_clock::now() +
                    std::chrono::duration_cast<std::chrono::nanoseconds>(
                        std::chrono::duration<double>(seconds));
  auto read = readWarnings(options.reports, reading);
  if (!read) {
    // One line per cause.
    std::string text;
    llvm::SmallVector<llvm::StringRef, 8> lines;
    std::string causes = llvm::toString(read.takeError());
    llvm::StringRef(causes).split(lines, '\n');
    for (llvm::StringRef line : lines)
      text += (text.empty() ? "" : "\n") + safeForTerminal(line);
    return llvm::createStringError(text);
  }
  for (const std::string &text : read->complaints)
    llvm::errs() << safeForTerminal(text) << "\n";
  for (const std::string &text : read->remarks)
    llvm::errs() << "note: " << safeForTerminal(text) << "\n";
  return read;
}

int warningsMode(const Options &options) {
  if (!canWriteOutputs(options))
    return kExitBadInput;
  auto read = readReports(options);
  if (!read) {
    llvm::errs() << "rbcheck: " << llvm::toString(read.takeError()) << "\n";
    return kExitBadInput;
  }
  bool isWritten = writeOutput(options.jsonFile, [&](llvm::raw_ostream &out) {
    out << normalJson(read->warnings);
    return llvm::Error::success();
  });
  if (options.jsonFile != "-")
    llvm::outs() << nativeText(read->warnings);
  if (!isWritten)
    return kExitBadInput;
  return read->complaints.empty() ? kExitNoError : kExitInconclusive;
}

} // namespace rbcheck
