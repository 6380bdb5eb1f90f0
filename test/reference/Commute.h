//===- test/reference/Commute.h - Independent operations must commute -----===//
//
// In every state, for every two threads whose pending operations are declared
// independent (interp/exec/Effects.h): both orders lead to the same state, and
// neither lets the other go on or keeps it from that. What the declaration
// says is believed by nobody here: both orders are run.
//
// The machine is one of forReduction(): what a thread shows does not depend on
// whether others live. Left out are steps that fault or end the path.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include <set>
#include <string>

namespace rbcheck {

class Commute {
public:
  /// `most` states are looked at.
  Commute(Machine &machine, unsigned most) : machine_(machine), most_(most) {}

  /// False if the machine asks for a start without local objects.
  bool run();

  std::set<std::string> failures; ///< one for each pair of operations
  uint64_t pairs = 0;             ///< tried in both orders
  uint64_t states = 0;
  bool isCut = false;

private:
  void visit(const State &state);
  void tryBoth(const State &state, uint32_t a, uint32_t b);
  /// By all that the two steps do.
  bool areDeclaredDependent(const State &state, Choice a, Choice b);
  struct After;
  After both(const State &state, Choice first, Choice second);
  std::string nameOf(const State &state, uint32_t thread);

  Machine &machine_;
  unsigned most_;
  bool notLocal_ = false;
};

} // namespace rbcheck
