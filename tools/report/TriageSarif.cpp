//===- tools/report/TriageSarif.cpp - SARIF with verdicts -----------------===//
//
// The logs of the tools are read again and given back: what rbcheck does not
// understand stays as it is, results that became warnings get their verdict.
// Warnings of other formats become results of a run for their tool. What rbcheck
// found itself is a run of its own, since a run has one tool.
//
// Rules of the standard that bind: a level other than none needs kind fail, rank
// only with fail, `suppressions` in all results of a run or in none.
// Tested by test/unit/TriageReportTest.cpp and test/warnings/triage-outputs.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Export.h"
#include "tools/report/SarifFlow.h"
#include "tools/report/TraceEnd.h"
#include "tools/report/TriageSarifParts.h"
#include "tools/warnings/JsonInput.h"
#include "tools/warnings/Read.h"

#include "llvm/Support/MemoryBuffer.h"

#include <map>

namespace rbcheck {

namespace {

using llvm::StringRef;
using llvm::json::Array;
using JsonObject = llvm::json::Object;
using llvm::json::Value;

constexpr const char *kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

/// The element `index` of the array `key` of an object, as an object.
JsonObject *element(JsonObject &object, StringRef key, size_t index) {
  Array *array = object.getArray(key);
  return array && index < array->size() ? (*array)[index].getAsObject()
                                        : nullptr;
}

class Writer {
public:
  Writer(const TriageReport &report, SarifProfile profile)
      : report_(report), profile_(profile) {}

  llvm::Error addReports() {
    for (const std::string &file : report_.reportFiles) {
      auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
      if (!buffer || recognise((*buffer)->getBuffer()) != WarningFormat::Sarif)
        continue;
      ImportedWarnings unused;
      ReadOptions options;
      Import in((*buffer)->getBuffer(), file, options, unused);
      auto document = parseJsonReport(in);
      if (!document)
        return document.takeError();
      addLog(file, *document);
    }
    addOthers();
    return llvm::Error::success();
  }

  llvm::Expected<Value> take() {
    if (llvm::Error error = addOwnRun())
      return std::move(error);
    return JsonObject{{"$schema", kSchema},
                  {"version", "2.1.0"},
                  {"runs", std::move(runs_)}};
  }

private:
  /// Which judgement is about which result, by "FILE POINTER".
  const std::map<std::string, size_t> &bySource() {
    if (bySource_.empty())
      for (size_t i = 0; i < report_.result.judgements.size(); ++i)
        for (const WarningSource &source :
             report_.result.judgements[i].warning.sources)
          bySource_[source.path + "\n" + source.pointer] = i;
    return bySource_;
  }

  void addLog(const std::string &file, Value &document) {
    JsonObject *log = document.getAsObject();
    Array *runs = log ? log->getArray("runs") : nullptr;
    for (size_t r = 0; runs && r < runs->size(); ++r) {
      JsonObject *run = (*runs)[r].getAsObject();
      if (!run)
        continue;
      mergeEqualRules(*run);
      std::string base = "/runs/" + std::to_string(r) + "/results/";
      Array kept;
      Array *results = run->getArray("results");
      for (size_t i = 0; results && i < results->size(); ++i) {
        JsonObject *result = (*results)[i].getAsObject();
        if (!result)
          continue;
        auto found =
            bySource().find(file + "\n" + base + std::to_string(i));
        if (found != bySource().end() && !isUntouched(found->second) &&
            !judge(*result, found->second))
          continue;
        kept.push_back(std::move((*results)[i]));
      }
      if (results)
        *results = std::move(kept);
      finishRun(*run);
      runs_.push_back(std::move((*runs)[r]));
      isWritten_[file] = true;
    }
  }

  /// Nothing was said on a rule that rbcheck cannot judge.
  bool isUntouched(size_t index) const {
    const Judgement &judgement = report_.result.judgements[index];
    return judgement.verdict == WarningVerdict::NotApplicable &&
           !judgement.warning.unjudged.empty();
  }

