//===- tools/report/Sarif.cpp - Errors as SARIF 2.1.0 ---------------------===//
//
// One result for each error, with two code flows: the common viewers show only
// the first thread flow of the first one, so that holds the whole interleaving;
// the second is exact, with one thread flow for each thread and the order over
// all of them. Tested by test/report/sarif.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Export.h"
#include "tools/report/InputText.h"
#include "tools/report/SarifFlow.h"
#include "tools/report/SarifParts.h"
#include "tools/report/TraceEnd.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

using llvm::StringRef;
using llvm::json::Array;
using JsonObject = llvm::json::Object;

/// "in publish, 2 lines below its start": the same after lines were added
/// above the function.
std::string stablePlace(const Program &program, const Location &at) {
  uint32_t start = 0;
  for (const Function &function : program.functions) {
    const SourceLoc &declared = function.declared;
    if (program.strings[declared.function] == at.function &&
        program.files[declared.file] == at.file && declared.line <= at.line)
      start = std::max(start, declared.line);
  }
  return at.function + "+" + std::to_string(at.line - start);
}

class ResultMaker {
public:
  ResultMaker(const ExportHead &head, const TraceData &trace,
              const Program &program, SourceFiles &sources)
      : head_(head), trace_(trace), program_(program), sources_(sources),
        ends_(endPoints(trace)) {}

  JsonObject result(SarifFlow flow) {
    StringRef kind = faultWord(trace_.fault.kind);
    addRelated();
    JsonObject result{
        {"ruleId", kind},
        {"ruleIndex", sarifRuleIndex(kind)},
        {"kind", "fail"},
        {"level", "error"},
        {"message", sarifMessage(message())},
        {"locations", Array{sarifLocation(trace_.location, "", sources_)}},
        {"relatedLocations", std::move(related_)},
        {"codeFlows", codeFlows(flow)},
        {"stacks", stacks()},
        {"partialFingerprints", JsonObject{{"rbcheck/v1", fingerprint()}}},
        {"properties", properties()}};
    if (!head_.traceFile.empty())
      result["attachments"] = Array{
          JsonObject{{"description", sarifMessage("trace for rbreplay")},
                     {"artifactLocation", sarifArtifact(head_.traceFile)}}};
    return result;
  }

private:
  /// The first sentence is what viewers show as the title.
  std::string message() const {
    std::string text = sarifPlain(trace_.fault.message);
    if (!text.empty())
      text[0] = llvm::toUpper(text[0]);
    if (!trace_.values.empty())
      text += " (" + sarifPlain(llvm::join(trace_.values, ", ")) + ")";
    text += ".";
    const std::vector<ShownInput> inputs = shownInputs(trace_.origin.inputs.get());
    constexpr size_t kMostInputs = 8; // the properties have all
    for (size_t i = 0; i < inputs.size() && i < kMostInputs; ++i)
      text += (i ? ", " : " With ") + inputs[i].name + " = " +
              sarifPlain(inputs[i].value);
    if (inputs.size() > kMostInputs)
      text += ", ...";
    text += inputs.empty() ? "" : ".";
    for (const std::string &link : links_)
      text += " " + link + ".";
    return text + " Run 'rbcheck --explain " +
           std::string(faultWord(trace_.fault.kind)) + "' for usual fixes.";
  }

  /// A place that the message links to by the function's name.
  void addLinked(uint32_t thread, const Location &at, const std::string &what) {
    if (at.isKnown())
      links_.push_back("T" + std::to_string(thread) + " " + sarifPlain(what) +
                       " in [" + sarifPlain(at.function) + "](" +
                       std::to_string(related_.size()) + ")");
    addPlace(at, "T" + std::to_string(thread) + " " + what);
  }

  void addPlace(const Location &at, const std::string &what) {
    if (!at.isKnown())
      return;
    JsonObject place = sarifLocation(at, what, sources_);
    place["id"] = int64_t(related_.size());
    related_.push_back(std::move(place));
  }

