//===- tools/rbcheck/TriageOutput.cpp - Writes the verdicts on warnings ---===//
#include "tools/rbcheck/TriageOutput.h"

#include "tools/rbcheck/Crash.h"
#include "tools/rbcheck/TraceOutput.h"
#include "tools/report/Triage.h"

#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace rbcheck {

namespace {

/// A verdict whose trace does not replay is a bug of ours.
TraceData replay(const Program &program, const Options &options,
                 const TriageResult &result, const Violation &violation) {
  std::optional<TraceData> trace = buildTrace(program, violation);
  if (!trace)
    internalError("trace does not replay (" +
                  std::string(faultWord(violation.fault.kind)) + " at " +
                  toString(violation.location) + ")");
  addOrigin(*trace, options, result.search);
  return std::move(*trace);
}

/// Writes one output; `write` may fail.
template <typename Write>
bool writeOutput(const std::string &file, Write write) {
  if (file.empty())
    return true;
  std::error_code code;
  llvm::raw_fd_ostream out(file, code);
  std::string why = code ? code.message() : "";
  if (!code) {
    if (llvm::Error error = write(out))
      why = llvm::toString(std::move(error));
    out.flush();
    if (out.has_error()) {
      why = out.error().message();
      out.clear_error();
    }
  }
  if (!why.empty())
    llvm::errs() << "rbcheck: " << file << ": cannot write it: " << why << "\n";
  return why.empty();
}

bool isStandardOutput(const Options &options) {
  for (const std::string *file : {&options.jsonFile, &options.sarifFile,
                                  &options.codeCheckerFile, &options.junitFile})
    if (*file == "-")
      return true;
  return false;
}

} // namespace

bool writeTriage(const Program &program, const Options &options,
                 const TriageResult &result) {
  TriageReport report{options.program, options.reports, result, &program,
                      {},              {}};
  report.standardInput = options.reading.standardInput;
  Report whole{options.program, program, result.search, {}, {}, ""};
  whole.judgements = &result.judgements;
  whole.isOptimised = options.facts.isOptimised;
  if (options.input->wasRead())
    whole.input = {options.input->file(), options.input->bytes().bytes.size()};
  for (const Judgement &judgement : result.judgements) {
    report.shown.emplace_back();
    report.related.emplace_back();
    if (judgement.violation)
      report.shown.back() =
          replay(program, options, result, *judgement.violation);
    if (judgement.relatedViolation)
      report.related.back() =
          replay(program, options, result, *judgement.relatedViolation);
    if (report.shown.back())
      whole.traces.push_back(*report.shown.back());
  }
  const char *no = std::getenv("NO_COLOR");
  bool toErrors = isStandardOutput(options);
  TextStyle style{isatty(toErrors ? STDERR_FILENO : STDOUT_FILENO) &&
                      !(no && *no),
                  options.verbose};
  writeTriageText(toErrors ? llvm::errs() : llvm::outs(), report, style);
  bool isWritten = writeOutput(options.jsonFile, [&](auto &out) {
    writeJson(out, whole);
    return llvm::Error::success();
  });
  isWritten &= writeOutput(options.sarifFile, [&](auto &out) {
    return writeTriageSarif(out, report,
                            options.sarifForGithub ? SarifProfile::Github
                                                   : SarifProfile::Full);
  });
  isWritten &= writeOutput(options.codeCheckerFile, [&](auto &out) {
    if (size_t left = writeCodeChecker(out, report))
      llvm::errs() << "note: " << options.codeCheckerFile << ": " << left
                   << " warnings without a report hash or a final verdict are "
                      "left out\n";
    return llvm::Error::success();
  });
  isWritten &= writeOutput(options.junitFile, [&](auto &out) {
    writeJunit(out, report);
    return llvm::Error::success();
  });
  return isWritten;
}

} // namespace rbcheck
