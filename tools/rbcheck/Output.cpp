//===- tools/rbcheck/Output.cpp - The files that rbcheck writes -----------===//
#include "tools/rbcheck/Output.h"

#include "tools/process/ExitCode.h"

namespace rbcheck {

/// True if there is no error; else it is printed.
static bool succeeds(llvm::Error error) {
  if (!error)
    return true;
  llvm::errs() << "rbcheck: " << llvm::toString(std::move(error)) << "\n";
  return false;
}

bool canWriteOutputs(const Options &options) {
  return llvm::all_of(namedFiles(options), [](const NamedFile &file) {
    return !file.isOutput || succeeds(checkWritable(file.name));
  });
}

bool writeOutput(const std::string &file, FileWriter write) {
  return file.empty() || succeeds(writeFile(file, write));
}

bool usesStandardOutput(const Options &options) {
  return llvm::any_of(namedFiles(options), [](const NamedFile &file) {
    return file.isOutput && file.name == "-";
  });
}

int finishOutput(int code) {
  return succeeds(flushStandardOutput()) ? code : kExitBadInput;
}

} // namespace rbcheck
