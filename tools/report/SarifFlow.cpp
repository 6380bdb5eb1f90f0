//===- tools/report/SarifFlow.cpp - A trace as code flows of SARIF --------===//
#include "tools/report/SarifFlow.h"

#include "tools/report/Operation.h"
#include "tools/report/PlainNames.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

using llvm::json::Array;
using JsonObject = llvm::json::Object;

namespace {

constexpr size_t kMostSteps = 1000;   ///< of one code flow
constexpr size_t kLastSteps = 300;    ///< of these at least the last ones
constexpr size_t kMostVariables = 16; ///< whose values stand at every step

Array kindsOf(OpKind kind, bool isDanger) {
  Array kinds;
  auto add = [&](std::initializer_list<const char *> words) {
    for (const char *word : words)
      kinds.push_back(word);
  };
  switch (kind) {
  case OpKind::Read:
  case OpKind::Write:
  case OpKind::Update:
  case OpKind::Free:
    add({"memory"});
    break;
  case OpKind::Lock:
  case OpKind::ReadLock:
  case OpKind::TryLock:
  case OpKind::Wake:
  case OpKind::Acquire:
    add({"acquire", "lock"});
    break;
  case OpKind::Unlock:
  case OpKind::Wait:
  case OpKind::Release:
    add({"release", "lock"});
    break;
  default:
    add({"call", "function"});
  }
  if (isDanger)
    kinds.push_back("danger");
  return kinds;
}

const char *importanceOf(OpKind kind) {
  switch (kind) {
  case OpKind::Yield:
  case OpKind::Pause:
    return "unimportant";
  case OpKind::Init:
  case OpKind::Call:
  case OpKind::Detach:
  case OpKind::Once:
    return "important";
  default:
    return "essential";
  }
}

} // namespace

SarifFlows::SarifFlows(const TraceData &trace,
                       const std::vector<EndPoint> &ends, SourceFiles &sources)
    : trace_(trace), ends_(ends), sources_(sources) {
  chooseSteps();
  chooseVariables();
}

/// All of a short trace. Of a long one the last steps and, counted from the
/// end, those around a switch of threads.
void SarifFlows::chooseSteps() {
  const std::vector<TraceStep> &steps = trace_.steps;
  size_t count = steps.size();
  auto isAtSwitch = [&](size_t i) {
    return (i > 0 && steps[i - 1].thread != steps[i].thread) ||
           (i + 1 < count && steps[i + 1].thread != steps[i].thread);
  };
  for (size_t i = count; i-- > 0 && steps_.size() < kMostSteps;)
    if (count <= kMostSteps || i + kLastSteps >= count || isAtSwitch(i))
      steps_.push_back(i);
  std::reverse(steps_.begin(), steps_.end());
}

/// The variables that were touched last, and their values over time.
void SarifFlows::chooseVariables() {
  for (size_t i = trace_.steps.size(); i-- > 0;) {
    const TraceStep &step = trace_.steps[i];
    if (!step.variable || isLocking(step.kind) ||
        (step.before.empty() && step.after.empty()) ||
        values_.size() >= kMostVariables)
      continue;
    values_.try_emplace(step.variable);
  }
  for (size_t i = 0; i < trace_.steps.size(); ++i) {
    const TraceStep &step = trace_.steps[i];
    auto found = values_.find(step.variable);
    if (found == values_.end() || isLocking(step.kind))
      continue;
    if (found->second.empty() && !step.before.empty())
      found->second[0] = step.before; // holds from the start on
    if (!step.after.empty())
      found->second[i + 1] = step.after;
  }
}

/// The values when the first `count` steps are done.
JsonObject SarifFlows::state(size_t count) const {
  JsonObject state;
  for (const auto &[variable, values] : values_) {
    auto after = values.upper_bound(count);
    if (after != values.begin())
      state[llvm::json::fixUTF8(trace_.names[variable])] =
          sarifMessage(std::prev(after)->second);
  }
  return state;
}

