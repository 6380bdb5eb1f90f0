//===- search/ranks/AskOwners.h - Which states are new, asked in batches --===//
//
// Every member of a round keeps the keys (fingerprints) that a hash gives it.
// Of a state that another one keeps only the key is sent, many in one message;
// the node waits here, with its state, until the owner has answered. The search
// goes on with others meanwhile.
//
// Who was asked about a key once need not be asked again: then it was new for
// somebody, or will be. The keys asked about last are remembered in a table of
// a fixed size, since most states are reached several times within a short
// time.
//
// How many may wait is limited, for what waits takes memory, and a search that
// goes on with ever older states has ever more of them. It is twice what is
// asked in the time an answer takes: so the window opens by itself where ranks
// are far away. Tested by test/unit/AskOwnersTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

#include <deque>

namespace rbcheck {

class AskOwners final : public StateOwners {
public:
  /// Sends the keys of batch `number` to member `to`.
  using Send = std::function<void(uint32_t to, uint32_t number,
                                  llvm::ArrayRef<Hash128> keys)>;
  /// `me` of `members`; batches have at most `batch` keys.
  AskOwners(uint32_t me, uint32_t members, size_t batch, Send send);

  bool isMine(Hash128 key) const override { return ownerOf(key) == me_; }
  bool ask(Hash128 key) override;
  void keep(SearchNode node, uint32_t oldThreads) override;

  /// Sends all that is not sent yet.
  void flush();
  /// True if there are nodes without an answer.
  bool isWaiting() const { return waiting_ != 0; }
  /// True if as many wait as should: nothing more is to be asked for now.
  bool isFull() const { return waiting_ >= window_; }
  size_t window() const { return window_; }
  /// As answered(), but for the time: keys that were answered, and how long it
  /// took.
  void noteTime(size_t keys, double seconds, double now);

  /// A node, and what its owner says.
  struct Answer {
    SearchNode node;
    Hash128 key;
    uint32_t oldThreads;
    Found found;
  };
  /// Member `from` answered batch `number`, a byte for each key: calls
  /// take(Answer) for each, in order. False if it is no answer to anything:
  /// nothing was done.
  bool answered(uint32_t from, uint32_t number, llvm::StringRef found,
                llvm::function_ref<void(Answer)> take);

  /// The member that keeps a key. Not by its lowest bits, which may be a cost
  /// (StateSet::withCost).
  uint32_t ownerOf(Hash128 key) const {
    return uint32_t((unsigned __int128)mixBits(uint64_t(key >> 64)) *
                        batches_.size() >>
                    64);
  }

private:
  struct Waiting {
    SearchNode node;
    uint32_t oldThreads;
  };
  struct Batch {
    uint32_t number = 0;
    std::vector<Hash128> keys;
    std::vector<Waiting> nodes;
    double sentAt = 0;
  };
  struct Owner {
    Batch open;
    std::deque<Batch> sent; ///< in the order of their numbers
  };

  void send(uint32_t to);

  const uint32_t me_;
  const size_t most_;
  const Send send_;
  std::vector<Owner> batches_; ///< of each member
  uint32_t askedLast_ = 0;     ///< whom
  size_t waiting_ = 0;
  /// What may wait, from the answers of late: how many batches and keys, how
  /// long they took, and since when.
  size_t window_;
  uint32_t batchesHeard_ = 0;
  size_t keysHeard_ = 0;
  double secondsHeard_ = 0, heardSince_ = 0;
  std::vector<Hash128> recent_; ///< keys asked about; 0 = none
};

} // namespace rbcheck
