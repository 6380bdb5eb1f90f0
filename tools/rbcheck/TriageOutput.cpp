//===- tools/rbcheck/TriageOutput.cpp - Writes the verdicts on warnings ---===//
#include "tools/rbcheck/TriageOutput.h"

#include "tools/process/Crash.h"
#include "tools/rbcheck/Output.h"
#include "tools/rbcheck/TraceOutput.h"
#include "tools/report/ErrorText.h"
#include "tools/report/Export.h"
#include "tools/report/Triage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace rbcheck {

namespace {

class TriageWriter {
public:
  TriageWriter(const Program &program, const Options &options,
               const TriageResult &result, size_t unread, const Limits &limits)
      : program_(program), options_(options), result_(result), limits_(limits),
        report_{options.program, options.reports, result, &program, {}, {}, {},
                unread},
        whole_{options.program, program, result.search, {}, {}, ""} {
    report_.streams = options.reading.streams;
    whole_.triage = &report_;
    whole_.isOptimised = options.facts.isOptimised;
    if (options.input->wasRead())
      whole_.input = {options.input->file(),
                      options.input->bytes().bytes.size()};
    replayAll();
  }

  bool write() {
    bool areWritten = writeTraceFiles();
    writeTable();
    return writeFiles() && areWritten;
  }

private:
  void replayAll() {
    for (const Judgement &judgement : result_.judgements) {
      report_.shown.emplace_back();
      report_.related.emplace_back();
      report_.errorOf.emplace_back();
      if (judgement.violation) {
        Shown trace = replay(*judgement.violation);
        report_.errorOf.back() = listed(*judgement.violation, trace);
        if (!trace->isBare())
          report_.shown.back() = trace;
      }
      if (judgement.relatedViolation && !limits_.isOver())
        report_.related.back() = replay(*judgement.relatedViolation);
    }
    for (const Violation &error : result_.errors) {
      Shown trace = replay(error);
      report_.errors.push_back(*trace);
      listed(error, trace);
    }
  }

  using Shown = std::shared_ptr<const TraceData>;

  /// A verdict whose trace does not replay is a bug of ours.
  Shown replay(const Violation &violation) {
    for (const auto &[known, trace] : replayed_)
      if (isSameFault(known->fault, violation.fault) &&
          known->schedule == violation.schedule)
        return trace;
    if (limits_.isOver() && !replayed_.empty())
      return std::make_shared<TraceData>(bareTrace(violation));
    std::optional<TraceData> trace = buildTrace(program_, violation);
    if (!trace)
      internalError("trace does not replay (" +
                    std::string(faultWord(violation.fault.kind)) + " at " +
                    toString(violation.location) + ")");
    origin_.addTo(*trace, result_.search);
    replayed_.push_back(
        {&violation, std::make_shared<TraceData>(std::move(*trace))});
    return replayed_.back().second;
  }

  /// The number of an error in the list of distinct ones.
  size_t listed(const Violation &violation, const Shown &trace) {
    for (size_t i = 0; i < listed_.size(); ++i)
      if (isSameError(*listed_[i], violation))
        return i;
    listed_.push_back(&violation);
    whole_.traces.push_back(*trace);
    return listed_.size() - 1;
  }

  void writeTable() {
    const char *no = std::getenv("NO_COLOR");
    bool toErrors = usesStandardOutput(options_);
    TextStyle style{isatty(toErrors ? STDERR_FILENO : STDOUT_FILENO) &&
                        !(no && *no),
                    options_.verbose};
    llvm::raw_ostream &out = toErrors ? llvm::errs() : llvm::outs();
    if (options_.explainVerdict.empty())
      return writeTriageText(out, report_, style);
    for (size_t i = 0; i < result_.judgements.size(); ++i)
      if (result_.judgements[i].warning.id == options_.explainVerdict)
        return writeExplanation(out, report_, i, style);
  }

