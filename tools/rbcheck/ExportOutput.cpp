//===- tools/rbcheck/ExportOutput.cpp - --html, --sarif, --witness --------===//
#include "tools/rbcheck/ExportOutput.h"

#include "tools/rbcheck/Output.h"
#include "tools/report/Reasons.h"

#include "llvm/Support/FileSystem.h"

namespace rbcheck {

namespace {

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
    return writeOutput(files.witness, [&](llvm::raw_ostream &out) {
      out << text;
      return llvm::Error::success();
    });
  llvm::errs() << "rbcheck: no witness is written: "
               << llvm::toString(std::move(why)) << "\n";
  return removeFile(), true;
}

} // namespace

bool writeExports(const Options &options, const Report &report) {
  const ExportFiles &files = options.exports;
  ExportHead head{report.programFile, verdictWord(report.result.verdict),
                  reasonOf(report.result),
                  report.traceFile == "-" ? "" : report.traceFile};
  bool areWritten = writeOutput(files.html, [&](llvm::raw_ostream &out) {
    writeHtml(out, head, report.traces);
    return llvm::Error::success();
  });
  areWritten &= writeOutput(options.sarifFile, [&](llvm::raw_ostream &out) {
    writeSarif(out, head, report.traces, report.program, files.flow);
    return llvm::Error::success();
  });
  areWritten &= writeWitnessFile(files, report);
  return areWritten;
}

} // namespace rbcheck
