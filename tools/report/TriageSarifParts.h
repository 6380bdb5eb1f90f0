//===- tools/report/TriageSarifParts.h - Pieces of SARIF with verdicts ----===//
//
// What is written into a single result, rule or tool; TriageSarif.cpp puts the
// logs together. docs/formats.md has the table of verdicts.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Triage.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace rbcheck {

/// The full profile: kind, level, rank, suppressions, properties. Never drops.
/// `scope` is what verdicts of the run hold for (scopeOfRun).
bool judgeFully(llvm::json::Object &result, const Judgement &judgement,
                llvm::StringRef scope, llvm::json::Array codeFlows);
/// GitHub ignores all but level and message; false drops a refuted result.
bool judgeForGithub(llvm::json::Object &result, const Judgement &judgement,
                    llvm::json::Array codeFlows);

/// A warning that is in no SARIF log, as a result.
llvm::json::Object resultOf(const Warning &warning);

/// rbcheck as an extension of the run's tool.
void addExtension(llvm::json::Object &run);
/// Texts that GitHub demands of every rule.
void describeRules(llvm::json::Object &run);
/// Rules that are there twice, which the schema forbids, are merged: the new
/// place of each old rule, or nothing if all stay.
std::vector<int64_t> mergeEqualRules(llvm::json::Object &run);
/// Fills a run's empty list of rules; copies are merged as above.
std::vector<int64_t> addRules(llvm::json::Object &run,
                              llvm::ArrayRef<llvm::StringRef> rules);
/// Lets a result name the rule at its new place.
void moveRule(llvm::json::Object &result, const std::vector<int64_t> &places);

} // namespace rbcheck
