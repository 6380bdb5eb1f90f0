//===- tools/report/TraceEnd.cpp - What shows the error once all is done --===//
#include "tools/report/TraceEnd.h"

#include "tools/report/PlainNames.h"
#include "tools/report/Source.h"
#include "tools/report/WaitCycle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

EndPoint pending(const TraceData &trace, uint32_t id) {
  const TraceThread &thread = trace.threads[id];
  std::string text = trace.names[thread.text];
  if (thread.end == ThreadEnd::Blocked)
    text = waitText(trace.names[thread.waitsOn], thread.waitsFor);
  else
    text = "is about to " + text;
  text = inWords(trace, text);
  if (thread.within && thread.end != ThreadEnd::Blocked)
    text += " in " + trace.names[thread.within];
  return {uint16_t(id), thread.at, text};
}

bool isRacing(const TraceData &trace, uint32_t thread) {
  return trace.foundBy->shows() == Shows::TwoNext &&
         (thread == trace.fault.thread || thread == trace.fault.related.thread);
}

} // namespace

/// Those that wait for each other first; who only waits for the end of others
/// last.
static std::vector<uint32_t> blockedThreads(const TraceData &trace) {
  std::vector<uint32_t> order = threadsInCycle(trace);
  for (bool isForEnd : {false, true})
    for (uint32_t id = 0; id < trace.threads.size(); ++id) {
      const TraceThread &thread = trace.threads[id];
      llvm::StringRef waitsOn = trace.names[thread.waitsOn];
      if (thread.end == ThreadEnd::Blocked &&
          waitsOn.starts_with("the end of ") == isForEnd &&
          !llvm::is_contained(order, id))
        order.push_back(id);
    }
  return order;
}

std::vector<EndPoint> endPoints(const TraceData &trace) {
  std::vector<EndPoint> points;
  switch (trace.foundBy->shows()) {
  case Shows::LastStep: {
    // The last step may have gone on to another line before it failed.
    if (!trace.steps.empty()) {
      const TraceStep &last = trace.steps.back();
      const Location &at = trace.locations[last.location];
      if (last.thread == trace.fault.thread && at.line == trace.location.line &&
          at.file == trace.location.file)
        break;
    }
    points.push_back(
        {uint16_t(trace.fault.thread), trace.location, trace.fault.message});
    break;
  }
  case Shows::TwoNext:
    points.push_back(pending(trace, trace.fault.related.thread));
    points.push_back(pending(trace, trace.fault.thread));
    break;
  case Shows::End:
    points.push_back(
        {uint16_t(trace.fault.thread), trace.location, trace.fault.message});
    break;
  case Shows::Place:
    points.push_back(pending(trace, trace.fault.thread));
    break;
  case Shows::Waiting:
  case Shows::Cycle:
    for (uint32_t id : blockedThreads(trace))
      points.push_back(pending(trace, id));
    break;
  }
  return points;
}

std::string statusAtEnd(const TraceData &trace, uint32_t id) {
  const TraceThread &thread = trace.threads[id];
  switch (thread.end) {
  case ThreadEnd::Finished:
    return "finished";
  case ThreadEnd::Failed:
    return "failed";
  case ThreadEnd::Blocked:
    return "blocked: " + waitText(trace.names[thread.waitsOn], thread.waitsFor);
  case ThreadEnd::Spinning:
    return "spins for ever";
  case ThreadEnd::Ready:
    return isRacing(trace, id) ? "failed: races" : "ready";
  }
  llvm_unreachable("covered switch");
}

std::string waitText(llvm::StringRef object, std::optional<uint16_t> until) {
  std::string text = "waits";
  if (!object.empty())
    text += " for " + object.str();
  if (!until)
    return text;
  std::string thread = "T" + std::to_string(*until);
  if (object.empty())
    text += " for " + thread;
  else if (!object.ends_with(" " + thread)) // "the end of T1" says it already
    text += " (" + thread + ")";
  return text;
}

std::string objectNote(const TraceObject &object) {
  std::string text = objectTitle(object);
  if (object.size)
    text += llvm::formatv("{0}{1} byte{2}", text.empty() ? "" : ", ",
                          object.size, object.size == 1 ? "" : "s");
  auto place = [](const Location &at) {
    return baseName(at.file) + ":" + std::to_string(at.line);
  };
  if (object.allocatedAt.isKnown())
    text += object.isHeap
                ? llvm::formatv(", allocated by T{0} at {1}", object.allocator,
                                place(object.allocatedAt))
                      .str()
                : ", declared at " + place(object.allocatedAt);
  if (object.isFreed && object.freedAt.isKnown())
    text += llvm::formatv(", freed by T{0} at {1}", object.freer,
                          place(object.freedAt));
  return text;
}

std::string threadTitle(const TraceData &trace, uint32_t thread) {
  std::string title = "T" + std::to_string(thread);
  if (thread < trace.threads.size() && !trace.threads[thread].name.empty())
    title += " " + trace.threads[thread].name;
  return title;
}

} // namespace rbcheck
