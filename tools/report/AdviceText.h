//===- tools/report/AdviceText.h - Which memory order an error lacks ------===//
//
// What search/weak/Strengthen.h found out, in words and as JSON.
// Tested by test/memory-model/advice.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

#include "llvm/Support/JSON.h"

namespace rbcheck {

/// One sentence or two; "" if nothing is known.
std::string adviceText(const TraceData &trace);

/// `advice` of an error.
void writeAdvice(llvm::json::OStream &json, const TraceData &trace);

} // namespace rbcheck
