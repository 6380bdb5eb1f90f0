//===- tools/report/TraceJson.cpp - The trace as a file -------------------===//
//
// One line per step, so that the file can be read, compared and cut by hand.
// docs/trace-format.md says what each key means, docs/trace-schema.json is its
// schema. Read back by TraceFile.cpp.
// Tested by test/trace/file.test.
//
//===----------------------------------------------------------------------===//
#include "tools/report/MemoryModelText.h"
#include "tools/report/PlainNames.h"
#include "tools/report/TraceData.h"

#include "interp/state/Hash.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace rbcheck {

namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// JSON is UTF-8; names and output of programs may be anything.
Value clean(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

Value strings(const std::vector<std::string> &list) {
  Array array;
  for (const std::string &text : list)
    array.push_back(clean(text));
  return array;
}

Value locationValue(const Location &location) {
  if (!location.isKnown() && location.function.empty())
    return nullptr;
  return Object{{"file", clean(location.file)},
                {"line", location.line},
                {"column", location.column},
                {"function", clean(location.function)}};
}

Value stackValue(const std::vector<Location> &stack) {
  Array array;
  for (const Location &frame : stack)
    array.push_back(locationValue(frame));
  return array;
}

template <typename T> Value orNull(const std::optional<T> &number) {
  return number ? Value(int64_t(*number)) : Value(nullptr);
}

class TraceWriter {
public:
  TraceWriter(llvm::raw_ostream &out, const TraceData &trace)
      : out_(out), trace_(trace) {}

  void write() {
    out_ << "{\n";
    key("format", "rbcheck-trace");
    key("version", kTraceVersion);
    key("tool",
        Object{{"name", "rbcheck"}, {"version", trace_.origin.version}});
    key("program", program());
    key("options", options());
    key("error", error());
    key("preemptions", trace_.preemptions);
    key("length", int64_t(trace_.steps.size()));
    key("cycle", trace_.cycle);
    key("schedule", schedule());
    list("threads", trace_.threads.size(),
         [&](size_t i) { return thread(uint32_t(i)); });
    list("locations", trace_.locations.size(),
         [&](size_t i) { return locationValue(trace_.locations[i]); });
    key("output_before", clean(trace_.outputBefore));
    list(
        "steps", trace_.steps.size(), [&](size_t i) { return step(i); },
        /*isLast=*/true);
    out_ << "}\n";
  }

private:
  void key(llvm::StringRef name, const Value &value) {
    out_ << Value(name) << ": " << value << ",\n";
  }

  template <typename Make>
  void list(llvm::StringRef name, size_t size, Make make, bool isLast = false) {
    out_ << Value(name) << ": [";
    for (size_t i = 0; i < size; ++i)
      out_ << (i ? ",\n " : "\n ") << Value(make(i));
    out_ << (isLast ? "\n]\n" : "\n],\n");
  }

  Value program() {
    const TraceOrigin &origin = trace_.origin;
    return Object{{"file", clean(origin.program)},
                  {"directory", clean(origin.directory)},
                  {"sha256", origin.fileHash},
                  {"code", origin.codeHash},
                  {"arguments", strings(origin.arguments)},
                  {"environment", strings(origin.environment)},
                  {"stdin", origin.input
                                ? Value(llvm::encodeBase64(*origin.input))
                                : Value(nullptr)},
                  {"optimised", origin.isOptimised},
                  {"cflags", strings(origin.flags)},
                  {"build_folder", clean(origin.buildFolder)},
                  {"link", strings(origin.links)},
                  {"stub", strings(origin.stubs)},
                  {"inputs", origin.inputs ? inputs(*origin.inputs)
                                           : Value(nullptr)}};
  }

  /// 64 bits do not fit a number of JSON.
  static Value inputs(const Inputs &inputs) {
    Array values;
    for (const InputValue &input : inputs.given)
      values.push_back(Object{{"thread", input.thread},
                              {"number", input.number},
                              {"name", clean(input.name)},
                              {"bits", input.bits},
                              {"value", std::to_string(input.value)}});
    Object all{{"arguments", inputs.arguments},
                  {"argument_bytes", inputs.argumentBytes},
                  {"stdin_bytes", inputs.stdinBytes},
                  {"values", std::move(values)}};
    if (inputs.unset == Unset::Fill)
      return all;
    all["uninitialised"] =
        inputs.unset == Unset::Report ? "report" : "symbolic";
    all["sampled"] = !inputs.answers;
    return all;
  }

  Value options() {
    const TraceOrigin &origin = trace_.origin;
    return Object{{"search", origin.options},
                  {"seed", origin.seed},
                  {"checks", strings(origin.checks)},
                  {"sync_steps", origin.hasSyncSteps},
                  {"locality", origin.locality},
                  {"memory_model", memoryModelWord(origin.memory)},
                  {"history", origin.history},
                  {"spurious", origin.spurious},
                  {"partial_io", origin.partialIo},
                  {"survives", int64_t(origin.survives)},
                  {"guesses", origin.guesses},
                  {"all_visible", origin.allVisible},
                  {"shows_lone", origin.showsLone},
                  {"slice", origin.slice},
                  {"heap_limit", origin.heapLimit}};
  }

  Value error() {
    const Fault &fault = trace_.fault;
    Object value{{"kind", faultWord(fault.kind)},
                 {"message", clean(fault.message)},
                 {"thread", fault.thread},
                 {"location", locationValue(trace_.location)},
                 {"found_by", trace_.foundBy->word()}};
    Array related;
    for (const RelatedNote &note : relatedNotes(trace_))
      related.push_back(Object{{"thread", note.thread},
                               {"location", locationValue(note.location)},
                               {"message", clean(note.message)}});
    value["related"] = std::move(related);
    value["object"] = object();
    Array values;
    for (const std::string &one : trace_.values)
      values.push_back(clean(one));
    value["values"] = std::move(values);
    if (trace_.foundBy == &heldLocks() || trace_.foundBy == &leaks())
      value["address"] = fault.address;
    return value;
  }

  Value object() {
    if (!trace_.object)
      return nullptr;
    const TraceObject &object = *trace_.object;
    return Object{{"name", clean(object.name)},
                  {"size", object.size},
                  {"heap", object.isHeap},
                  {"made_by", object.allocator},
                  {"made_at", locationValue(object.allocatedAt)},
                  {"freed_by", object.isFreed ? Value(object.freer) : nullptr},
                  {"freed_at", locationValue(object.freedAt)}};
  }

  /// [thread, steps, alternative] for each run of equal choices.
  Value schedule() {
    Array runs;
    for (size_t i = 0; i < trace_.schedule.size();) {
      Choice choice = trace_.schedule[i];
      size_t end = i;
      while (end < trace_.schedule.size() && trace_.schedule[end] == choice)
        ++end;
      runs.push_back(Array{choice.thread, int64_t(end - i), choice.value});
      i = end;
    }
    return runs;
  }

  Value thread(uint32_t id) {
    const TraceThread &thread = trace_.threads[id];
    Array holds;
    if (!trace_.steps.empty())
      for (const HeldLock &lock : trace_.lockSets[trace_.steps.back().held])
        if (lock.thread == id)
          holds.push_back(clean(trace_.names[lock.lock]));
    Value waits = nullptr;
    if (thread.end == ThreadEnd::Blocked)
      waits = Object{{"on", clean(trace_.names[thread.waitsOn])},
                     {"thread", orNull(thread.waitsFor)}};
    return Object{
        {"id", id},
        {"name", clean(thread.name)},
        {"creator", orNull(thread.creator)},
        {"created_by", stepNumber(thread.createdBy)},
        {"created_at", locationValue(thread.createdAt)},
        {"end", threadEndWord(thread.end)},
        {"location", locationValue(thread.at)},
        {"operation", clean(inWords(trace_, trace_.names[thread.text]))},
        {"waits", std::move(waits)},
        {"holds", std::move(holds)},
        {"stack", stackValue(thread.stack)}};
  }

  static Value stepNumber(const std::optional<uint32_t> &index) {
    return index ? Value(int64_t(*index) + 1) : Value(nullptr);
  }

  Value step(size_t index) {
    const TraceStep &step = trace_.steps[index];
    Object value{{"step", int64_t(index) + 1},
                 {"thread", step.thread},
                 {"location", step.location},
                 {"depth", step.depth},
                 {"operation", operationWord(step.kind)},
                 {"text", clean(inWords(trace_, trace_.names[step.text]))}};
    if (step.alternatives > 1) {
      value["choice"] = step.choice;
      value["alternatives"] = step.alternatives;
    }
    if (step.isPreemption)
      value["preemption"] = true;
    if (step.isAtomic)
      value["atomic"] = true;
    if (step.isLibrary)
      value["library"] = true;
    if (step.within)
      value["within"] = clean(trace_.names[step.within]);
    if (step.isLast)
      value["ends_thread"] = true;
    if (step.call)
      value["call"] = clean(trace_.names[step.call]);
    if (step.variable)
      value["variable"] = clean(trace_.names[step.variable]);
    if (step.size)
      value["size"] = step.size;
    if (!step.before.empty())
      value["before"] = clean(step.before);
    if (!step.after.empty())
      value["after"] = clean(step.after);
    if (step.other)
      value["other_thread"] = *step.other;
    if (step.site)
      value["site"] = llvm::formatv("{0:x-}", step.site).str();
    if (step.held)
      value["locks"] = locks(trace_.lockSets[step.held]);
    if (step.blocked)
      value["blocked"] = blocked(trace_.blockedSets[step.blocked]);
    if (step.weak)
      value["weak"] = weak(trace_.weakNotes[step.weak]);
    if (!step.edges.empty())
      value["happens_after"] = edges(step);
    if (!step.output.empty())
      value["output"] = clean(step.output);
    return value;
  }

  Value locks(const std::vector<HeldLock> &set) {
    Array array;
    for (const HeldLock &lock : set)
      array.push_back(Object{{"lock", clean(trace_.names[lock.lock])},
                             {"thread", lock.thread}});
    return array;
  }

  Value blocked(const std::vector<BlockedThread> &set) {
    Array array;
    for (const BlockedThread &entry : set)
      array.push_back(Object{{"thread", entry.thread},
                             {"on", clean(trace_.names[entry.on])},
                             {"until", orNull(entry.until)}});
    return array;
  }

  Value write(const TraceWrite &write) {
    return Object{{"value", clean(write.value)},
                  {"thread", orNull(write.thread)},
                  {"step", stepNumber(write.step)},
                  {"location", write.location}};
  }

  Value weak(const WeakNote &note) {
    Array newer;
    for (const TraceWrite &one : note.newer)
      newer.push_back(write(one));
    return Object{{"reads", note.read ? write(*note.read) : Value(nullptr)},
                  {"newer", std::move(newer)},
                  {"late", note.isLate},
                  {"buffer", bufferedWord(note.buffer)
                                 ? Value(bufferedWord(note.buffer))
                                 : Value(nullptr)}};
  }

  Value edges(const TraceStep &step) {
    Array array;
    for (const TraceEdge &edge : step.edges)
      array.push_back(Object{{"step", int64_t(edge.from) + 1},
                             {"kind", edgeWord(edge.kind)}});
    return array;
  }

  llvm::raw_ostream &out_;
  const TraceData &trace_;
};

} // namespace

