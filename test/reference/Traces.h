//===- test/reference/Traces.h - Counts executions up to independence -----===//
//
// How many executions there are if those that differ only in the order of
// independent operations count once (Mazurkiewicz traces). All beginnings of
// executions are gone through, each class of them once; what a beginning is
// equivalent to is found by sorting it: of the steps that nothing left depends on
// from before, the one of the lowest thread goes first.
//
// That equivalent beginnings lead to the same state is not believed: each time
// one is met again its state is compared. Shares the machine and what dependent
// means (interp/exec/Effects.h) with rbcheck, and nothing of search/.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rbcheck {

class Traces {
public:
  /// `most` classes of beginnings are gone through, none longer than kLongest.
  Traces(Machine &machine, size_t most) : machine_(machine), most_(most) {}

  /// False if the machine asks for a start without local objects.
  bool run();

  uint64_t count = 0;      ///< classes of executions that ended
  uint64_t differences = 0; ///< equivalent beginnings with different states
  /// The same, but one of them ended with its last step: what a thread runs into
  /// before its next operation (a pointer to what is no more) depends on more than
  /// the operation before. Then the count says little.
  uint64_t vague = 0;
  bool isCut = false;

  static constexpr size_t kLongest = 80;

private:
  struct Event {
    Choice choice;
    Effects effects;
  };
  using Events = std::vector<std::shared_ptr<const Event>>;
  struct Beginning {
    State state;
    Events events;
  };

  void follow(const Beginning &from, Choice choice);
  static std::string sorted(const Events &events);

  Machine &machine_;
  const size_t most_;
  bool notLocal_ = false;
  std::vector<Beginning> open_;
  std::map<std::string, Hash128> known_; ///< with the state; 0 = it ended
  std::vector<std::string> ended_; ///< what they would be if they had not
};

} // namespace rbcheck