  bool writeTraceFiles() {
    const std::string &file = options_.traceFile;
    if (file.empty())
      return true;
    size_t count = countVerdicts(result_)[WarningVerdict::Confirmed], late = 0;
    if (count != 1 && file != "-")
      llvm::sys::fs::remove(file);
    std::vector<std::string> taken;
    bool areWritten = true;
    for (size_t i = 0; i < report_.shown.size(); ++i) {
      if (!result_.judgements[i].violation)
        continue;
      bool isLate = limits_.isOver() && !report_.traceFiles.empty();
      if (isLate || !report_.shown[i]) {
        ++late;
        continue;
      }
      const std::string &id = result_.judgements[i].warning.id;
      std::string name = count == 1 || file == "-"
                             ? file
                             : traceFileOfWarning(file, id, taken);
      if (!writeTraceTo(options_, name, *report_.shown[i]))
        areWritten = false;
      else if (name != "-")
        report_.traceFiles.push_back({i, name});
    }
    if (late)
      llvm::errs() << "note: " << counted(late, "confirmed warning")
                   << " without a trace file: the time was up\n";
    return areWritten;
  }

  bool writeFiles() {
    bool isWritten = writeOutput(options_.jsonFile, [&](auto &out) {
      writeJson(out, whole_);
      return llvm::Error::success();
    });
    isWritten &= writeOutput(options_.sarifFile, [&](auto &out) {
      return writeTriageSarif(out, report_,
                              options_.sarifForGithub ? SarifProfile::Github
                                                      : SarifProfile::Full);
    });
    isWritten &= writeOutput(options_.codeCheckerFile, [&](auto &out) {
      if (size_t left = writeCodeChecker(out, report_))
        llvm::errs() << "note: " << options_.codeCheckerFile << ": " << left
                     << " warnings without a report hash or a final verdict "
                        "are left out\n";
      return llvm::Error::success();
    });
    isWritten &= writeOutput(options_.junitFile, [&](auto &out) {
      writeJunit(out, report_);
      return llvm::Error::success();
    });
    isWritten &= writeOutput(options_.exports.html, [&](auto &out) {
      TriageOutcome outcome = outcomeOf(result_, report_.unread);
      std::string trace =
          report_.traceFiles.empty() ? "" : report_.traceFiles.front().second;
      std::vector<TraceData> traces = whole_.traces;
      llvm::erase_if(traces, [](const TraceData &t) { return t.isBare(); });
      writeHtml(out,
                {options_.program, verdictWord(outcome.verdict), outcome.reason,
                 trace},
                traces);
      return llvm::Error::success();
    });
    return isWritten;
  }

  const Program &program_;
  const Options &options_;
  Origin origin_{program_, options_};
  const TriageResult &result_;
  const Limits limits_;
  TriageReport report_;
  Report whole_;
  std::vector<const Violation *> listed_; ///< those of whole_.traces
  std::vector<std::pair<const Violation *, Shown>> replayed_;
};

} // namespace

std::string traceFileOfWarning(const std::string &file, const std::string &id,
                               std::vector<std::string> &taken) {
  constexpr size_t kMostCharacters = 60;
  std::string word;
  for (char c : id)
    if (word.size() < kMostCharacters)
      word += llvm::isAlnum(c) || c == '-' || c == '_' || c == '.' ? c : '_';
  llvm::StringRef ending = llvm::sys::path::extension(file);
  std::string stem =
      llvm::StringRef(file).drop_back(ending.size()).str() + "." + word;
  std::string name = stem + ending.str();
  for (unsigned n = 2; llvm::is_contained(taken, name); ++n)
    name = stem + "-" + std::to_string(n) + ending.str();
  taken.push_back(name);
  return name;
}

bool writeTriage(const Program &program, const Options &options,
                 const TriageResult &result, size_t unread,
                 const Limits &limits) {
  return TriageWriter(program, options, result, unread, limits).write();
}

} // namespace rbcheck