JsonObject SarifFlows::step(size_t index, bool isMerged) {
  const TraceStep &step = trace_.steps[index];
  std::string text = sarifPlain(inWords(trace_, trace_.names[step.text]));
  if (step.within)
    text += " in " + sarifPlain(trace_.names[step.within]);
  if (step.isPreemption && index)
    text += llvm::formatv(" (preempts T{0})", trace_.steps[index - 1].thread);
  if (isMerged)
    text = llvm::formatv("T{0}: {1}", step.thread, text);
  bool isDanger = ends_.empty() && index + 1 == trace_.steps.size();
  JsonObject object{{"location", sarifLocation(trace_.locations[step.location],
                                               text, sources_)},
                    {"kinds", kindsOf(step.kind, isDanger)},
                    {"importance", importanceOf(step.kind)},
                    {"nestingLevel", isMerged     ? step.thread
                                     : step.depth ? step.depth - 1
                                                  : 0}};
  if (!isMerged)
    object["executionOrder"] = int64_t(index + 1);
  if (JsonObject values = state(index + 1); !values.empty())
    object["state"] = std::move(values);
  return object;
}

JsonObject SarifFlows::end(const EndPoint &end, bool isMerged) {
  std::string text = sarifPlain(end.text);
  if (isMerged)
    text = llvm::formatv("T{0}: {1}", end.thread, text);
  size_t depth = trace_.threads[end.thread].stack.size();
  const bool isLock =
      llvm::StringRef(trace_.names[trace_.threads[end.thread].text])
          .contains("lock ");
  const bool isRace = trace_.foundBy->shows() == Shows::TwoNext;
  const OpKind kind = isRace   ? OpKind::Read
                      : isLock ? OpKind::Lock
                               : OpKind::Call;
  JsonObject object{{"location", sarifLocation(end.location, text, sources_)},
                    {"kinds", kindsOf(kind, true)},
                    {"importance", "essential"},
                    {"nestingLevel", isMerged
                                         ? int64_t(end.thread)
                                         : int64_t(depth ? depth - 1 : 0)}};
  // The same for all of them: they happen, or wait, at the same time.
  if (!isMerged)
    object["executionOrder"] = int64_t(trace_.steps.size() + 1);
  if (JsonObject values = state(trace_.steps.size()); !values.empty())
    object["state"] = std::move(values);
  return object;
}

std::string SarifFlows::flowMessage(const char *what) const {
  if (steps_.size() == trace_.steps.size())
    return what;
  return llvm::formatv("{0}; {1} of {2} steps: the last ones and those around "
                       "switches of threads",
                       what, steps_.size(), trace_.steps.size());
}

JsonObject SarifFlows::merged() {
  Array locations;
  for (size_t index : steps_)
    locations.push_back(step(index, true));
  for (const EndPoint &point : ends_)
    locations.push_back(end(point, true));
  return JsonObject{
      {"message", sarifMessage(flowMessage("all threads in order"))},
      {"threadFlows",
       Array{JsonObject{{"id", "interleaving"},
                        {"message", sarifMessage("all threads in order")},
                        {"initialState", state(0)},
                        {"locations", std::move(locations)}}}}};
}

JsonObject SarifFlows::perThread() {
  Array flows;
  for (uint32_t id = 0; id < trace_.threads.size(); ++id) {
    Array locations;
    for (size_t index : steps_)
      if (trace_.steps[index].thread == id)
        locations.push_back(step(index, false));
    for (const EndPoint &point : ends_)
      if (point.thread == id)
        locations.push_back(end(point, false));
    if (!locations.empty())
      flows.push_back(
          JsonObject{{"id", "T" + std::to_string(id)},
                     {"message", sarifMessage(threadTitle(trace_, id))},
                     {"initialState", state(0)},
                     {"locations", std::move(locations)}});
  }
  return JsonObject{
      {"message", sarifMessage(flowMessage("one flow for each thread"))},
      {"threadFlows", std::move(flows)}};
}

} // namespace rbcheck
