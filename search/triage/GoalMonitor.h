//===- search/triage/GoalMonitor.h - Follows all goals through a search ---===//
//
// One search serves all warnings: the monitor tests every new state and every
// fault against all goals that are still open, and collects on the way what
// explains a refutation (which locks were held, whether a place was ever
// executed). It never influences the search.
//
// A goal counts as reached only with a violation whose schedule was replayed
// and led to the same fault. Where the history of a path decides (which
// acquisition a leaked lock is from), a candidate whose path does not show it
// leaves the goal *blurred*: another path to the same state might show it, so
// such a goal can be confirmed but not refuted.
//
// Tested by test/triage.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"
#include "search/triage/GoalOrder.h"

#include "llvm/ADT/DenseMap.h"

#include <set>

namespace rbcheck {

/// What is known about one side of a goal.
struct SideFacts {
  bool wasExecuted = false; ///< also where no other thread could notice
  bool wasParked = false;   ///< a thread stood there while others lived
  bool wasQuietByOther = false; ///< executed, not parked, not by thread 0
  /// Executed when there was or had been another thread: by which ones, and the
  /// locks that they held each time.
  std::set<uint32_t> lateThreads;
  std::set<uint64_t> lateLocks;
  std::set<uint32_t> threads;   ///< that stood there
  /// Mutexes held by the thread at every visit; none before the first.
  std::optional<std::set<uint64_t>> locks;
};

struct GoalFacts {
  std::vector<SideFacts> sides;
  std::optional<Violation> violation; ///< confirmed by it
  std::optional<Violation> related;
  bool isBlurred = false;
  bool isGuess = false; ///< `violation` was found after beginGuesses()
  /// Race: that no state shows it is not enough, since another race, or what
  /// orders nothing, may keep the accesses apart (GoalOrder.h) ...
  bool needsOrder = false;
  bool isOrdered = false; ///< ... but synchronisation always orders them
  uint64_t shownAfter = 0;    ///< states of all searches before `violation`
  uint32_t histories = 0;     ///< candidates that were replayed
  uint32_t observed = 0;      ///< sides taken at once, at best
  std::string stood;          ///< where the threads stood then
  bool wereTogether = false;  ///< Race: both sides taken at once
  bool didOverlap = false;    ///< ... on the same memory
  std::set<uint64_t> locks;   ///< lock objects used at its sides
  std::map<uint64_t, std::string> lockNames;
};

/// An error that a schedule ended with.
struct Ending {
  FaultKind kind;
  Location location;
};

/// Why schedules ended before a place could be reached: the first of each kind.
struct Endings {
  std::optional<Ending> process; ///< the program was at its end, too
  /// A real program may go on, in a way that the search cannot follow ...
  std::optional<Ending> hidden;
  /// ... nor when it guesses.
  std::optional<Ending> hiddenFromGuesses;
};

class GoalMonitor final : public StepMonitor, public Observer {
public:
  GoalMonitor(const Program &program, std::vector<Goal> goals);

  /// Instructions to watch, for Machine::watch().
  std::vector<CodePlace> watchList() const { return watched_; }
  /// The machine of the search that begins, before it is started.
  void observe(Machine &machine);
  /// When these are hit, the history of no further candidate is looked at.
  void boundBy(const Limits &whole) { whole_ = whole; }
  /// Another search begins. `isWatching`: its machine watches watchList().
  void beginSearch(bool isWatching);
  /// What was found out is void: searches start again without local objects.
  void forget();

  /// Adds what another monitor of the same goals saw in another search
  /// (GoalMerge.cpp).
  void absorb(const GoalMonitor &other);

  const std::vector<Goal> &goals() const { return goals_; }
  const GoalFacts &facts(size_t goal) const { return facts_[goal]; }
  /// Where threads were seen to take a lock, as far as that was kept.
  const std::set<CodePlace> &takenAt(uint64_t lock) const;
  bool isOpen(size_t goal) const {
    return goals_[goal].isPossible() && !facts_[goal].violation;
  }
  bool hasOpenGoals() const;
  /// What ended schedules before their time, in all searches so far.
  const Endings &endings() const { return endings_; }
  /// Errors of the program, each once: no warning needs to speak of them.
  const std::vector<Violation> &errors() const { return errors_; }
  /// The first data race that was met, of whatever places.
  const std::optional<Violation> &race() const { return race_; }
  /// No state shows the goal, a race: what is known of the order of its accesses.
  void needsOrder(size_t goal) { facts_[goal].needsOrder = true; }
  void settleOrder(size_t goal, const OrderFindings &findings);
  /// From now on searches go on behind errors although nobody knows how.
  void beginGuesses() { isGuessing_ = true; }

  /// Takes a violation as what shows the goal, if it replays.
  void confirm(size_t goal, const Violation &violation);
  /// Two threads were about to make conflicting accesses, wherever.
  bool hasRaces() const { return !knownRaces_.empty(); }

