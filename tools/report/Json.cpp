//===- tools/report/Json.cpp - The result as JSON -------------------------===//
//
// The keys and words are a contract (docs/man/rbcheck.md); their order is
// fixed, so equal runs give equal files but for times and memory.
// Tested by test/cli/json.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Reasons.h"
#include "tools/report/Report.h"

#include "llvm/Support/JSON.h"

#include <cstdio>

namespace rbcheck {

namespace {

using llvm::json::OStream;

/// JSON is UTF-8; names in programs may be anything.
std::string clean(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// A number with a fixed count of digits behind the point.
void writeReal(OStream &json, llvm::StringRef key, double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  json.attributeBegin(key);
  json.rawValue(text);
  json.attributeEnd();
}

void writeLocation(OStream &json, const Location &location) {
  json.attributeObject("location", [&] {
    json.attribute("file", clean(location.file));
    json.attribute("line", location.line);
    json.attribute("column", location.column);
    json.attribute("function", clean(location.function));
  });
}

void writeError(OStream &json, const TraceData &trace) {
  json.object([&] {
    json.attribute("kind", faultWord(trace.fault.kind));
    json.attribute("message", clean(trace.fault.message));
    json.attribute("thread", trace.fault.thread);
    writeLocation(json, trace.location);
    json.attributeArray("related", [&] {
      for (const RelatedNote &note : relatedNotes(trace))
        json.object([&] {
          json.attribute("thread", note.thread);
          writeLocation(json, note.location);
          json.attribute("message", clean(note.message));
        });
    });
    json.attribute("remark", remark(trace).empty()
                                 ? llvm::json::Value(nullptr)
                                 : llvm::json::Value(remark(trace)));
    json.attribute("trace_length", int64_t(trace.steps.size()));
    json.attribute("preemptions", trace.preemptions);
  });
}

void writeJudgement(OStream &json, const Judgement &judgement) {
  const Warning &warning = judgement.warning;
  json.object([&] {
    json.attribute("id", clean(warning.id));
    json.attribute("verdict", warningVerdictWord(judgement.verdict));
    json.attribute("observed", judgement.observed);
    json.attribute("of", judgement.of);
    json.attribute("why", clean(whyOf(judgement)));
    json.attribute("related", judgement.related.empty()
                                  ? llvm::json::Value(nullptr)
                                  : llvm::json::Value(clean(judgement.related)));
    json.attribute("kind", warningKindWord(warning.kind));
    json.attribute("tool", clean(warning.tool));
    json.attribute("rule", clean(warning.rule));
    json.attribute("message", clean(warning.message));
    json.attribute("fingerprint", warning.fingerprint);
    json.attributeArray("sources", [&] {
      for (const WarningSource &source : warning.sources)
        json.object([&] {
          json.attribute("path", clean(source.path));
          json.attribute("pointer", clean(source.pointer));
        });
    });
    json.attributeArray("notes", [&] {
      for (const std::string &note : judgement.notes)
        json.value(clean(note));
    });
    json.attributeObject("bound", [&] {
      json.attribute("complete", judgement.scope.isComplete);
      json.attribute("preemptions",
                     judgement.scope.preemptions
                         ? llvm::json::Value(*judgement.scope.preemptions)
                         : llvm::json::Value(nullptr));
      json.attribute("states", int64_t(judgement.scope.states));
    });
  });
}

void writeStats(OStream &json, const Statistics &stats) {
  json.attributeObject("stats", [&] {
    json.attribute("states", int64_t(stats.states));
    json.attribute("revisits", int64_t(stats.revisits));
    json.attribute("transitions", int64_t(stats.transitions));
    json.attribute("executions", int64_t(stats.executions));
    json.attribute("max_depth", int64_t(stats.maxDepth));
    json.attribute("instructions", int64_t(stats.instructions));
    writeReal(json, "seconds", stats.seconds, 6);
    writeReal(json, "states_per_second", stats.statesPerSecond(), 1);
    json.attribute("peak_rss_mb", int64_t(stats.peakRssMb));
    json.attribute("states_to_first_error", int64_t(stats.statesToFirstError));
  });
}

/// What a verdict holds for.
void writeScope(OStream &json, const Report &report) {
  const Completeness &all = report.result.completeness;
  json.attribute("memory_model", "sc");
  json.attribute("inputs", "this");
  if (report.input)
    json.attributeObject("stdin", [&] {
      json.attribute("file", report.input->file.empty()
                                 ? llvm::json::Value(nullptr)
                                 : llvm::json::Value(clean(report.input->file)));
      json.attribute("bytes", int64_t(report.input->bytes));
    });
  else
    json.attribute("stdin", nullptr);
  json.attribute("optimised", report.isOptimised);
  json.attributeArray("accepted", [&] {
    for (const std::string &name : acceptedNames(all))
      json.value(name);
  });
  // No state was met twice: a finite tree, of which every path ends. Else it
  // is not known.
  if (all.isComplete() && !report.result.stats.revisits)
    json.attribute("never_ends", false);
  else
    json.attribute("never_ends", nullptr);
}

void writeMember(OStream &json, const MemberReport &member) {
  json.object([&] {
    json.attribute("search", member.name);
    json.attribute("outcome", clean(outcomeText(member)));
    json.attribute("states", int64_t(member.states));
    json.attribute("transitions", int64_t(member.steps));
    json.attribute("turns", int64_t(member.turns));
    writeReal(json, "seconds", member.seconds, 6);
  });
}

} // namespace

void writeJson(llvm::raw_ostream &out, const Report &report) {
  const Result &result = report.result;
  OStream json(out, 2);
  json.object([&] {
    json.attribute("tool", "rbcheck");
    json.attribute("version", RBCHECK_VERSION);
    json.attribute("program", clean(report.programFile));
    json.attribute("verdict", verdictWord(result.verdict));
    if (result.verdict == Verdict::Inconclusive)
      json.attribute("reason", clean(reasonOf(result)));
    else
      json.attribute("reason", nullptr);
    json.attribute("complete", result.completeness.isComplete());
    json.attributeArray("errors", [&] {
      for (const TraceData &trace : report.traces)
        writeError(json, trace);
    });
    json.attributeArray("warnings", [&] {
      if (report.judgements)
        for (const Judgement &judgement : *report.judgements)
          writeJudgement(json, judgement);
    });
    writeStats(json, result.stats);
    writeScope(json, report);
    json.attribute("search", result.search);
    json.attribute("member", result.member.empty()
                                 ? llvm::json::Value(nullptr)
                                 : llvm::json::Value(result.member));
    json.attribute("visited", visitedText(result.completeness));
    json.attribute("bound", result.bounds.any()
                                ? llvm::json::Value(result.bounds.text())
                                : llvm::json::Value(nullptr));
    json.attribute("seed", llvm::json::Value(uint64_t(result.seed)));
    json.attribute("jobs", result.jobs);
    json.attribute("ranks", result.ranks);
    json.attributeArray("members", [&] {
      for (const MemberReport &member : result.members)
        writeMember(json, member);
    });
    json.attributeArray("approximations", [&] {
      for (const MetApproximation &one : result.completeness.approximations)
        json.value(clean(approximationText(one) +
                         (one.hasPlace ? " at " + toString(one.at) : "")));
      for (const std::string &text : report.assumptions)
        json.value(clean("assumed: " + text));
    });
  });
  out << "\n";
}

} // namespace rbcheck
