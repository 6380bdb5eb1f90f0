//===- search/reduce/WakeUpTree.h - Sequences that are to be explored -----===//
//
// What a state still has to be left by: sequences of events, as an ordered tree.
// A sequence is added only if no branch stands for it already, so that two
// branches never lead to executions that differ only in what does not matter
// (wake-up trees: Abdulla, Aronis, Jonsson and Sagonas, JACM 2017, section 6).
//
// An *event* is one step of a thread, with the alternative it takes. An event is
// a *weak initial* of a sequence if it could as well go before all of it: it is
// in the sequence and depends on nothing before it, or it is not in it and
// depends on nothing in it.
// Tested by test/unit/WakeUpTreeTest.cpp and test/reduce.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/reduce/Operations.h"

#include <vector>

namespace rbcheck {

struct Event {
  uint16_t thread = 0;
  uint16_t value = 0; ///< which alternative, or kAnyValue
  OperationId operation = 0;
};
using Events = std::vector<Event>;

/// Any alternative will do: the others are wanted where one is taken.
constexpr uint16_t kAnyValue = 0xffff;

bool isWeakInitial(const Operations &operations, const Event &event,
                   const Events &sequence);
/// The same, of an event that is in the sequence.
bool isInitial(const Operations &operations, const Event &event,
               const Events &sequence);

class WakeUpTree {
public:
  struct Branch {
    Event event;
    std::vector<Branch> rest;
  };

  bool isEmpty() const { return branches_.empty(); }
  /// Takes the oldest branch out of the tree.
  Branch takeFirst();
  /// The tree becomes what is behind a branch.
  void become(std::vector<Branch> branches) { branches_ = std::move(branches); }

  /// Adds the sequence, unless a branch stands for it. Behind a leaf anything
  /// is explored: it stands for all that it can begin.
  void insert(const Operations &operations, Events sequence);
  /// Adds only its first event, unless a branch is an initial of the sequence.
  void insertFirst(const Operations &operations, const Events &sequence);
  /// Adds the event, unless there is a branch that begins with it.
  void add(const Event &event);

private:
  std::vector<Branch> branches_;
};

} // namespace rbcheck
