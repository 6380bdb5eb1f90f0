//===- search/reduce/Dpor.h - One execution of each order that matters ----===//
//
// Dynamic partial-order reduction without remembered states. Two executions are
// equivalent if they differ only in the order of independent operations; each
// class is executed once (sets=optimal: Abdulla, Aronis, Jonsson and Sagonas,
// "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction", JACM
// 2017). How it goes on:
//
//   - A path is followed to its end. There every two steps of it that *race*
//     (dependent, and nothing else orders them) are looked at: the later one
//     could have gone first. The sequence that shows it, all that does not depend
//     on the earlier step and then the later one, is wanted from the state
//     before the earlier step.
//   - It is left out if something explored from there can begin it: steps that
//     were explored *sleep* in their state, and in those after it until
//     something that depends on them is executed.
//   - Of what is wanted in a state there is a wake-up tree, whose branches no
//     sleeping step can begin: so nothing is followed in vain.
//
// What the paper leaves open, or assumes away:
//
//   - *Blocking.* Of all steps that a later one depends on, those count that it
//     can really go before (PathRaces.h), and among them only those that no other
//     one follows. What waits at the end of a path, for ever or because the
//     process ended, is treated as if it came next.
//   - *Alternatives* of one step are different events of one thread; where one is
//     taken the others are wanted, too.
//   - *Decisions* on inputs go with the step before them: nobody else moves in
//     between. Which there are and what they lead to depends on what was decided
//     before, by other threads, too. A sequence that comes to one that was not
//     expected cannot be followed, which sets=optimal relies on: programs with
//     inputs get sets=source.
//   - *Ends of paths* (exit, a fault, a false assumption) keep all others from
//     going on, so they depend on everything.
//
// sets=source keeps of each sequence only its first step: some paths turn out to
// be followed in vain (Statistics::blocked). sets=persistent wants the thread of
// the later step, or all if it cannot go on there (Flanagan and Godefroid, POPL
// 2005), and lets nothing sleep: a thread that sleeps stands for the sequence only
// if it is an initial of it. So classes are executed several times.
//
// Data races need no clocks here: if two accesses race, some execution has a state
// in which both are next (docs/searches.md). Tested by test/reduce and
// test/generate.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"
#include "search/reduce/PathRaces.h"
#include "search/reduce/WakeUpTree.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace rbcheck {

class Dpor {
public:
  enum Sets : uint8_t { Optimal, Source, Persistent };
  explicit Dpor(Sets sets) : sets_(sets) {}

  /// Goes on until all is done, After::Stop, or to pause.
  void run(SearchContext &ctx);

private:
  /// A state on the path, and the step that leads on from it.
  struct Frame {
    SearchNode node;
    Choices choices;
    llvm::SmallVector<Choice, 4> taken;
    Events sleep;    ///< explored, here or before
    WakeUpTree tree; ///< to be explored
    Event step;      ///< being explored
    Races races;     ///< of that step
  };

  void take(SearchContext &ctx);
  void open(SearchContext &ctx, Step &&step,
            std::vector<WakeUpTree::Branch> &&rest);
  void begin(SearchContext &ctx);
  void close(SearchContext &ctx);
  void closeStep();
  /// Which choice of the state an event is. None: what inputs are was decided
  /// differently on the way.
  std::optional<Choice> choiceFor(const Frame &frame, const Event &event) const;
  bool isAsleep(const Frame &frame, Choice choice) const;

  /// The path has ended: wants what its races ask for. `last`: the state in
  /// which threads that are left wait, but not `except`.
  void reverseRaces(SearchContext &ctx, const State &last, uint32_t except);
  void reverse(Machine &machine, const Race &race);
  void want(Frame &frame, const Events &sequence, const Event &later);
  void wantChoice(Machine &machine, Frame &frame, Choice choice);
  void wantAlternatives(Machine &machine, Frame &frame, Choice taken);

  Sets sets_;
  bool isBegun_ = false;
  std::vector<Frame> stack_;
  llvm::DenseSet<std::pair<uint64_t, uint64_t>> onPath_; ///< fingerprints
  PathRaces races_; ///< of the steps on the stack
  Effects executed_;
};

} // namespace rbcheck
