//===- tools/warnings/SarifRun.h - One run of a SARIF log, read leniently -===//
//
// What all dialects need: results that count, places, steps of flows. Files
// need not satisfy the schema; what is missing reads as empty. Results are
// parsed one at a time.
// Tested by test/warnings/samples.test and test/warnings/sarif.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/JsonInput.h"
#include "tools/warnings/Messages.h"

namespace rbcheck {

/// The text of a run, its two long lists taken out.
struct SarifText {
  std::string skeleton; ///< with both lists empty
  std::vector<llvm::StringRef> results, rules;
};
SarifText cutSarif(llvm::StringRef run);

class SarifRun {
public:
  /// `text` is that of the run; `index` its number in the report.
  SarifRun(Import &in, llvm::StringRef text, size_t index);

  Import &in;

  std::string tool() const { return driver()["name"].text(); }
  std::string toolFullName() const { return driver()["fullName"].text(); }
  bool isObject() const { return run_.isObject(); }
  size_t size() const { return text_.results.size(); }
  /// Parsed anew for every call; nothing if it is broken or reading is to stop.
  JsonRecord result(size_t i) const { return readRecord(in, text_.results[i]); }
  /// Every result that counts, until reading is to stop.
  void forEach(llvm::function_ref<void(size_t i, Json result)> visit) const;
  std::string pointer(size_t i) const;
  /// False for results that say nothing is wrong, are gone, or are suppressed.
  bool counts(Json result) const;

  std::string ruleId(Json result) const;
  /// All words about a rule: id, name, descriptions, tags.
  std::string ruleWords(Json result) const;
  std::string message(Json result) const;
  /// Place and text of a `location` object; false if it has no line.
  bool locate(Json location, MessageAt &at) const;
  /// The first location of a result that has a line.
  bool primary(Json result, MessageAt &at) const;
  std::vector<MessageAt> related(Json result) const;
  /// A step from a threadFlowLocation; none if it is not a milestone.
  std::optional<WarningStep> step(Json flowLocation) const;

  /// A warning with tool, rule and message of a result.
  Warning start(Json result) const;

private:
  Json driver() const { return run_["tool"]["driver"]; }
  JsonRecord rule(Json result) const;
  std::string file(Json artifactLocation) const;

  SarifText text_;
  JsonRecord run_; ///< all but results and rules
  std::map<std::string, size_t> ruleById_; ///< the first of that name
  size_t index_;
};


/// One function per dialect (SarifDialects.cpp), for all results of a run.
void readInferRun(const SarifRun &run);
void readGoblintRun(const SarifRun &run);
void readCodeQlRun(const SarifRun &run);
void readClangRun(const SarifRun &run);

/// The rules for a tool that nobody knows (Sarif.cpp), for one result.
void readGenericResult(const SarifRun &run, Json result, size_t i);

} // namespace rbcheck
