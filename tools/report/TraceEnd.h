//===- tools/report/TraceEnd.h - What shows the error once all is done ----===//
//
// A race, a deadlock or an error some lines after the last step is no step of
// the trace: it is what threads are about to do, or wait for, when all steps
// are done. Exports show these as points behind the last step.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

namespace rbcheck {

struct EndPoint {
  uint16_t thread = 0;
  Location location;
  std::string text;
};

/// Empty if the last step itself is the error. Of a race: the two accesses, the
/// fault's own one last. Of a deadlock: the threads that wait.
std::vector<EndPoint> endPoints(const TraceData &trace);

/// "finished", "ready", "blocked: waits for m (T2)", ...
std::string statusAtEnd(const TraceData &trace, uint32_t thread);

/// "waits for m (T2)"; with neither name nor thread "waits".
std::string waitText(llvm::StringRef object, std::optional<uint16_t> until);

/// One line on the memory an error is about.
std::string objectNote(const TraceObject &object);

/// "T1 writer", or "T1".
std::string threadTitle(const TraceData &trace, uint32_t thread);

} // namespace rbcheck
