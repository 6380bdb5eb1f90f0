//===- tools/report/SarifFlow.h - A trace as code flows of SARIF ----------===//
//
// Steps become thread-flow locations with their words, kind, importance and
// place in the global order; the values of variables are repeated at every
// step, since a viewer must not assume that what is not mentioned persists.
// Long traces are shortened: viewers keep a thousand locations.
// Tested by test/report/sarif.test and test/report/sarif-long.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/SarifParts.h"
#include "tools/report/TraceEnd.h"

#include <map>

namespace rbcheck {

class SarifFlows {
public:
  SarifFlows(const TraceData &trace, const std::vector<EndPoint> &ends,
             SourceFiles &sources);

  /// One thread flow with all threads in the order of execution.
  llvm::json::Object merged();
  /// One thread flow for each thread, with the order over all of them.
  llvm::json::Object perThread();

private:
  void chooseSteps();
  void chooseVariables();
  llvm::json::Object step(size_t index, bool isMerged);
  llvm::json::Object end(const EndPoint &end, bool isMerged);
  llvm::json::Object state(size_t index) const;
  std::string flowMessage(const char *what) const;

  const TraceData &trace_;
  const std::vector<EndPoint> &ends_;
  SourceFiles &sources_;
  std::vector<size_t> steps_; ///< those that are shown, in order
  /// Values of the variables that are shown, by the step that sets them.
  std::map<uint32_t, std::map<size_t, std::string>> values_;
};

} // namespace rbcheck
