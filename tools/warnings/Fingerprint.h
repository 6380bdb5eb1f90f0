//===- tools/warnings/Fingerprint.h - When two warnings are the same ------===//
//
// Two notions. Copies in one run: same kind, object and places. The same
// warning in two versions of a program, or of its report: the fingerprint,
// which does not depend on paths, absolute lines, addresses, thread numbers,
// or the order of the threads.
// Tested by test/unit/TriageReportTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Warning.h"

#include <functional>

namespace rbcheck {

/// Equal for copies of a warning: kind, object, set of (file, line, op).
std::string copyKey(const Warning &warning);

/// The line on which the function around a place begins, or 0.
using FunctionStart = std::function<uint32_t(const WarningPlace &)>;

/// 32 hexadecimal digits over kind, rule, object and, for each step, function,
/// operation and line relative to the start of the function. Where the start is
/// not known, lines count from the first one that the warning names in the file.
std::string fingerprintOf(const Warning &warning,
                          const FunctionStart &start = nullptr);

} // namespace rbcheck
