//===- tools/report/TriageJson.cpp - Verdicts in the JSON result ----------===//
#include "tools/report/TriageJson.h"

#include "tools/report/JsonParts.h"
#include "tools/report/Reasons.h"

namespace rbcheck {

namespace {

using llvm::json::OStream;
using llvm::json::Value;

Value textOrNull(const std::string &text) {
  return text.empty() ? Value(nullptr) : Value(clean(text));
}

template <typename T> Value numberOrNull(const std::optional<T> &number) {
  return number ? Value(int64_t(*number)) : Value(nullptr);
}

void writeLocks(OStream &json, const std::vector<LockEvidence> &locks) {
  for (const LockEvidence &lock : locks)
    json.object([&] {
      json.attribute("name", clean(lock.name));
      json.attributeArray("taken_at", [&] {
        for (const Location &at : lock.takenAt)
          writePlace(json, at);
      });
    });
}

void writeSide(OStream &json, const SideEvidence &side) {
  json.object([&] {
    json.attribute("place",
                   side.isAnywhere ? Value(nullptr) : Value(clean(side.text)));
    json.attributeArray("code", [&] {
      for (const Location &at : side.places)
        writePlace(json, at);
    });
    json.attributeArray("called_from", [&] {
      for (const std::string &caller : side.callers)
        json.value(clean(caller));
    });
    json.attribute("executed", side.wasExecuted);
    json.attribute("beside_others", side.wasParked);
    json.attributeArray("threads", [&] {
      for (uint32_t thread : side.threads)
        json.value(thread);
    });
    if (side.locks)
      json.attributeArray("always_held",
                          [&] { writeLocks(json, *side.locks); });
    else
      json.attribute("always_held", nullptr);
  });
}

void writeEvidence(OStream &json, const Judgement &judgement) {
  const Evidence &evidence = judgement.evidence;
  json.attributeObject("evidence", [&] {
    json.attribute("taken_as", goalWord(evidence.kind));
    json.attribute("searched", evidence.wasSearched);
    json.attributeArray("sides", [&] {
      for (const SideEvidence &side : evidence.sides)
        writeSide(json, side);
    });
    json.attributeArray("common_locks",
                        [&] { writeLocks(json, evidence.common); });
    json.attribute("nearest", textOrNull(evidence.stood));
    json.attribute("steps",
                   judgement.violation
                       ? Value(int64_t(judgement.violation->schedule.size()))
                       : Value(nullptr));
    json.attribute("states", judgement.violation
                                 ? Value(int64_t(judgement.statesToShow))
                                 : Value(nullptr));
    json.attribute("preemptions", judgement.cost
                                      ? Value(judgement.cost->preemptions)
                                      : Value(nullptr));
  });
}

/// Where the warning came from.
void writeOrigin(OStream &json, const Warning &warning) {
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
}

} // namespace

void writeJudgements(OStream &json, const TriageReport &report) {
  const auto &judgements = report.result.judgements;
  for (size_t i = 0; i < judgements.size(); ++i)
    json.object([&] {
      const Judgement &judgement = judgements[i];
      json.attribute("id", clean(judgement.warning.id));
      json.attribute("verdict", warningVerdictWord(judgement.verdict));
      json.attribute("observed", judgement.observed);
      json.attribute("of", judgement.of);
      json.attribute("why", clean(whyOf(judgement)));
      json.attribute("related", textOrNull(judgement.related));
      writeOrigin(json, judgement.warning);
      json.attributeArray("notes", [&] {
        for (const std::string &note : judgement.notes)
          json.value(clean(note));
      });
      json.attributeObject("bound", [&] {
        json.attribute("complete", judgement.scope.isComplete);
        json.attribute("preemptions",
                       numberOrNull(judgement.scope.preemptions));
        json.attribute("states", int64_t(judgement.scope.states));
      });
      json.attribute("error", i < report.errorOf.size()
                                  ? numberOrNull(report.errorOf[i])
                                  : Value(nullptr));
      writeEvidence(json, judgement);
    });
}

void writeSearches(OStream &json, const TriageReport &report) {
  for (const SearchRun &run : report.result.runs)
    json.object([&] {
      json.attribute(
          "warning",
          run.warning
              ? Value(clean(report.result.judgements[*run.warning].warning.id))
              : Value(nullptr));
      json.attribute("preemptions", numberOrNull(run.preemptions));
      json.attribute("predicts", run.predictions.has_value());
      json.attribute("states", int64_t(run.states));
      writeReal(json, "seconds", run.seconds, 6);
      json.attribute("complete", run.completeness.isCompleteWithinBounds());
      json.attribute("ended", textOrNull(endOf(run)));
    });
}

} // namespace rbcheck
