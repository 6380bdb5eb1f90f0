//===- tools/report/TriageJson.h - Verdicts in the JSON result ------------===//
//
// The elements of "warnings" and "searches" (docs/man/rbcheck.md).
// Tested by test/triage/reasons.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Triage.h"

#include "llvm/Support/JSON.h"

namespace rbcheck {

void writeJudgements(llvm::json::OStream &json, const TriageReport &report);
void writeSearches(llvm::json::OStream &json, const TriageReport &report);

} // namespace rbcheck
