//===- search/gambit/SpillFile.h - Nodes of the tree outside of memory ----===//
//
// Pieces of a fixed number of nodes, each with its cost, in a temporary file
// without a name, which is gone with the process. Tested by
// test/unit/GambitTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/ExecutionTree.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdio>
#include <optional>

namespace rbcheck {

class SpillFile {
public:
  using Slot = uint32_t;
  struct Entry {
    uint64_t cost = 0;
    ExecutionTree::Node node;
  };
  static constexpr size_t kEntries = 256; ///< of a piece

  SpillFile() = default;
  ~SpillFile();
  SpillFile(const SpillFile &) = delete;
  SpillFile &operator=(const SpillFile &) = delete;

  /// None if it cannot be written.
  std::optional<Slot> write(llvm::ArrayRef<Entry> piece);
  /// What was written; the slot is free again.
  std::vector<Entry> read(Slot slot);

private:
  std::FILE *file_ = nullptr;
  std::vector<Slot> free_;
  Slot slots_ = 0;
};

} // namespace rbcheck
