//===- tools/report/TriageSarif.cpp - SARIF with verdicts -----------------===//
//
// The logs of the tools are read again and given back: what rbcheck does not
// understand stays as it is, results that became warnings get their verdict.
// Warnings of other formats become results of a run for their tool. What rbcheck
// found itself is a run of its own, since a run has one tool. Results are read,
// judged and written one at a time: a log of any size needs the memory of one.
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
#include "tools/warnings/Pieces.h"
#include "tools/warnings/Read.h"
#include "tools/warnings/SarifRun.h"

#include <map>
#include <unordered_map>

namespace rbcheck {

namespace {

using llvm::StringRef;
using llvm::json::Array;
using JsonObject = llvm::json::Object;
using llvm::json::Value;

constexpr const char *kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

constexpr size_t kMostFlows = 100; // copies of a warning that have our flows

bool isFinal(WarningVerdict verdict) {
  return verdict == WarningVerdict::Confirmed ||
         verdict == WarningVerdict::Refuted ||
         verdict == WarningVerdict::RefutedBounded;
}

/// A log that is given back: its file stays open.
struct Log {
  std::string file;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  Pieces pieces;
};

class Writer {
public:
  Writer(llvm::raw_ostream &out, const TriageReport &report,
         SarifProfile profile)
      : report_(report), profile_(profile), json_(out, 2) {
    const auto &judgements = report.result.judgements;
    for (size_t i = 0; i < judgements.size(); ++i)
      for (const WarningSource &source : judgements[i].warning.sources)
        bySource_[source.path + "\n" + source.pointer] = i;
    ReadOptions options;
    if (report.streams)
      options.streams = report.streams;
    for (const std::string &file : report.reportFiles)
      openLog(file, options);
    groupOthers();
  }

  llvm::Error write() {
    json_.objectBegin();
    json_.attribute("$schema", kSchema);
    json_.attributeBegin("runs");
    json_.arrayBegin();
    for (const Log &log : logs_)
      writeLog(log);
    for (const auto &[tool, list] : others_)
      writeOthers(tool, list);
    llvm::Error error = writeOwnRun();
    json_.arrayEnd();
    json_.attributeEnd();
    json_.attribute("version", "2.1.0");
    json_.objectEnd();
    return error;
  }

private:
  void openLog(const std::string &file, const ReadOptions &options) {
    auto buffer = openReport(file, options);
    if (!buffer)
      return llvm::consumeError(buffer.takeError());
    Log log{file, std::move(*buffer), {}};
    log.pieces = piecesOf(log.buffer->getBuffer(), WarningFormat::Auto);
    llvm::erase_if(log.pieces.list, [](const Piece &piece) {
      return piece.format != WarningFormat::Sarif;
    });
    log.pieces.around.reset();
    for (const Piece &piece : log.pieces.list)
      for (StringRef run : jsonElements(jsonMember(piece.text, "runs")))
        runs_ += run.starts_with("{");
    if (!log.pieces.list.empty())
      logs_.push_back(std::move(log));
  }

  /// Warnings that no SARIF log has: a run per tool.
  void groupOthers() {
    for (size_t i = 0; i < report_.result.judgements.size(); ++i) {
      const Warning &warning = report_.result.judgements[i].warning;
      bool isElsewhere =
          llvm::any_of(warning.sources, [&](const WarningSource &source) {
            return StringRef(source.pointer).starts_with("/runs/") &&
                   llvm::any_of(logs_, [&](const Log &log) {
                     return log.file == source.path;
                   });
          });
      if (!isElsewhere)
        others_[warning.tool].push_back(i);
    }
  }

  void writeLog(const Log &log) {
    for (const Piece &piece : log.pieces.list) {
      std::vector<StringRef> runs =
          jsonElements(jsonMember(piece.text, "runs"));
      for (size_t r = 0; r < runs.size(); ++r)
        if (runs[r].starts_with("{"))
          writeRun(runs[r], log.file + "\n/runs/" +
                                std::to_string(piece.firstRun + r) +
                                "/results/");
    }
  }

  /// One run of a log; `base` is the source of its results but for the number.
  void writeRun(StringRef text, const std::string &base) {
    SarifText cut = cutSarif(text);
    auto parsed = parseJson(cut.skeleton);
    if (!parsed)
      return llvm::consumeError(parsed.takeError());
    JsonObject &run = *parsed->getAsObject();
    std::vector<int64_t> places = addRules(run, cut.rules);
    const std::vector<StringRef> &results = cut.results;
    std::vector<const size_t *> judged(results.size());
    bool isSuppressing = false;
    for (size_t i = 0; i < results.size(); ++i) {
      if (auto found = bySource_.find(base + std::to_string(i));
          found != bySource_.end())
        judged[i] = &found->second;
      isSuppressing |=
          judged[i] ? isFinal(report_.result.judgements[*judged[i]].verdict)
                    : false;
      isSuppressing |= hasSuppressions(results[i]);
    }
    writeRunAround(run, [&] {
      for (size_t i = 0; i < results.size(); ++i) {
        auto value = parseJson(results[i]);
        if (!value)
          llvm::consumeError(value.takeError());
        else if (JsonObject *result = value->getAsObject()) {
          moveRule(*result, places);
          writeResult(*result, judged[i], isSuppressing);
        }
      }
    });
  }