  void addRelated() {
    if (ends_.empty())
      addLinked(trace_.fault.thread, trace_.location, "fails");
    for (const EndPoint &end : ends_)
      addLinked(end.thread, end.location,
                trace_.foundBy->shows() == Shows::LastStep ? "fails"
                                                           : end.text);
    if ((trace_.foundBy->shows() == Shows::LastStep ||
         trace_.foundBy->shows() == Shows::End) &&
        trace_.fault.hasRelated)
      addLinked(trace_.fault.related.thread, trace_.related,
                trace_.fault.related.message);
    if (const auto &object = trace_.object) {
      addPlace(object->allocatedAt,
               object->isHeap
                   ? "allocated by T" + std::to_string(object->allocator)
                   : "declared here");
      if (object->isFreed)
        addPlace(object->freedAt, "freed by T" + std::to_string(object->freer));
    }
    if (trace_.advice)
      for (const OrderChange &one : trace_.advice->changes)
        addPlace(one.site.at,
                 std::string(trace_.advice->isLeast ? "needs at least "
                                                    : "could have ") +
                     orderWord(one.order));
    for (uint32_t id = 0; id < trace_.threads.size(); ++id)
      addPlace(trace_.threads[id].createdAt,
               threadTitle(trace_, id) + " is created");
    for (size_t i = 1; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].isPreemption)
        addPreemption(i);
  }

  void addPreemption(size_t step) {
    uint32_t thread = trace_.steps[step - 1].thread;
    for (size_t i = step; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].thread == thread)
        return addPlace(trace_.locations[trace_.steps[i].location],
                        "T" + std::to_string(thread) + " is preempted before");
    addPlace(trace_.threads[thread].at,
             "T" + std::to_string(thread) + " is preempted before");
  }

  Array codeFlows(SarifFlow flow) {
    SarifFlows flows(trace_, ends_, sources_);
    Array all;
    if (flow == SarifFlow::Both)
      all.push_back(flows.merged());
    all.push_back(flows.perThread());
    return all;
  }

  Array stacks() {
    Array all;
    for (uint32_t id = 0; id < trace_.threads.size(); ++id) {
      Array frames;
      for (const Location &at : trace_.threads[id].stack)
        frames.push_back(JsonObject{
            {"location", sarifLocation(at, "", sources_)}, {"threadId", id}});
      if (!frames.empty())
        all.push_back(
            JsonObject{{"message", sarifMessage(threadTitle(trace_, id) + ": " +
                                                statusAtEnd(trace_, id))},
                       {"frames", std::move(frames)}});
    }
    return all;
  }

  /// Kind, object and the places of the error; not the way to it, of which
  /// there are many, and nothing that changes when the program is edited
  /// elsewhere.
  std::string fingerprint() const {
    std::vector<std::string> places;
    for (const EndPoint &end : ends_)
      places.push_back(stablePlace(program_, end.location));
    if (ends_.empty())
      places.push_back(stablePlace(program_, trace_.location));
    llvm::sort(places); // the accesses of a race come in either order
    places.insert(places.begin(), {faultWord(trace_.fault.kind),
                                   trace_.object ? trace_.object->name : ""});
    return sarifFingerprint(places);
  }

  JsonObject properties() const {
    int64_t switches = 0;
    for (size_t i = 1; i < trace_.steps.size(); ++i)
      switches += trace_.steps[i].thread != trace_.steps[i - 1].thread;
    JsonObject own{{"steps", int64_t(trace_.steps.size())},
                   {"threads", int64_t(trace_.threads.size())},
                   {"contextSwitches", switches},
                   {"preemptions", trace_.preemptions}};
    Array inputs;
    for (const ShownInput &input : shownInputs(trace_.origin.inputs.get()))
      inputs.push_back(JsonObject{{"name", llvm::json::fixUTF8(input.name)},
                                  {"thread", input.thread},
                                  {"value", llvm::json::fixUTF8(input.value)}});
    if (!inputs.empty())
      own["inputs"] = std::move(inputs);
    if (!head_.traceFile.empty())
      own["replay"] = llvm::json::fixUTF8("rbreplay " + head_.traceFile);
    return JsonObject{{"rbcheck", std::move(own)}};
  }

  const ExportHead &head_;
  const TraceData &trace_;
  const Program &program_;
  SourceFiles &sources_;
  std::vector<EndPoint> ends_;
  Array related_;
  std::vector<std::string> links_;
};

JsonObject invocation(const ExportHead &head) {
  JsonObject object{{"executionSuccessful", true}};
  if (!head.reason.empty())
    object["toolExecutionNotifications"] = Array{
        JsonObject{{"level", "warning"},
                   {"message", sarifMessage("inconclusive: " + head.reason)}}};
  return object;
}

} // namespace

void writeSarif(llvm::raw_ostream &out, const ExportHead &head,
                llvm::ArrayRef<TraceData> traces, const Program &program,
                SarifFlow flow) {
  SourceFiles sources;
  Array results;
  for (const TraceData &trace : traces)
    results.push_back(ResultMaker(head, trace, program, sources).result(flow));
  JsonObject run{
      {"tool", JsonObject{{"driver", sarifTool()}}},
      {"automationDetails", JsonObject{{"id", "rbcheck/"}}},
      {"columnKind", "utf16CodeUnits"},
      {"originalUriBaseIds",
       JsonObject{{"SRCROOT",
                   JsonObject{{"description", sarifMessage("where rbcheck was "
                                                           "started")}}}}},
      {"invocations", Array{invocation(head)}},
      {"results", std::move(results)}};
  JsonObject log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Array{std::move(run)}}};
  llvm::json::OStream json(out, 1);
  json.value(std::move(log));
  out << "\n";
}

} // namespace rbcheck
