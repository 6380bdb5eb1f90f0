//===- search/Ledger.h - What a search was given and what it used ---------===//
//
// A search cannot get "no-error" by forgetting work: every node handed out must be
// expanded and every choice offered must be taken, each exactly once.
//
// How that is kept without a list of open work: each node and each choice of a
// node has a ticket, a hash of the node's number and the choice. A ticket is
// added to a sum when it is handed out and subtracted when it is used. The sum is
// 0 at the end only if the two collections are the same (but for a probability
// near 2^-64). Numbers look like chance, so that tickets are cheap: one
// multiplication each.
//
// Who executes a path again to take a choice (search/gambit) has it deferred: its
// ticket is exchanged for that of a name, which is used when the choice is taken.
//
// States of which others keep what was seen (search/ranks) are asked for: a question
// and a promise that a state is new have tickets, too, which another context uses.
//
// A node without number (0) was seen before and has no tickets. Numbers are unique
// in a search; if several contexts share one, only the sum of their ledgers has to
// balance. Tested by test/unit/LedgerTest.cpp and test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Rng.h"
#include "search/result/Completeness.h"

#include "interp/exec/Machine.h"

#include "llvm/ADT/ArrayRef.h"

namespace rbcheck {

/// Plain numbers, without references: they go to files and other contexts.
struct LedgerCounts {
  uint64_t openTickets = 0; ///< sum of tickets handed out and not used
  uint64_t offered = 0, taken = 0, found = 0, expanded = 0;
  uint64_t droppedByBound = 0, cuts = 0;
  uint64_t depthWasCut = 0; ///< 0 or 1

  LedgerCounts &operator+=(const LedgerCounts &more);
};

class Ledger {
public:
  // Numbers of nodes ---------------------------------------------------------
  /// Before the first one.
  void numberFrom(uint64_t serial) { first_ = last_ = serial; }
  bool isFresh() const { return last_ == first_; }
  uint64_t nextSerial() { return mixBits(++last_); }

  // Tickets ------------------------------------------------------------------
  /// A node was handed out, to be expanded some time.
  void found(uint64_t serial) {
    ++counts_.found;
    counts_.openTickets += nodeTicket(serial);
  }
  /// It need not be expanded: others know the state, or it has no choices.
  void dropped(uint64_t serial) {
    --counts_.found;
    counts_.openTickets -= nodeTicket(serial);
  }
  /// It was expanded, and these choices were offered.
  void expanded(uint64_t serial, llvm::ArrayRef<Choice> offered) {
    if (!serial)
      return;
    counts_.openTickets -= nodeTicket(serial);
    ++counts_.expanded;
    counts_.offered += offered.size();
    uint64_t all = 0;
    for (Choice choice : offered)
      all += ticket(serial, choice);
    counts_.openTickets += all;
  }
  void taken(uint64_t serial, Choice choice) {
    if (!serial)
      return;
    counts_.openTickets -= ticket(serial, choice);
    ++counts_.taken;
  }
  /// It was offered and need not be taken: what it leads to is seen elsewhere.
  void covered(uint64_t serial, Choice choice) {
    if (!serial)
      return;
    counts_.openTickets -= ticket(serial, choice);
    --counts_.offered;
  }

  /// It was offered, or was covered before (`serial` 0), and is taken later
  /// from another node with the same state: until then it is owed under `name`.
  void deferred(uint64_t serial, Choice choice, uint64_t name) {
    if (serial)
      counts_.openTickets -= ticket(serial, choice);
    else
      ++counts_.offered;
    counts_.openTickets += nameTicket(name);
  }
  void resumed(uint64_t name) {
    counts_.openTickets -= nameTicket(name);
    ++counts_.taken;
  }

  // States that another context keeps ----------------------------------------
  // Who asks whether a state is new has asked until its owner has answered, and
  // an owner that says so has promised until the one who asked has heard it.
  void asked(Hash128 key) { counts_.openTickets += askTicket(key); }
  void served(Hash128 key, bool isNew) {
    counts_.openTickets -= askTicket(key);
    if (isNew)
      counts_.openTickets += newTicket(key);
  }
  void heard(Hash128 key, bool isNew) {
    if (isNew)
      counts_.openTickets -= newTicket(key);
  }

  // What was left out --------------------------------------------------------
  void droppedByBound(uint64_t choices) { counts_.droppedByBound += choices; }
  void depthWasCut() { counts_.depthWasCut = 1; }
  /// A path ended before the program did.
  void cut(Cut cut) {
    if (counts_.cuts++ == 0)
      firstCut_ = std::move(cut);
  }

  // The whole ----------------------------------------------------------------
  /// What comes now has to be complete by itself; cuts stay.
  void beginAgain();
  /// Adds what another context counted, or this one another day.
  void add(const LedgerCounts &more, const Cut &firstCut);
  const LedgerCounts &counts() const { return counts_; }
  /// If there are any cuts.
  const Cut &firstCut() const { return firstCut_; }
  /// All that "no-error" depends on, but for what bounds and limits are called.
  void describe(Completeness &all) const;

private:
  static uint64_t ticket(uint64_t serial, Choice choice) {
    const uint64_t pair = uint64_t(choice.thread) << 16 | choice.value;
    return scatter(serial + (pair + 1) * 0x9e3779b97f4a7c15ull);
  }
  static uint64_t nodeTicket(uint64_t serial) { return scatter(serial); }
  /// Of numbers that look like chance already. What makes equal sums of them has
  /// different ones here: a square, and both halves of it.
  static uint64_t scatter(uint64_t x) {
    const auto square =
        static_cast<unsigned __int128>(x) * (x ^ 0xd6e8feb86659fd93ull);
    return uint64_t(square) ^ uint64_t(square >> 64);
  }
  static uint64_t askTicket(Hash128 key) {
    return mixBits(uint64_t(key) + 0x9e3779b97f4a7c15ull * uint64_t(key >> 64));
  }
  static uint64_t newTicket(Hash128 key) { return mixBits(~askTicket(key)); }
  static uint64_t nameTicket(uint64_t name) { return ~mixBits(name); }

  LedgerCounts counts_;
  uint64_t first_ = 0, last_ = 0;
  Cut firstCut_;
};

} // namespace rbcheck
