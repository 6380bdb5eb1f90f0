//===- search/strategies/ReadsFrom.h - Which write a read sees, in walks --===//
//
// What happened in a walk as pairs of places in the code: the read here saw the
// write there, or what was there before any write. Threads and addresses are left
// out, so that a hundred threads that run the same code are one. What reads:
// every access that does not only write; atomic operations and library calls that
// write are taken to read as well, so that the order of critical sections counts.
// Which write is the last one is known by the first byte of the range.
//
// A Wish is a pair that a walk is to have, or not to have. Wishes judge what
// threads are about to do, one step ahead: Hold (it would spoil a wish), Go (it
// brings one about) or Free. They may contradict each other or be impossible.
// Tested by test/search/rff.test and test/unit/ReadsFromTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

#include <map>
#include <optional>
#include <set>

namespace rbcheck {

/// A place in the code; 0 = none.
using PlaceKey = uint64_t;

struct ReadsFrom {
  PlaceKey read = 0;
  PlaceKey write = 0; ///< 0 = what was there at the start
  friend auto operator<=>(const ReadsFrom &, const ReadsFrom &) = default;
};

struct Wish {
  ReadsFrom pair;
  bool isWanted = true;
  friend auto operator<=>(const Wish &, const Wish &) = default;
};

/// What a thread is about to do.
struct Event {
  PlaceKey place = 0;
  bool isCall = false;
  llvm::ArrayRef<Access> ranges;
  bool reads(const Access &range) const {
    return !range.write || range.atomic || isCall;
  }
};
Event eventOf(const State &state, uint16_t thread);

/// Pairs that walks had, and those that they might have: the two places met at an
/// address.
class RfPool {
public:
  bool isEmpty() const { return counts_.empty(); }
  bool isKnown(ReadsFrom pair) const { return counts_.contains(pair); }
  void add(ReadsFrom pair) {
    if (counts_.try_emplace(pair, 0).second)
      fresh_.push_back(pair);
  }
  /// The pair was seen, or asked for.
  void count(ReadsFrom pair) { ++counts_[pair]; }
  /// One that was neither, if one is left.
  std::optional<ReadsFrom> drawFresh(Rng &rng);
  /// Any one, rare ones more often. Not to be asked if there is none.
  ReadsFrom draw(Rng &rng) const;

private:
  std::map<ReadsFrom, uint64_t> counts_; ///< how often seen or asked for
  std::vector<ReadsFrom> fresh_;         ///< not yet; some may be by now
};

/// One walk: what it had so far, and what it is to have.
class RfWalk {
public:
  enum Advice : uint8_t { Hold, Free, Go };

  void begin(std::vector<Wish> wishes) {
    open_ = std::move(wishes);
    last_.clear();
    users_.clear();
    pairs_.clear();
  }
  Advice advise(const Event &event, const RfPool &pool) const;
  /// The event happens.
  void happens(const Event &event);
  const std::set<ReadsFrom> &pairs() const { return pairs_; }
  /// Adds what the walk had and might have had to what is known.
  void learn(RfPool &pool) const;

private:
  Advice advise(const Wish &wish, const Event &event, const RfPool &pool) const;
  PlaceKey lastWrite(uint64_t address) const {
    auto found = last_.find(address);
    return found == last_.end() ? 0 : found->second;
  }
  struct Users {
    std::set<PlaceKey> reads, writes;
  };

  std::vector<Wish> open_;
  std::map<uint64_t, PlaceKey> last_; ///< write, by address
  std::map<uint64_t, Users> users_;
  std::set<ReadsFrom> pairs_;
};

} // namespace rbcheck
