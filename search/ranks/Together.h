//===- search/ranks/Together.h - One exhaustive search by all ranks -------===//
//
// The leader runs the search as if alone, except that one pass over the state
// graph is a round in which all ranks take part (RoundBytes.h has the
// messages): it sends a plan, works like every member (RankWorker.h), finds out
// when all is done (Tally.h) or has to end, and adds up what the members have
// to tell. Their ledgers balance in the sum only: so a state, a choice, a
// question or a promise that was lost anywhere shows, and the result is not
// "no-error".
//
// A round needs all its members until its end. If one of them is lost, the keys
// it kept are, too: all begin again without it, from the last checkpoint if there is
// one (RoundFile.h). Tested by
// test/unit/TogetherTest.cpp and test/search/mpi-together.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/ranks/RankPort.h"
#include "search/run/Driver.h"

namespace rbcheck {

/// Keys in one message at most; fewer if there is nothing else to do.
constexpr size_t kAskBatch = 120;

/// For CheckOptions::together, at the rank that leads.
class LeadTogether final : public SearchTogether {
public:
  LeadTogether(RankPort &port, size_t batch = kAskBatch)
      : port_(port), batch_(batch) {}

  std::optional<llvm::Expected<Result>> run(const Program &program,
                                            const CheckOptions &options,
                                            Hash128 key) override;

private:
  RankPort &port_;
  const size_t batch_;
  uint64_t rounds_ = 0;
};

/// Takes part in rounds of whoever leads, until the port is over or this rank
/// has to lead.
void serveTogether(const Program &program, const CheckOptions &options,
                   RankPort &port, size_t batch = kAskBatch);

} // namespace rbcheck
