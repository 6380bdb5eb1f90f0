//===- tools/report/TableRows.h - Which steps a table shows ---------------===//
//
// A row is a step, several steps that library code does for one line of the
// user's, or what stands for steps that are left out. Decisive steps
// (Decisive.h) are never left out, rounds of a loop (Rounds.h) first.
// Tested by test/report/decisive.cpp, test/report/rounds.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Source.h"
#include "tools/report/TraceData.h"

namespace rbcheck {

struct TableRow {
  enum Kind : uint8_t {
    Step,
    Final,   ///< shows the error
    Created, ///< a thread was made in the middle of a step, or before the first
    Fold,    ///< steps that are left out
    Repeat,  ///< rounds that are left out
    Library,
    Preemption,
    Cycle,
    Weak ///< goes on with the row before: what a weak memory model did
  };
  Kind kind;
  size_t step = 0; ///< index or kNoNumber
  uint32_t thread = 0; ///< or kNobody
  Location location;
  std::string note;  ///< what happens, for the brackets
  size_t count = 0;  ///< steps that the row stands for
  size_t period = 0; ///< Repeat: steps of a round
  bool isKept = false; ///< is not left out

  static constexpr size_t kNoNumber = ~size_t(0);
  static constexpr uint32_t kNobody = ~0u;
};

/// The statement at a column of a line with several, without a comment.
std::string statementAt(llvm::StringRef line, uint32_t column);

std::vector<TableRow> tableRows(const TraceData &trace, SourceFiles &sources);

} // namespace rbcheck
