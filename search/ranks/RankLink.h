//===- search/ranks/RankLink.h - What ranks need of their network ---------===//
//
// Ranks are processes that check one program together, on one machine or on
// many; they are numbered from 0. All they need is a way to send bytes that
// never waits: a rank that is dead or stopped must not hold up the others. So
// a message may also never arrive; those of one sender that do arrive come
// whole and in order.
//
// The real one is made of MPI (tools/mpi/), the one of the tests of queues.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rbcheck {

struct RankMessage {
  uint32_t from = 0;
  std::string bytes;
};

class RankLink {
public:
  virtual ~RankLink() = default;
  virtual uint32_t rank() const = 0;
  virtual uint32_t count() const = 0;
  /// Neither waits. Called by one thread at a time.
  virtual void send(uint32_t to, llvm::StringRef bytes) = 0;
  virtual std::optional<RankMessage> receive() = 0;
};

} // namespace rbcheck
