//===- search/triage/static/Walk.h - Code followed without executing it ---===//
//
// Follows all ways through the code of one thread at once, from where it
// begins, and notes what is certain at each place (PlaceFacts.h). Calls are
// entered with what is known of their arguments, so that a lock that a guard
// object takes in its constructor is known by its address; the same call with
// the same knowledge is followed once. Conditions that are known are followed
// one way. Counting loops are followed round by round as long as it is known
// whether they go on, so that threads made in one loop and joined in another
// are told apart.
//
// What is entered through pointers, comes back to itself or goes too deep is
// left to Root kAnybody: followed once, with nothing known (Assumptions.h).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/static/CodeInfo.h"
#include "search/triage/static/PlaceFacts.h"
#include "search/triage/static/StaticState.h"

#include "interp/exec/Model.h"

namespace rbcheck {

class Walk {
public:
  Walk(const Program &program, const CodeInfo &info, Assumptions &facts,
       PlaceFacts &places, uint64_t &stepsLeft)
      : program_(program), info_(info), facts_(facts), places_(places),
        stepsLeft_(stepsLeft) {}

  /// Follows `function` as the beginning of a thread, or as entered by
  /// anybody. `argument` is its first parameter.
  void follow(Root root, uint32_t function, const Value &argument);

private:
  /// Locks that were given back on the way.
  struct Released {
    std::set<uint64_t> locks;
    bool isUnknown = false; ///< and others
    bool mayBe(uint64_t lock) const { return isUnknown || locks.count(lock); }
  };
  struct Outcome {
    std::optional<StaticState> returned, thrown;
    std::vector<Value> results;
    std::optional<PlaceFact> inside;
    std::set<uint32_t> made; ///< sites of the heap objects made on the way
    Released released;
  };
  /// One function in one context.
  struct Frame {
    uint32_t function = 0;
    uint32_t depth = 0;
    Outcome outcome;
    struct Key {
      uint32_t round, pc;
      friend auto operator<=>(const Key &, const Key &) = default;
    };
    std::map<Key, StaticState> at;
    std::set<Key> open;
    uint32_t round = 0; ///< of the block that is being followed
  };

  // Walk.cpp: blocks and jumps
  Outcome followFunction(uint32_t function, StaticState entry);
  void followBlock(Frame &frame, uint32_t pc, StaticState state);
  /// False if control does not go on to the next instruction.
  bool step(Frame &frame, uint32_t pc, StaticState &state);
  void reach(Frame &frame, uint32_t pc, StaticState state);
  void jumpBack(Frame &frame, uint32_t pc, StaticState state);
  bool isLoopDecided(const Frame &frame, uint32_t pc, StaticState state);
  void branch(Frame &frame, uint32_t pc, StaticState &state);
  void jumpByTable(Frame &frame, uint32_t pc, StaticState &state);
  void giveBack(Frame &frame, const Insn &insn, StaticState &state);
  void meetInto(std::optional<StaticState> &all, const StaticState &one);
  void note(Frame &frame, uint32_t pc, const PlaceFact &fact);
  TouchedObject noteTouches(Frame &frame, uint32_t pc, StaticState &state);
  TouchedObject noteTouch(CodePlace place, const Value &address, uint64_t size,
                          StaticState &state);
  TouchedObject noteTouchesOfModel(Frame &frame, uint32_t pc,
                                   StaticState &state);

  // WalkValues.cpp: slots and memory
  Value get(const Function &function, const StaticState &state,
            uint32_t slot) const;
  void set(const Function &function, StaticState &state, uint32_t slot,
           const Value &value);
  bool computes(const Function &function, const Insn &insn, StaticState &state);
  Value add(const Value &base, const Value &index, uint64_t scale,
            int64_t offset, StaticState &state);
  Value fold(StaticState &state, const Value &a, const Value &b,
             uint64_t result);
  std::optional<bool> decide(Op op, const Value &a, const Value &b,
                             uint32_t width) const;
  Value compare(Op op, const Value &a, const Value &b, uint32_t width) const;
  Value addressOf(const Function &function, const Insn &insn,
                  StaticState &state);
  bool accesses(const Function &function, const Insn &insn, StaticState &state);
  Value loadFrom(StaticState &state, const Value &address, uint32_t size);
  void storeTo(StaticState &state, const Value &address, uint32_t size,
               const Value &value);
  void overwriteObject(const Value &address, uint64_t size, const Value &value);
  std::optional<uint64_t> constantAt(uint64_t address, uint32_t size) const;
  std::vector<Local::Word> constantWords(uint64_t address, uint64_t size) const;
  void copy(StaticState &state, const Value &to, const Value &from,
            const Value &size);
  /// Something other than a lock's own functions writes there.
  void overwrite(StaticState &state, const Value &address, uint64_t size);
  /// Shows what it reads; what it writes is anything.
  void doAnything(const Function &function, const Insn &insn,
                  StaticState &state);
  /// `isZero`: the value was found to be zero, or not to be.
  void learn(StaticState &state, const Value &value, bool isZero,
             CodePlace where);

  // WalkCalls.cpp: calls of functions
  bool call(Frame &frame, uint32_t pc, StaticState &state);
  bool callDefined(Frame &frame, uint32_t pc, uint32_t callee,
                   StaticState &state);
  /// `callee`: what is called, if it is known and only not followed here.
  bool callAnybody(Frame &frame, uint32_t pc, StaticState &state,
                   std::optional<uint32_t> callee = std::nullopt);
  /// Goes on behind the call, or where its exception lands.
  bool comeBack(Frame &frame, uint32_t pc, StaticState &state,
                const Outcome &outcome);
  void throwFrom(Frame &frame, uint32_t pc, const StaticState &state);
  void showArguments(const Function &function, const CallSite &site,
                     size_t from, StaticState &state);
  void actAsAnybody(Frame &frame, StaticState &state);

  // WalkModels.cpp: calls of the library
  bool callModel(Frame &frame, uint32_t pc, uint32_t callee,
                 StaticState &state);
  /// The address of a new heap object.
  Value makeObject(Frame &frame, uint32_t pc, const CallSite &site,
                   StaticState &state);
  Value takeLock(Frame &frame, uint32_t pc, const Role &role, const Value &lock,
                 StaticState &state);
  void giveLock(Frame &frame, const Value &lock, StaticState &state);
  void giveHeapLock(Frame &frame, const Value &lock, StaticState &state);
  void wait(Frame &frame, uint32_t pc, const Value &mutex, StaticState &state);
  void remake(Frame &frame, const Role &role, const CallSite &site,
              StaticState &state);
  /// The handle of the new thread.
  Value makeThread(Frame &frame, uint32_t pc, const Role &role,
                   const CallSite &site, StaticState &state);
  void endThread(const StaticState &state);
  void useArguments(const Function &caller, const CallSite &site,
                    const Model &model, StaticState &state);
  /// No other thread runs.
  bool isAlone(const StaticState &state) const;

  const Program &program_;
  const CodeInfo &info_;
  Assumptions &facts_;
  PlaceFacts &places_;
  uint64_t &stepsLeft_;
  Root root_ = kMain;
  std::vector<uint32_t> active_; ///< functions, from the outside in
  std::map<std::pair<uint32_t, StaticState>, Outcome> known_;
};

} // namespace rbcheck
