//===- tools/report/Chrome.cpp - A trace for chrome://tracing -------------===//
//
// The trace event format: M events name threads, an X event is a step, s and f
// events are the arrows of what depends on what. Time is the step's number, 10
// microseconds each.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Formats.h"
#include "tools/report/Interleaving.h"
#include "tools/report/PlainNames.h"

#include "llvm/Support/JSON.h"

namespace rbcheck {

namespace {

using llvm::json::OStream;

constexpr int64_t kStep = 10, kLength = 8;

std::string clean(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

void writeName(OStream &json, const char *what, std::optional<uint32_t> thread,
               const std::string &name) {
  json.object([&] {
    json.attribute("ph", "M");
    json.attribute("pid", 1);
    if (thread)
      json.attribute("tid", *thread);
    json.attribute("name", what);
    json.attributeObject("args",
                         [&] { json.attribute("name", clean(name)); });
  });
}

void writeStep(OStream &json, const TraceData &trace, size_t index) {
  const TraceStep &step = trace.steps[index];
  json.object([&] {
    json.attribute("ph", "X");
    json.attribute("pid", 1);
    json.attribute("tid", step.thread);
    json.attribute("ts", int64_t(index + 1) * kStep);
    json.attribute("dur", kLength);
    json.attribute("name",
                   clean(inWords(trace, trace.names[step.text])));
    json.attribute("cat", operationWord(step.kind));
    json.attributeObject("args", [&] {
      json.attribute("step", int64_t(index + 1));
      json.attribute("location",
                     clean(toString(trace.locations[step.location])));
      if (step.isPreemption)
        json.attribute("preemption", true);
      if (step.variable)
        json.attribute("variable", clean(trace.names[step.variable]));
      if (!step.before.empty())
        json.attribute("before", clean(step.before));
      if (!step.after.empty())
        json.attribute("after", clean(step.after));
      for (const HeldLock &lock : trace.lockSets[step.held])
        json.attribute("lock " + clean(trace.names[lock.lock]),
                       "T" + std::to_string(lock.thread));
    });
  });
}

/// One end of an arrow.
void writeArrow(OStream &json, const char *phase, uint16_t thread, size_t step,
                int64_t id, const char *kind) {
  json.object([&] {
    json.attribute("ph", phase);
    if (*phase == 'f')
      json.attribute("bp", "e");
    json.attribute("pid", 1);
    json.attribute("tid", thread);
    json.attribute("ts", int64_t(step + 1) * kStep + 1);
    json.attribute("id", id);
    json.attribute("name", kind);
    json.attribute("cat", "happens-before");
  });
}

} // namespace

void writeChrome(llvm::raw_ostream &out, const TraceData &trace) {
  OStream json(out);
  json.object([&] {
    json.attributeArray("traceEvents", [&] {
      writeName(json, "process_name", std::nullopt, trace.origin.program);
      for (uint32_t id = 0; id < trace.threads.size(); ++id)
        writeName(json, "thread_name", id, threadLabel(trace, id));
      int64_t arrows = 0;
      for (size_t i = 0; i < trace.steps.size(); ++i) {
        writeStep(json, trace, i);
        for (const TraceEdge &edge : trace.steps[i].edges) {
          ++arrows;
          writeArrow(json, "s", trace.steps[edge.from].thread, edge.from,
                     arrows, edgeWord(edge.kind));
          writeArrow(json, "f", trace.steps[i].thread, i, arrows,
                     edgeWord(edge.kind));
        }
      }
    });
    json.attribute("displayTimeUnit", "ns");
  });
  out << "\n";
}

} // namespace rbcheck
