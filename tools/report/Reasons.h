//===- tools/report/Reasons.h - How far a search came, in words -----------===//
//
// The only place where the facts of a Completeness
// (search/result/Completeness.h) become sentences. Nothing reads these
// sentences back. Tested by test/unit/CompletenessTest.cpp and
// test/cli/limits.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"
#include "search/triage/Triage.h"

namespace rbcheck {

/// Why a search was not complete, all of it, or "".
std::string reasonOf(const Completeness &completeness);
/// The same for a result that is inconclusive, with how it can be continued;
/// "" for others.
std::string reasonOf(const Result &result);
/// What the user can do about it, to be put behind the reason, or "".
std::string nextStep(const Completeness &completeness);

/// "signal: signals that come from outside are not tried".
std::string approximationText(const Approximation &one);
/// "8 bytes in 1 block are not freed ...".
std::string leakText(const LeakNote &note);
/// Names that the user accepted and that were met, without repetition.
std::vector<std::string> acceptedNames(const Completeness &completeness);
/// "fp128", "fp128 (exact until state 1000, ...)".
std::string visitedText(const Completeness &completeness);
/// What became of a member of a team.
std::string outcomeText(const MemberReport &member);

/// One line for the verdict on a warning (TriageReasons.cpp).
std::string whyOf(const Judgement &judgement);

/// The values of inputs with which it happens, one each.
std::vector<std::string> inputNotes(const Judgement &judgement);
/// True if that line names how much was explored.
bool namesScope(const Judgement &judgement);

/// The numbers of a run: of all members of a team together.
Statistics wholeRun(const Result &result);

} // namespace rbcheck