  static bool hasSuppressions(StringRef result) {
    return result.contains("\"suppressions\"") &&
           jsonMember(result, "suppressions").starts_with("[");
  }

  void writeOthers(const std::string &tool, const std::vector<size_t> &list) {
    Array rules;
    std::set<std::string> known;
    bool isSuppressing = false;
    for (size_t i : list) {
      const Judgement &judgement = report_.result.judgements[i];
      isSuppressing |= isFinal(judgement.verdict);
      if (!judgement.warning.rule.empty() &&
          known.insert(judgement.warning.rule).second)
        rules.push_back(
            JsonObject{{"id", llvm::json::fixUTF8(judgement.warning.rule)}});
    }
    JsonObject driver{
        {"name", tool.empty() ? "unknown" : llvm::json::fixUTF8(tool)},
        {"rules", std::move(rules)}};
    JsonObject run{{"tool", JsonObject{{"driver", std::move(driver)}}},
                   {"results", Array()}};
    writeRunAround(run, [&] {
      for (size_t i : list) {
        JsonObject result = resultOf(report_.result.judgements[i].warning);
        if (judge(result, i))
          finishResult(result, isSuppressing);
      }
    });
  }

  /// The members of a run, the results among them in their place.
  void writeRunAround(JsonObject &run, llvm::function_ref<void()> results) {
    addExtension(run);
    if (profile_ == SarifProfile::Github)
      describeRules(run);
    std::map<std::string, const Value *> members;
    for (const auto &[key, value] : run)
      members[key.str()] = &value;
    json_.objectBegin();
    for (const auto &[key, value] : members) {
      json_.attributeBegin(key);
      if (key == "results") {
        json_.arrayBegin();
        results();
        json_.arrayEnd();
      } else {
        json_.value(*value);
      }
      json_.attributeEnd();
    }
    json_.objectEnd();
  }

  void writeResult(JsonObject &result, const size_t *index,
                   bool isSuppressing) {
    if (index && !isUntouched(*index) && !judge(result, *index))
      return;
    finishResult(result, isSuppressing);
  }

  /// In all results of a run, or in none.
  void finishResult(JsonObject &result, bool isSuppressing) {
    if (profile_ == SarifProfile::Full && isSuppressing &&
        !result.getArray("suppressions"))
      result["suppressions"] = Array();
    json_.value(Value(std::move(result)));
  }

  /// Nothing was said on a rule that rbcheck cannot judge.
  bool isUntouched(size_t index) const {
    const Judgement &judgement = report_.result.judgements[index];
    return judgement.verdict == WarningVerdict::NotApplicable &&
           !judgement.warning.unjudged.empty();
  }

  /// Writes the verdict into a result; false if it is to be dropped.
  bool judge(JsonObject &result, size_t index) {
    const Judgement &judgement = report_.result.judgements[index];
    if (profile_ == SarifProfile::Github)
      return judgeForGithub(result, judgement, flowsOf(index));
    judgeFully(result, judgement, scopeOfRun(report_.result), flowsOf(index));
    auto own = ownResult(index);
    if (JsonObject *ours = result.getObject("properties")->getObject("rbcheck");
        own && ours)
      (*ours)["counterexample"] =
          "#/runs/" + std::to_string(runs_ + others_.size()) + "/results/" +
          std::to_string(*own);
    return true;
  }

  /// Our code flows for a confirmed warning. Of thousands of copies the first
  /// ones have them; the others point at our own result, as all do.
  Array flowsOf(size_t index) {
    if (index >= report_.shown.size() || !report_.shown[index] ||
        ++flowsGiven_[index] > kMostFlows)
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
  llvm::Error writeOwnRun() {
    for (const TraceData &error : report_.errors) // that no warning speaks of
      if (!error.isBare())
        ownTraces_.push_back(error);
    if (ownTraces_.empty())
      return llvm::Error::success();
    std::string text;
    llvm::raw_string_ostream out(text);
    writeSarif(out, {report_.programFile, "error", "", ""}, ownTraces_,
               *report_.program, SarifFlow::Both);
    auto log = llvm::json::parse(text);
    if (!log)
      return log.takeError();
    for (Value &run : *log->getAsObject()->getArray("runs"))
      json_.value(run);
    return llvm::Error::success();
  }

  const TriageReport &report_;
  SarifProfile profile_;
  llvm::json::OStream json_;
  std::vector<Log> logs_;
  size_t runs_ = 0; ///< of all logs
  std::map<std::string, std::vector<size_t>> others_; ///< judgements, by tool
  std::vector<TraceData> ownTraces_;
  std::map<size_t, size_t> flowsGiven_; ///< copies with flows, by judgement
  std::map<size_t, size_t> own_; ///< number of the trace, by judgement
  /// Which judgement is about which result, by "FILE\nPOINTER".
  std::unordered_map<std::string, size_t> bySource_;
};

} // namespace

llvm::Error writeTriageSarif(llvm::raw_ostream &out, const TriageReport &report,
                             SarifProfile profile) {
  llvm::Error error = Writer(out, report, profile).write();
  out << "\n";
  return error;
}

} // namespace rbcheck
