//===- tools/report/Json.cpp - The result as JSON -------------------------===//
//
// The keys and words are a contract (docs/man/rbcheck.md); their order is
// fixed, so equal runs give equal files but for times and memory.
// Tested by test/cli/json.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/AdviceText.h"
#include "tools/report/InputText.h"
#include "tools/report/JsonParts.h"
#include "tools/report/MemoryModelText.h"
#include "tools/report/Reasons.h"
#include "tools/report/Tests.h"
#include "tools/report/TriageJson.h"

#include <cstdio>

namespace rbcheck {

namespace {

using llvm::json::OStream;

void writeError(OStream &json, const TraceData &trace) {
  json.object([&] {
    json.attribute("kind", faultWord(trace.fault.kind));
    json.attribute("message", clean(trace.fault.message));
    json.attributeArray("values", [&] {
      for (const std::string &value : trace.values)
        json.value(clean(value));
    });
    json.attributeArray("inputs", [&] {
      for (const ShownInput &input : shownInputs(trace.origin.inputs.get()))
        json.object([&] {
          json.attribute("name", clean(input.name));
          json.attribute("thread", input.thread);
          json.attribute("value", clean(input.value));
        });
    });
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
    writeAdvice(json, trace);
    json.attribute("trace_length", int64_t(trace.schedule.size()));
    json.attribute("cycle_length", int64_t(trace.cycle));
    json.attribute("preemptions", trace.isBare()
                                      ? llvm::json::Value(nullptr)
                                      : llvm::json::Value(trace.preemptions));
  });
}

void writeStats(OStream &json, const Statistics &stats) {
  json.attributeObject("stats", [&] {
    json.attribute("states", int64_t(stats.states));
    json.attribute("revisits", int64_t(stats.revisits));
    json.attribute("transitions", int64_t(stats.transitions));
    json.attribute("executions", int64_t(stats.executions));
    json.attribute("executions_blocked", int64_t(stats.blocked));
    json.attribute("tree_nodes", int64_t(stats.treeNodes));
    json.attribute("tree_nodes_most", int64_t(stats.treeMost));
    json.attributeObject("predictions", [&] {
      const Predictions &made = stats.predictions;
      json.attribute("recorded", int64_t(made.recorded));
      json.attribute("events", int64_t(made.events));
      json.attribute("asked", int64_t(made.asked));
      json.attribute("unanswered", int64_t(made.unanswered));
      json.attribute("predicted", int64_t(made.predicted));
      json.attribute("replayed", int64_t(made.replayed));
    });
    json.attribute("max_depth", int64_t(stats.maxDepth));
    json.attribute("instructions", int64_t(stats.instructions));
    writeReal(json, "seconds", stats.seconds, 6);
    writeReal(json, "states_per_second", stats.statesPerSecond(), 1);
    json.attribute("peak_rss_mb", int64_t(stats.peakRssMb));
    json.attribute("states_to_first_error", int64_t(stats.statesToFirstError));
  });
}

/// Which inputs it holds for, and what the solver did for that.
void writeInputs(OStream &json, const Report &report) {
  const OpenInputs &open = report.result.inputs;
  json.attribute("inputs", holdsForAllInputs(report.result) ? "all" : "this");
  json.attributeBegin("open_inputs");
  if (open.any)
    json.object([&] {
      json.attribute("arguments", open.arguments);
      json.attribute("argument_bytes", open.argumentBytes);
      json.attribute("stdin_bytes", int64_t(open.stdinBytes));
    });
  else
    json.value(nullptr);
  json.attributeEnd();
  json.attributeBegin("solver");
  if (const std::optional<SolverStats> &solver = report.solver)
    json.object([&] {
      json.attribute("questions", int64_t(solver->queries));
      json.attribute("as_before", int64_t(solver->asBefore));
      json.attribute("parts", int64_t(solver->parts));
      json.attribute("by_cache", int64_t(solver->byCache));
      json.attribute("by_example", int64_t(solver->byModel));
      json.attribute("by_bits", int64_t(solver->byBits));
      json.attribute("by_solver", int64_t(solver->bySolver));
      json.attribute("unknown", int64_t(solver->unknown));
      writeReal(json, "seconds", solver->seconds, 6);
    });
  else
    json.value(nullptr);
  json.attributeEnd();
}

/// What a verdict holds for.
void writeScope(OStream &json, const Report &report) {
  const Completeness &all = report.result.completeness;
  json.attribute("memory_model", memoryModelWord(report.result.memory));
  writeInputs(json, report);
  if (report.input)
    json.attributeObject("stdin", [&] {
      json.attribute("file",
                     report.input->file.empty()
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
  // No state was met twice: a finite tree, of which every path ends. Or all
  // states were looked at for it. Else it is not known.
  if (neverEnds(report.result))
    json.attribute("never_ends", true);
  else if (all.isComplete() &&
           (!report.result.stats.revisits || report.checksTermination))
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

void writeReport(OStream &json, const Report &report) {
  const Result &result = report.result;
  json.object([&] {
    json.attribute("tool", "rbcheck");
    json.attribute("version", RBCHECK_VERSION);
    json.attribute("program", clean(report.programFile));
    TriageOutcome outcome{result.verdict, reasonOf(result)};
    if (report.triage)
      outcome = outcomeOf(report.triage->result, report.triage->unread);
    json.attribute("verdict", verdictWord(outcome.verdict));
    if (outcome.verdict == Verdict::Inconclusive)
      json.attribute("reason", clean(outcome.reason));
    else
      json.attribute("reason", nullptr);
    json.attribute("complete", result.completeness.isComplete());
    json.attributeArray("errors", [&] {
      for (const TraceData &trace : report.traces)
        writeError(json, trace);
    });
    json.attributeArray("warnings", [&] {
      if (report.triage)
        writeJudgements(json, *report.triage);
    });
    writeStats(json, wholeRun(result));
    writeScope(json, report);
    if (Coverage covered = coverageOf(result); covered.preemptions)
      json.attributeObject("covered", [&] {
        json.attribute("preemptions", *covered.preemptions);
        json.attribute("next_executed", int64_t(covered.executed));
        json.attribute("next_known", int64_t(covered.known));
      });
    else
      json.attribute("covered", nullptr);
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
    json.attributeArray("notes", [&] {
      for (const LeakNote &note : result.leaks)
        json.object([&] {
          json.attribute("kind", faultWord(FaultKind::Leak));
          writeLocation(json, note.at);
          json.attribute("message", clean(leakText(note)));
        });
    });
    json.attributeArray("searches", [&] {
      if (report.triage)
        writeSearches(json, *report.triage);
    });
  });
}

} // namespace

void writeJson(llvm::raw_ostream &out, const Report &report) {
  OStream json(out, 2);
  writeReport(json, report);
  out << "\n";
}

void writeTestsJson(llvm::raw_ostream &out, const TestReport &report) {
  OStream json(out, 2);
  json.object([&] {
    json.attribute("tool", "rbcheck");
    json.attribute("version", RBCHECK_VERSION);
    json.attribute("program", clean(report.programFile));
    json.attribute("verdict", verdictWord(report.verdict()));
    json.attribute("framework", report.framework);
    writeReal(json, "seconds", report.seconds, 6);
    json.attributeArray("tests", [&] {
      for (const TestOutcome &test : report.tests)
        json.object([&] {
          json.attribute("suite", clean(test.suite));
          json.attribute("name", clean(test.name));
          json.attribute("skipped", test.result
                                        ? llvm::json::Value(nullptr)
                                        : llvm::json::Value(test.skipped));
          writeReal(json, "seconds", test.seconds, 6);
          json.attributeBegin("result");
          if (test.report)
            writeReport(json, *test.report);
          else
            json.value(nullptr);
          json.attributeEnd();
        });
    });
  });
  out << "\n";
}

} // namespace rbcheck
