//===- tools/report/WaitCycle.cpp - A deadlock's circle, drawn ------------===//
#include "tools/report/WaitCycle.h"

#include "tools/report/Interleaving.h"
#include "tools/report/PlainNames.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

std::vector<uint32_t> threadsInCycle(const TraceData &trace) {
  for (uint32_t first = 0; first < trace.threads.size(); ++first) {
    std::vector<uint32_t> path{first};
    while (trace.threads[path.back()].end == ThreadEnd::Blocked &&
           trace.threads[path.back()].waitsFor) {
      uint32_t next = *trace.threads[path.back()].waitsFor;
      if (next == first)
        return path;
      if (next >= trace.threads.size() || llvm::is_contained(path, next))
        break;
      path.push_back(next);
    }
  }
  return {};
}

std::string waitCycle(const TraceData &trace) {
  std::vector<uint32_t> cycle = threadsInCycle(trace);
  if (cycle.size() < 2)
    return "";
  std::vector<std::string> lines;
  CellNames names(trace);
  size_t width = 0;
  for (size_t i = 0; i < cycle.size(); ++i) {
    uint32_t id = cycle[i];
    // It holds what the one before it waits for.
    const TraceThread &before =
        trace.threads[cycle[i ? i - 1 : cycle.size() - 1]];
    std::string line = "  " + threadLabel(trace, id);
    if (!llvm::StringRef(trace.names[before.waitsOn]).starts_with("the end of"))
      line += " holds " + names.cell(trace.names[before.waitsOn]) + ",";
    line += " waits for " + names.cell(trace.names[trace.threads[id].waitsOn]);
    width = std::max(width, line.size());
    lines.push_back(std::move(line));
  }
  std::string text = "\nThe circle:\n";
  for (size_t i = 0; i < lines.size(); ++i) {
    bool isFirst = i == 0, isLast = i + 1 == lines.size();
    std::string line = lines[i];
    line.resize(width, ' ');
    text += line + (isFirst ? "  <--+" : isLast ? "  ---+" : "     |") + "\n";
    if (isLast)
      break;
    for (const char *arrow : {"    |", "    v"}) {
      std::string between = arrow;
      between.resize(width, ' ');
      text += between + "     |\n";
    }
  }
  return text;
}

} // namespace rbcheck
