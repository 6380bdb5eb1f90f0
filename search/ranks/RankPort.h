//===- search/ranks/RankPort.h - What one search needs of the ranks -------===//
//
// The messages of a search that all ranks make together (Together.h), beside
// those by which ranks know of each other (RankRun.h). The real one is
// RankRun's.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/ranks/RankLink.h"

#include <vector>

namespace rbcheck {

class RankPort {
public:
  virtual ~RankPort() = default;
  virtual uint32_t me() const = 0;
  virtual uint32_t count() const = 0;
  /// Neither waits.
  virtual void send(uint32_t to, llvm::StringRef bytes) = 0;
  /// Appends all that has come.
  virtual void receive(std::vector<RankMessage> &out) = 0;
  /// True if the rank was given up.
  virtual bool isLost(uint32_t rank) const = 0;
  /// The rank that leads, as far as this one knows.
  virtual uint32_t leader() const = 0;
  /// True if there is nothing more to do for this rank.
  virtual bool isOver() const = 0;
};

} // namespace rbcheck
