//===- search/strategies/RbOptions.cpp - Its parameters -------------------===//
#include "search/strategies/RbOptions.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cmath>

namespace rbcheck {

namespace {

bool parseRatio(llvm::StringRef text, RbRatio &ratio) {
  if (text == "auto") {
    ratio = {RbRatio::Adaptive, 0.9};
    return true;
  }
  double value;
  if (text.consume_front("1-d/")) {
    if (text.getAsDouble(value) || !(value > 0) || value > 1e15)
      return false;
    ratio = {RbRatio::Linear, value};
    return true;
  }
  if (text.getAsDouble(value) || !(value >= 0 && value <= 1))
    return false;
  ratio = {RbRatio::Constant, value};
  return true;
}

std::string checkRatio(llvm::StringRef text) {
  RbRatio ratio;
  return parseRatio(text, ratio)
             ? ""
             : "is not a number from 0 to 1, 1-d/C with C above 0, or auto";
}

std::string checkSwitchRatio(llvm::StringRef text) {
  RbRatio ratio;
  return text == "same" || parseRatio(text, ratio)
             ? ""
             : "is not a number from 0 to 1, 1-d/C with C above 0, auto or "
               "same";
}

std::string checkThreshold(llvm::StringRef text) {
  uint64_t number;
  if (text == "auto" || text == "adaptive" || text == "doubling")
    return "";
  if (text.getAsInteger(10, number))
    return "is not a number, auto, adaptive or doubling";
  return number >= 1 && number <= 4'000'000'000
             ? ""
             : "is out of range 1..4000000000";
}

/// The Word parameter `name` is `word`.
bool is(const SearchArgs &args, const char *name, const char *word) {
  return args.text(name) == word;
}

} // namespace

double RbRatio::at(double depth) const {
  return kind == Linear ? std::max(0.0, 1 - depth / value) : value;
}

uint64_t luby(uint64_t i) {
  for (;;) {
    uint64_t n = 64 - uint64_t(__builtin_clzll(i)); // 2^(n-1) <= i < 2^n
    uint64_t half = 1ull << (n - 1);
    if (i == half * 2 - 1)
      return half;
    i -= half - 1;
  }
}

RbOptions::RbOptions(const SearchArgs &args) {
  llvm::StringRef limit = args.text("threshold");
  if (limit.getAsInteger(10, threshold))
    thresholdKind = llvm::StringSwitch<Threshold>(limit)
                        .Case("adaptive", Adaptive)
                        .Case("doubling", Doubling)
                        .Default(FromWalks);
  strategy = llvm::StringSwitch<Strategy>(args.text("strategy"))
                 .Case("fixed", Fixed)
                 .Case("luby", Luby)
                 .Case("preemption", Preemption)
                 .Case("conflict", Conflict)
                 .Default(Random);
  parseRatio(args.text("ratio"), ratio);
  RbRatio other;
  if (parseRatio(args.text("switch-ratio"), other))
    switchRatio = other;
  countsStates = is(args, "depth", "states");
  earlyJumpsOnly = is(args, "jump", "early");
  crossThreshold = is(args, "cross", "on");
  isUniform = is(args, "random", "uniform");
  p = args.real("p");
  isRatioRelative = is(args, "ratio-depth", "relative");
  revisitsShallower = is(args, "revisit", "shallower");
  complete = is(args, "complete", "after")         ? Afterwards
             : is(args, "complete", "interleaved") ? Interleaved
                                                   : Never;
  q = args.real("q");
  restartUnit = args.number("restart");
  keepsVisited = is(args, "keep", "yes");
  rounds = args.number("rounds");
}

std::vector<SearchParam> rbParams() {
  using P = SearchParam;
  return {
      {"threshold", P::Form, "auto", "least depth at which it may backtrack", 0,
       0, "N|auto|adaptive|doubling", checkThreshold},
      {"strategy", P::Word, "random", "how far it goes back", 0, 0,
       "fixed|random|luby|preemption|conflict"},
      {"ratio", P::Form, "0.9", "probability of going on", 0, 0,
       "0..1|1-d/C|auto", checkRatio},
      {"switch-ratio", P::Form, "same",
       "the same if the next step switches threads", 0, 0,
       "same|0..1|1-d/C|auto", checkSwitchRatio},
      {"depth", P::Word, "transitions", "what depth counts on the path", 0, 0,
       "transitions|states"},
      {"jump", P::Word, "all", "which backtracks go more than one step", 0, 0,
       "all|early"},
      {"cross", P::Word, "off", "jumps go on above the threshold", 0, 0,
       "off|on"},
      {"random", P::Word, "geometric", "lengths of strategy=random", 0, 0,
       "geometric|uniform"},
      {"p", P::Real, "0.5", "parameter of the geometric lengths", 0.001, 1},
      {"ratio-depth", P::Word, "absolute",
       "d of 1-d/C, or from the threshold on", 0, 0, "absolute|relative"},
      {"revisit", P::Word, "off",
       "take up what was left of a state met again closer to the start", 0, 0,
       "off|shallower"},
      {"complete", P::Word, "off", "come back to what was left out", 0, 0,
       "off|after|interleaved"},
      {"q", P::Real, "0.1", "complete=interleaved: how often", 0, 1},
      {"restart", P::Number, "0",
       "restart after this many new states times 1 1 2 1 1 2 4 ...; 0 = never",
       0, 1e15},
      {"keep", P::Word, "yes", "keep the visited states in a restart", 0, 0,
       "yes|no"},
      {"rounds", P::Number, "100", "rounds at most, with restarts", 1, 1e15},
  };
}

} // namespace rbcheck