std::vector<RelatedNote> relatedNotes(const TraceData &trace) {
  std::vector<RelatedNote> notes;
  if (trace.fault.hasRelated)
    notes.push_back({trace.fault.related.thread, trace.related,
                     trace.fault.related.message});
  if (!trace.object)
    return notes;
  const TraceObject &object = *trace.object;
  std::string name = objectTitle(object);
  name = name.empty() ? "" : " " + name;
  if (object.allocatedAt.isKnown())
    notes.push_back({object.allocator, object.allocatedAt,
                     std::to_string(object.size) +
                         (object.size == 1 ? " byte" : " bytes") + name +
                         (llvm::StringRef(name).ends_with(" here") ? ""
                          : object.isHeap ? " allocated here"
                                          : " declared here")});
  if (object.isFreed)
    notes.push_back({object.freer, object.freedAt, "freed here"});
  return notes;
}

std::string codeHash(const Program &program) {
  Hash128 key = 0;
  auto add = [&](const void *data, size_t size) {
    key = key * 3 + hashBytes(data, size, uint64_t(key) + size);
  };
  auto addAll = [&](const auto &list) {
    add(list.data(), list.size() * sizeof(list[0]));
  };
  for (const Function &function : program.functions) {
    addAll(function.name);
    addAll(function.code);
    addAll(function.constants);
    for (const CallSite &site : function.callSites) {
      add(&site.callee, sizeof(site.callee));
      addAll(site.slots);
    }
    for (const SwitchTable &table : function.switches)
      for (const SwitchTable::Case &one : table.cases) {
        add(&one.value, sizeof(one.value));
        add(&one.target, sizeof(one.target));
      }
  }
  for (const std::vector<Global> *list : {&program.globals, &program.tls})
    for (const Global &global : *list) {
      add(&global.size, sizeof(global.size));
      addAll(global.image);
    }
  return llvm::formatv("{0:x-16}{1:x-16}", uint64_t(key >> 64), uint64_t(key));
}

void writeTrace(llvm::raw_ostream &out, const TraceData &trace) {
  TraceWriter(out, trace).write();
}

} // namespace rbcheck
