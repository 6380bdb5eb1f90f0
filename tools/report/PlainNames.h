//===- tools/report/PlainNames.h - Heap memory in words -------------------===//
//
// A trace calls a piece of heap memory `EventPayload@uaf.cpp:23#2.priority`:
// short, and the same everywhere. People read
//
//   EventPayload.priority of the 2nd object allocated at uaf.cpp:23
//
// in a sentence, and `EventPayload#2.priority` in the cell of a table, which
// has a legend below it.
// Tested by test/report/names.cpp, test/trace/reports.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

#include <map>

namespace rbcheck {

/// A sentence: every piece of heap memory in it is named in words.
std::string inWords(const TraceData &trace, llvm::StringRef text);

/// A heap object where it was allocated: "`job`", "`job`, the 2nd object
/// allocated here"; of others the name in quotes. "" if it has none.
std::string objectTitle(const TraceObject &object);

/// The names in the cells of a table.
class CellNames {
public:
  explicit CellNames(const TraceData &trace);

  /// The text for a cell; what it names will be in the legend.
  std::string cell(llvm::StringRef text);
  /// What the names stand for, a line each; "" if none was used.
  std::string legend() const;

private:
  struct Entry {
    std::string shown; ///< "job#2"
    std::string meaning;
    bool isUsed = false;
  };
  using Key = std::pair<std::string, size_t>; ///< word, index of the object
  Entry &entryOf(const Key &key);

  const TraceData &trace_;
  std::map<Key, Entry> entries_;
  std::map<std::string, uint32_t> counts_; ///< of objects by their word
  std::vector<Key> order_;
};

} // namespace rbcheck
