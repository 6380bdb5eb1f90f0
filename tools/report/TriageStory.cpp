//===- tools/report/TriageStory.cpp - What shows that a warning is right --===//
//
// A replayed error as the code flows of SARIF: first one flow with the whole
// interleaving, because viewers show only that; then one flow per thread with
// the order of execution, which is the exact one.
// Tested by test/warnings/triage-outputs.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Interleaving.h"
#include "tools/report/Triage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

namespace {

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

std::string uriOf(StringRef path) {
  std::string shown = shortPath(path), uri;
  if (llvm::sys::path::is_absolute(shown))
    uri = "file://";
  for (unsigned char c : shown)
    uri += llvm::isAlnum(c) || StringRef("-._~/").contains(char(c))
               ? std::string(1, char(c))
               : llvm::formatv("%{0:X-2}", unsigned(c)).str();
  return uri;
}

std::string clean(StringRef text) { return llvm::json::fixUTF8(text); }

Array kindsOf(StringRef operation, bool isDanger) {
  Array kinds;
  if (operation.contains("unlock")) {
    kinds = Array{"release", "lock"};
  } else if (operation.contains("lock")) {
    kinds = Array{"acquire", "lock"};
  } else if (operation.starts_with("read") || operation.starts_with("write")) {
    kinds = Array{"memory"};
  } else {
    kinds = Array{"call", "function"};
  }
  if (isDanger)
    kinds.push_back("danger");
  return kinds;
}

/// A step of a story, or where a thread stands at its end.
struct FlowStep {
  uint32_t thread;
  const Location &location;
  std::string text;
  int64_t order;
  bool isDanger;
  bool isPreemption;
};

std::vector<FlowStep> stepsOf(const Story &story) {
  std::vector<FlowStep> steps;
  int64_t order = 0;
  for (const StoryStep &step : story.steps) {
    ++order;
    if (step.location.isKnown() && !step.location.file.empty())
      steps.push_back({step.thread, step.location, step.operation, order,
                       false, step.isPreemption});
  }
  // The two accesses of a race happen at the same time.
  bool isRace = story.foundBy == FoundBy::Race;
  for (uint32_t id = 0; id < story.threads.size(); ++id) {
    const ThreadStory &thread = story.threads[id];
    bool isPart = isRace ? id == story.fault.thread ||
                               id == story.fault.related.thread
                         : thread.isBlocked;
    if (!isPart || thread.isFinished || thread.at.file.empty())
      continue;
    if (!isRace || steps.empty() || !steps.back().isDanger)
      ++order;
    steps.push_back({id, thread.at,
                     (thread.isBlocked ? "waits in " : "is about to do: ") +
                         thread.operation,
                     order, true, false});
  }
  return steps;
}

Object stepObject(const FlowStep &step, SourceFiles &sources,
                  const std::string &text) {
  const Location &at = step.location;
  int64_t column = std::max<int64_t>(at.column, 1);
  StringRef line = sources.line(at).rtrim();
  Object region{{"startLine", at.line},
                {"startColumn", column},
                {"endLine", at.line},
                {"endColumn",
                 std::max<int64_t>(column + 1, int64_t(line.size()) + 1)}};
  if (!line.trim().empty())
    region["snippet"] = Object{{"text", clean(line.trim())}};
  Object location{
      {"physicalLocation",
       Object{{"artifactLocation", Object{{"uri", uriOf(at.file)}}},
              {"region", std::move(region)}}},
      {"message", Object{{"text", clean(text)}}}};
  if (!at.function.empty())
    location["logicalLocations"] =
        Array{Object{{"fullyQualifiedName", clean(at.function)},
                     {"kind", "function"}}};
  return Object{{"location", std::move(location)},
                {"kinds", kindsOf(step.text, step.isDanger)},
                {"importance", "essential"}};
}

Object threadFlow(const std::string &id, const std::string &text,
                  Array locations) {
  return Object{{"id", id},
                {"message", Object{{"text", clean(text)}}},
                {"locations", std::move(locations)}};
}

Array flowsOf(const Story &story) {
  SourceFiles sources;
  std::vector<FlowStep> steps = stepsOf(story);
  if (steps.empty())
    return Array();
  Array together, apart;
  for (const FlowStep &step : steps) {
    std::string thread = "T" + std::to_string(step.thread);
    Object object = stepObject(step, sources,
                               thread + ": " + step.text +
                                   (step.isPreemption ? " (preemption)" : ""));
    object["nestingLevel"] = step.thread;
    object["properties"] = Object{{"rbcheck/thread", thread},
                                  {"rbcheck/step", step.order}};
    together.push_back(std::move(object));
  }
  for (uint32_t id = 0; id < story.threads.size(); ++id) {
    Array locations;
    for (const FlowStep &step : steps)
      if (step.thread == id) {
        Object object = stepObject(step, sources, step.text);
        object["nestingLevel"] = 0;
        object["executionOrder"] = step.order;
        locations.push_back(std::move(object));
      }
    if (!locations.empty())
      apart.push_back(threadFlow("T" + std::to_string(id),
                                 threadLabel(story, id), std::move(locations)));
  }
  return Array{
      Object{{"message",
              Object{{"text", "Confirmed by rbcheck: all threads in order"}}},
             {"threadFlows",
              Array{threadFlow("interleaving", "all threads, in order",
                               std::move(together))}}},
      Object{{"message",
              Object{{"text", "Confirmed by rbcheck: one flow per thread"}}},
             {"threadFlows", std::move(apart)}}};
}

} // namespace

Showing showStory(const Story &story, const Paint &paint) {
  SourceFiles sources;
  return {interleaving(story, sources, paint), flowsOf(story)};
}

} // namespace rbcheck
