//===- search/triage/Triage.h - Verdicts on the warnings of other tools ---===//
//
// What the triage found out about each warning: plain data for the reports.
// "Confirmed" has a violation that replays; "refuted" is a proof for this
// program, input and memory model, never an opinion.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Driver.h"
#include "search/result/Minimise.h"
#include "search/triage/Evidence.h"
#include "search/triage/SourcePaths.h"
#include "search/triage/Warning.h"

namespace rbcheck {

enum class WarningVerdict : uint8_t {
  Confirmed,      ///< a trace shows what the warning says
  Refuted,        ///< impossible: complete search, or a static reason
  RefutedBounded, ///< impossible within the named bound
  Undecided,      ///< a limit was hit, or something unsupported
  NotApplicable   ///< not in this program, or never executed
};

/// "confirmed", "refuted", "refuted-bounded", "undecided", "not-applicable".
const char *warningVerdictWord(WarningVerdict verdict);

/// How far the verdict reaches.
struct VerdictScope {
  bool isComplete = false;             ///< every interleaving was explored
  std::optional<uint32_t> preemptions; ///< bound of the search, if there was one
  uint64_t states = 0;                 ///< distinct states looked at for it
};

/// One warning, judged.
struct Judgement {
  Warning warning;
  WarningVerdict verdict = WarningVerdict::Undecided;
  uint32_t observed = 0; ///< milestones met by the nearest approach
  uint32_t of = 0;       ///< milestones in all
  Ground ground = Ground::Said; ///< what speaks for the verdict
  uint32_t side = 0;            ///< the side that `ground` is about
  std::string why;              ///< the part of it that is in words already
  Evidence evidence;
  /// Undecided because no search came far enough: how far they came.
  std::optional<Completeness> open;
  VerdictScope scope;
  std::optional<Violation> violation; ///< Confirmed: what shows it
  std::optional<ScheduleCost> cost;   ///< of its schedule, if there was time
  uint64_t statesToShow = 0; ///< that all searches took until it was found
  /// Something else that is wrong with the code it points at: one line, and
  /// what shows it.
  std::string related;
  std::optional<Violation> relatedViolation;
  /// "pool.c:310 has no code; taken as line 311", in words for the user.
  std::vector<std::string> notes;
  double seconds = 0;
};

struct TriageResult {
  std::vector<Judgement> judgements; ///< in the order of the warnings
  Result search;                     ///< statistics, approximations; all runs
  /// Errors of the program that were met on the way and confirm no warning:
  /// each distinct one once, in the order they were found.
  std::vector<Violation> errors;
  std::vector<SearchRun> runs; ///< in the order they were made
};

/// When a warning gets a search of its own along its places.
enum class GuideUse : uint8_t {
  Late,  ///< when the searches for all warnings leave it open
  First, ///< before them
  Never
};

struct TriageOptions {
  CheckOptions check;           ///< limits are those of the whole run
  double secondsPerWarning = 0; ///< for a search of its own; 0 = a default
  GuideUse guide = GuideUse::Late;
  bool minimise = true;         ///< shorten what shows a warning
  std::vector<PathMap> pathMaps;
};

/// Judges all warnings in one run (Triage.cpp says how).
TriageResult triage(const Program &program,
                    const std::vector<Warning> &warnings,
                    const TriageOptions &options);

/// Can the place be reached? Confirmed: yes, with a schedule; Refuted: no.
Judgement reach(const Program &program, const WarningStep &place,
                const TriageOptions &options);

} // namespace rbcheck
