//===- interp/state/Holders.h - Where pointers to a local were stored -----===//
//
// A stack object remembers the words of memory that a pointer into it was ever
// stored to and that may outlive it, so that these can be found when it dies
// (interp/exec/Lifetime.cpp). The list is a superset: a word may hold something
// else by now, or be gone. It is no part of a state: what happens to a word is
// decided by what it holds, so states with the same contents have the same
// future whatever their lists are.
//
// The nodes are frozen when made; lists of several states share their tails.
// Tested by test/unit/LifetimeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Node.h"

namespace rbcheck {

struct Holder : Node {
  uint64_t word;           ///< address of 8 bytes
  Holder *next;            ///< owned
  uint32_t count;          ///< words from here on
  uint32_t limit;          ///< at this many it is time to sort out the dead ones
  Holder(uint64_t word, Holder *next, uint32_t count, uint32_t limit)
      : Node(NodeType::Holder, 0), word(word), next(next), count(count),
        limit(limit) {}
};

constexpr uint32_t kFirstHolderLimit = 64;

/// The list with one word more. Takes over the count of `list`.
Holder *addHolder(Holder *list, uint64_t word, uint32_t limit);

/// Frees a list without recursion; lists can be long.
void destroyHolders(Holder *list);

} // namespace rbcheck
