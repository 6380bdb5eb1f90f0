//===- tools/warnings/SarifRun.h - One run of a SARIF log, read leniently -===//
//
// What all dialects need: results that count, places, steps of flows. Files
// need not satisfy the schema; what is missing reads as empty.
// Tested by test/warnings/samples.test and test/warnings/sarif.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/JsonInput.h"
#include "tools/warnings/Messages.h"

namespace rbcheck {

class SarifRun {
public:
  SarifRun(Import &in, Json run, size_t index)
      : in(in), run_(run), index_(index) {}

  Import &in;

  std::string tool() const { return driver()["name"].text(); }
  std::string toolFullName() const { return driver()["fullName"].text(); }
  size_t size() const { return run_["results"].size(); }
  Json result(size_t i) const { return run_["results"][i]; }
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
  Json rule(Json result) const;
  std::string file(Json artifactLocation) const;

  Json run_;
  size_t index_;
};

/// One function per dialect (SarifDialects.cpp), for all results of a run.
void readInferRun(const SarifRun &run);
void readGoblintRun(const SarifRun &run);
void readCodeQlRun(const SarifRun &run);
void readClangRun(const SarifRun &run);

/// The rules for a tool that nobody knows (Sarif.cpp), for one result.
void readGenericResult(const SarifRun &run, size_t i);

} // namespace rbcheck