  void stepped(const SearchNode &from, std::optional<Choice> choice, StepEnd end,
               Machine &machine) override;
  void arrived(const SearchNode &node, uint32_t firstNew,
               Machine &machine) override;
  void failed(const Violation &violation, const Path &path, Machine &machine,
              bool goesOn) override;

private:
  struct Hit {
    uint32_t goal, side;
  };
  using Hits = llvm::SmallVector<Hit, 4>;
  using Stack = llvm::SmallVector<CodePlace, 16>;

  void look(uint32_t thread, const SearchNode &node, Machine &machine);
  void hitsOf(Machine &machine, uint32_t thread, Hits &out);
  static void noteLate(SideFacts &side, const WatchEvent &event);
  void noteVisit(const Hits &hits, uint32_t thread, Machine &machine);
  void noteApproach(const Hits &hits, uint32_t thread, Machine &machine);
  void noteLock(uint32_t thread, Machine &machine);
  void noteTogether(const Hits &hits, uint32_t thread, Machine &machine);
  void findRaces(uint32_t thread, const SearchNode &node, Machine &machine);
  void findRacesOf(uint32_t thread, const SearchNode &node, Machine &machine);
  void checkRace(uint32_t thread, uint32_t other, uint64_t address,
                 const SearchNode &node, Machine &machine);
  bool isRaceOf(const Goal &goal, const Hits &mine, const Hits &others,
                uint32_t number, uint64_t address) const;
  /// Goals that the two stand at, or that have a side anywhere.
  std::set<uint32_t> goalsAt(const Hits &mine, const Hits &others) const;
  void checkFree(uint32_t thread, uint32_t other, const SearchNode &node,
                 Machine &machine);
  bool isFreedBy(size_t goal, const Violation &violation, Machine &machine);
  bool isRaceInSection(size_t goal, const Fault &fault, Machine &machine);
  void noteEnding(const Violation &violation);
  void noteError(const Violation &violation, Machine &machine);
  void allocated(uint64_t address, uint64_t size, uint32_t thread,
                 CodePlace place) override;
  bool isNear(size_t goal, llvm::ArrayRef<std::vector<CodePlace>> stacks) const;
  bool isTheOne(const GoalSide &side, llvm::ArrayRef<CodePlace> made,
                llvm::ArrayRef<CodePlace> gone) const;
  std::vector<uint64_t> newlyLost(const SearchNode &from, Machine &machine);
  void findLost(const SearchNode &from, std::optional<Choice> choice,
                Machine &machine);
  void findStuck(uint32_t thread, const SearchNode &node, Machine &machine);
  bool isCycleOf(const Goal &goal, llvm::ArrayRef<uint32_t> cycle,
                 Machine &machine) const;
  void findHeld(uint32_t thread, const SearchNode &node, Machine &machine);
  /// The lock a thread is blocked at, or 0.
  uint64_t lockWaitedFor(Machine &machine, uint32_t thread) const;
  bool concerns(size_t goal, uint32_t thread, Machine &machine) const;

  /// doesReplay(), which many goals ask of one violation.
  bool isReplayed(const Violation &violation);
  void relate(size_t goal, const Violation &violation);
  Violation makeViolation(const Fault &fault, const Property &foundBy,
                          const Path &path, Machine &machine) const;
  bool mayReplay(size_t goal);
  void tryLeak(size_t goal, uint32_t holder, uint64_t lock,
               const Violation &violation);
  void tryWait(size_t goal, uint32_t thread, const Violation &violation);

  const Program &program_;
  const std::vector<Goal> goals_;
  Positions positions_;
  std::vector<GoalFacts> facts_;
  std::vector<CodePlace> watched_;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Hit, 2>> byPlace_;
  std::vector<llvm::SmallVector<Hit, 2>> byWatch_; ///< by index of watched_
  Hits anywhere_;
  bool hasDeep_ = false;
  bool hasLost_ = false; ///< a goal is about memory
  std::map<Hash128, std::vector<uint64_t>> lostIn_; ///< blocks, by state
  /// Goals about memory in whose functions a block was allocated, on some path.
  llvm::DenseMap<uint64_t, std::set<uint32_t>> madeNear_;
  Machine *observed_ = nullptr;
  bool isWatching_ = false;
  uint64_t states_ = 0;           ///< of all searches so far
  std::set<uint64_t> knownLocks_; ///< mutexes seen so far
  std::set<std::pair<CodePlace, CodePlace>> knownRaces_;
  std::optional<Violation> race_;
  Endings endings_;
  std::vector<Violation> errors_;
  bool isGuessing_ = false;
  std::map<uint64_t, std::set<CodePlace>> takenAt_; ///< in the user's code
  Limits whole_; ///< of the whole run
  std::optional<Violation> lastReplayed_;
  bool didReplay_ = false; ///< lastReplayed_ did
};

} // namespace rbcheck
