//===- tools/warnings/Infer.h - What Infer's traces mean ------------------===//
//
// Infer writes one list of steps even where two threads are meant; labels in
// the list separate them. SARIF and report.json have the same words.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Messages.h"

namespace rbcheck {

/// Fills kind, object and threads of a warning whose tool, rule and message are
/// set.
void readInferTrace(Import &in, const std::vector<MessageAt> &trace,
                    Warning &warning);

} // namespace rbcheck
