//===- search/strategies/RbOptions.h - Its parameters ---------------------===//
//
// Names as in "Search.h" parameters; docs/searches.md explains them. Letters in
// brackets are the rows of the table of open questions there.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

namespace rbcheck {

/// How likely the search goes on at a depth: a constant, or max(0, 1 - d/c).
struct RbRatio {
  enum Kind : uint8_t { Constant, Linear, Adaptive } kind = Constant;
  double value = 0.9; ///< the constant, or c
  double at(double depth) const;
};

struct RbOptions {
  enum Threshold : uint8_t { Given, FromWalks, Adaptive, Doubling };
  Threshold thresholdKind = Given;
  uint64_t threshold = 50;
  enum Strategy : uint8_t { Fixed, Random, Luby, Preemption, Conflict };
  Strategy strategy = Random;
  RbRatio ratio;
  std::optional<RbRatio> switchRatio; ///< if the next step switches threads

  bool countsStates = false;      ///< depth: states of the path, not steps [A]
  bool earlyJumpsOnly = false;    ///< jump [B]
  bool crossThreshold = false;    ///< cross [D]
  bool isUniform = false;         ///< random: uniform in 1..d [E]
  double p = 0.5;                 ///< random: of the geometric lengths [E]
  bool isRatioRelative = false;   ///< ratio-depth: d - threshold [G]
  bool revisitsShallower = false; ///< revisit

  enum Complete : uint8_t { Never, Afterwards, Interleaved };
  Complete complete = Never;
  double q = 0.1; ///< interleaved: how often a skipped state is returned to

  uint64_t restartUnit = 0; ///< states times Luby until a restart; 0 = none
  bool keepsVisited = true;
  uint64_t rounds = 100; ///< at most

  RbOptions() = default;
  explicit RbOptions(const SearchArgs &args);
  /// True if what is left out has to be remembered.
  bool defers() const {
    return complete != Never || revisitsShallower ||
           (restartUnit && keepsVisited);
  }
};

/// All parameters, with defaults and help.
std::vector<SearchParam> rbParams();

/// 1 1 2 1 1 2 4 ...: the number `i`, from 1 on, of the Luby sequence.
uint64_t luby(uint64_t i);

} // namespace rbcheck
