//===- tools/rbcheck/ExportOutput.cpp - --html, --sarif, --witness --------===//
#include "tools/rbcheck/ExportOutput.h"

#include "tools/report/Reasons.h"

#include "llvm/Support/FileSystem.h"

namespace rbcheck {

namespace {

bool complain(const std::string &file, std::error_code error) {
  llvm::errs() << "rbcheck: " << file
               << ": cannot write it: " << error.message() << "\n";
  return false;
}

bool canWrite(const std::string &file) {
  if (file.empty() || file == "-")
    return true;
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  return !error || complain(file, error);
}

/// Calls write(stream), if a file was asked for.
template <typename Write> bool writeFile(const std::string &file, Write write) {
  if (file.empty())
    return true;
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (!error) {
    write(out);
    out.flush();
    error = out.error();
    out.clear_error();
  }
  return !error || complain(file, error);
}

WitnessFormat formatOf(const ExportFiles &files) {
  bool isGraph = llvm::StringRef(files.witness).ends_with(".graphml");
  return files.witnessFormat.value_or(isGraph ? WitnessFormat::GraphMl
                                              : WitnessFormat::Yaml);
}

bool writeWitnessFile(const ExportFiles &files, const Report &report) {
  auto removeFile = [&] {
    if (!files.witness.empty() && files.witness != "-")
      llvm::sys::fs::remove(files.witness);
  };
  if (report.traces.empty() || files.witness.empty())
    return removeFile(), true;
  std::string text;
  llvm::raw_string_ostream buffer(text);
  llvm::Error why = writeWitness(buffer, report.traces.front(), report.program,
                                 formatOf(files));
  if (!why)
    return writeFile(files.witness, [&](auto &out) { out << text; });
  llvm::errs() << "rbcheck: no witness is written: "
               << llvm::toString(std::move(why)) << "\n";
  return removeFile(), true;
}

} // namespace

bool canWriteExports(const Options &options) {
  return canWrite(options.exports.html) && canWrite(options.sarifFile) &&
         canWrite(options.exports.witness);
}

bool writeExports(const Options &options, const Report &report) {
  const ExportFiles &files = options.exports;
  ExportHead head{report.programFile, verdictWord(report.result.verdict),
                  reasonOf(report.result),
                  options.traceFile == "-" ? "" : options.traceFile};
  return writeFile(files.html,
                   [&](auto &out) { writeHtml(out, head, report.traces); }) &&
         writeFile(options.sarifFile,
                   [&](auto &out) {
                     writeSarif(out, head, report.traces, report.program,
                                files.flow);
                   }) &&
         writeWitnessFile(files, report);
}

} // namespace rbcheck
