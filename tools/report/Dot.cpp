//===- tools/report/Dot.cpp - A trace as a graph for Graphviz -------------===//
//
// A column per thread, a node per step, program order downwards, and dashed
// edges for what a step depends on in other threads.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Formats.h"
#include "tools/report/Interleaving.h"
#include "tools/report/PlainNames.h"

namespace rbcheck {

/// A quoted string of the dot language.
static std::string quoted(llvm::StringRef text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

void writeDot(llvm::raw_ostream &out, const TraceData &trace) {
  out << "digraph trace {\n  node [shape=box, fontname=\"monospace\"];\n"
      << "  label=" << quoted(trace.fault.message) << ";\n";
  for (uint32_t id = 0; id < trace.threads.size(); ++id) {
    out << "  subgraph cluster_T" << id << " {\n    label="
        << quoted(threadLabel(trace, id)) << ";\n    t" << id
        << " [label=\"begin\", shape=plaintext];\n";
    for (size_t i = 0; i < trace.steps.size(); ++i) {
      const TraceStep &step = trace.steps[i];
      if (step.thread != id)
        continue;
      std::string label = std::to_string(i + 1) + ": " +
                          lineName(trace, trace.locations[step.location]) +
                          ": " + inWords(trace, trace.names[step.text]);
      out << "    s" << i + 1 << " [label=" << quoted(label);
      if (step.isPreemption)
        out << ", style=filled, fillcolor=gold";
      out << "];\n";
    }
    const TraceThread &thread = trace.threads[id];
    std::string end = threadEndWord(thread.end);
    if (thread.end == ThreadEnd::Blocked)
      end += ": waits for " + inWords(trace, trace.names[thread.waitsOn]);
    else if (thread.text)
      end += ", next: " + inWords(trace, trace.names[thread.text]);
    bool isBad = thread.end == ThreadEnd::Failed ||
                 thread.end == ThreadEnd::Blocked;
    out << "    e" << id << " [label=" << quoted(end) << ", shape=plaintext"
        << (isBad ? ", fontcolor=red" : "") << "];\n  }\n";
  }
  std::vector<std::string> last;
  for (uint32_t id = 0; id < trace.threads.size(); ++id)
    last.push_back("t" + std::to_string(id));
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep &step = trace.steps[i];
    std::string node = "s" + std::to_string(i + 1);
    out << "  " << last[step.thread] << " -> " << node << ";\n";
    last[step.thread] = node;
    for (const TraceEdge &edge : step.edges)
      out << "  s" << edge.from + 1 << " -> " << node
          << " [style=dashed, constraint=false, label=\""
          << edgeWord(edge.kind) << "\"];\n";
  }
  for (uint32_t id = 0; id < trace.threads.size(); ++id) {
    out << "  " << last[id] << " -> e" << id << ";\n";
    const TraceThread &thread = trace.threads[id];
    if (thread.end == ThreadEnd::Blocked && thread.waitsFor)
      out << "  e" << id << " -> e" << *thread.waitsFor
          << " [color=red, constraint=false, label=\"waits for\"];\n";
  }
  out << "}\n";
}

} // namespace rbcheck