  /// Warnings that no SARIF log has: a run per tool.
  void addOthers() {
    std::map<std::string, Array> byTool;
    std::map<std::string, std::vector<std::string>> rules;
    for (size_t i = 0; i < report_.result.judgements.size(); ++i) {
      const Warning &warning = report_.result.judgements[i].warning;
      bool isElsewhere = false;
      for (const WarningSource &source : warning.sources)
        isElsewhere |= isWritten_.count(source.path) != 0;
      JsonObject result = resultOf(warning);
      if (isElsewhere || !judge(result, i))
        continue;
      byTool[warning.tool].push_back(std::move(result));
      if (!warning.rule.empty() &&
          !llvm::is_contained(rules[warning.tool], warning.rule))
        rules[warning.tool].push_back(warning.rule);
    }
    for (auto &[tool, results] : byTool) {
      Array list;
      for (const std::string &rule : rules[tool])
        list.push_back(JsonObject{{"id", llvm::json::fixUTF8(rule)}});
      JsonObject driver{{"name", tool.empty() ? "unknown"
                                          : llvm::json::fixUTF8(tool)},
                    {"rules", std::move(list)}};
      JsonObject run{{"tool", JsonObject{{"driver", std::move(driver)}}},
                 {"results", std::move(results)}};
      finishRun(run);
      runs_.push_back(std::move(run));
    }
  }

  /// Writes the verdict into a result; false if it is to be dropped.
  bool judge(JsonObject &result, size_t index) {
    const Judgement &judgement = report_.result.judgements[index];
    if (profile_ == SarifProfile::Github)
      return judgeForGithub(result, judgement, flowsOf(index));
    judgeFully(result, judgement, flowsOf(index));
    auto own = ownResult(index);
    if (JsonObject *ours = result.getObject("properties")->getObject("rbcheck");
        own && ours)
      (*ours)["counterexample"] = int64_t(*own); // a pointer in the end
    return true;
  }

  /// Our code flows for a confirmed warning.
  Array flowsOf(size_t index) const {
    if (index >= report_.shown.size() || !report_.shown[index])
      return Array();
    const TraceData &trace = *report_.shown[index];
    std::vector<EndPoint> ends = endPoints(trace);
    SourceFiles sources;
    SarifFlows flows(trace, ends, sources);
    Array both{flows.merged(), flows.perThread()};
    return both;
  }

  /// What was found for a warning is a result of our own run: its number.
  std::optional<size_t> ownResult(size_t index) {
    const TraceData *trace = nullptr;
    for (const auto *list : {&report_.shown, &report_.related})
      if (!trace && index < list->size() && (*list)[index])
        trace = &*(*list)[index];
    if (!trace || !report_.program)
      return std::nullopt;
    auto [own, isNew] = own_.try_emplace(index, ownTraces_.size());
    if (isNew)
      ownTraces_.push_back(*trace);
    return own->second;
  }

  /// Our findings, as --sarif writes them without warnings.
  llvm::Error addOwnRun() {
    if (ownTraces_.empty())
      return llvm::Error::success();
    std::string text;
    llvm::raw_string_ostream out(text);
    writeSarif(out, {report_.programFile, "error", "", ""}, ownTraces_,
               *report_.program, SarifFlow::Both);
    auto log = llvm::json::parse(text);
    if (!log)
      return log.takeError();
    std::string base = "#/runs/" + std::to_string(runs_.size()) + "/results/";
    for (Value &run : runs_)
      for (size_t i = 0;
           JsonObject *result = element(*run.getAsObject(), "results", i); ++i)
        if (JsonObject *properties = result->getObject("properties"))
          if (JsonObject *ours = properties->getObject("rbcheck"))
            if (auto own = ours->getInteger("counterexample"))
              (*ours)["counterexample"] = base + std::to_string(*own);
    for (Value &run : *log->getAsObject()->getArray("runs"))
      runs_.push_back(std::move(run));
    return llvm::Error::success();
  }

  void finishRun(JsonObject &run) {
    addExtension(run);
    if (profile_ == SarifProfile::Github)
      return describeRules(run);
    // In all results of a run, or in none.
    bool hasAny = false;
    for (size_t i = 0; JsonObject *result = element(run, "results", i); ++i)
      hasAny |= result->getArray("suppressions") != nullptr;
    for (size_t i = 0; JsonObject *result = element(run, "results", i); ++i)
      if (hasAny && !result->getArray("suppressions"))
        (*result)["suppressions"] = Array();
  }

  const TriageReport &report_;
  SarifProfile profile_;
  Array runs_;
  std::vector<TraceData> ownTraces_;
  std::map<size_t, size_t> own_; ///< number of the trace, by judgement
  std::map<std::string, size_t> bySource_;
  std::map<std::string, bool> isWritten_; ///< logs that are in the output
};

} // namespace

llvm::Error writeTriageSarif(llvm::raw_ostream &out, const TriageReport &report,
                             SarifProfile profile) {
  Writer writer(report, profile);
  if (llvm::Error error = writer.addReports())
    return error;
  llvm::Expected<Value> log = writer.take();
  if (!log)
    return log.takeError();
  out << llvm::formatv("{0:2}", *log) << "\n";
  return llvm::Error::success();
}

} // namespace rbcheck
