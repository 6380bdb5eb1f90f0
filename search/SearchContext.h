//===- search/SearchContext.h - The honest bookkeeper of a search ---------===//
//
// What a strategy sees: runs steps for a search, checks every new state, remembers
// what was seen and watches the limits. A search cannot get "no-error" by
// forgetting work: the ledger (Ledger.h) has what it was given and what it used.
//
// Who runs a search makes the context and sees more of it: turns and the verdict
// (run/DrivenContext.h), and what workers of one search exchange
// (run/SharedContext.h).
//
// Threads: one worker owns a context. Several contexts can share one search.
// Tested by test/search, test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Checks.h"
#include "search/Ledger.h"
#include "search/Monitors.h"
#include "search/Property.h"
#include "search/run/Limits.h"
#include "search/policy/Policies.h"
#include "search/result/Result.h"
#include "search/visited/StateSet.h"

#include "interp/exec/Machine.h"

#include <functional>
#include <map>
#include <set>

namespace rbcheck {

struct Guide;
class PathMemory;
class PathWatch;
class StateGraph;
class TrapFinder;

/// What few searches know of the path to a node besides.
struct PathNotes : llvm::ThreadSafeRefCountedBase<PathNotes> {
  PathNotes(RecentStepsRef recent, PathMemoryRef memory);
  ~PathNotes(); ///< not inline: every node of a search has a reference
  const RecentStepsRef recent; ///< null unless the order needs it
  const PathMemoryRef memory;  ///< null unless paths are compared
};
using PathNotesRef = llvm::IntrusiveRefCntPtr<const PathNotes>;

/// A state and how it was reached. Copies are cheap; expand only one of them.
class SearchNode {
public:
  State state;
  Path path;
  uint32_t depth = 0;       ///< steps from the initial state
  uint16_t lastThread = 0;  ///< the thread whose step led here
  uint16_t preemptions = 0; ///< only counted under a bound
  uint16_t delays = 0;      ///< the same

private:
  friend class SearchContext;
  friend struct Work;
  bool isExpanded_ = false;
  bool lastCanGoOn_ = false; ///< under a bound, once expanded
  uint64_t serial_ = 0;      ///< 0 = seen before: without tickets
  PathNotesRef notes_;  ///< null unless somebody needs them
};

using Choices = llvm::SmallVector<Choice, 8>;

enum class After : uint8_t {
  Explore, ///< a new state: expand it some time
  Prune,   ///< seen before, or the path ended
  Stop     ///< a violation, or a limit was hit: return
};

struct Step {
  After after = After::Stop;
  bool isEnd = false; ///< Prune: the path ended (exit, deadlock, cut)
  /// The thread loops for ever without touching what others see.
  bool isLoop = false;
  SearchNode node;    ///< valid if Explore; else only its numbers are
};

/// The contexts that keep the visited states together, each a part of the keys,
/// with none shared (search/ranks). Seen from one of them.
class StateOwners {
public:
  virtual ~StateOwners() = default;
  virtual bool isMine(Hash128 key) const = 0;
  /// Asks the owner of a key whether it is new. False if that was asked before:
  /// then it is not. If true, keep() is called next.
  virtual bool ask(Hash128 key) = 0;
  /// The node that was reached, until the answer: SearchContext::answered().
  virtual void keep(SearchNode node, uint32_t oldThreads) = 0;
};

struct ContextOptions {
  CheckSet checks;
  Policies policies;
  Limits limits;
  VisitedOptions visited;
  /// The visited set, if it is shared with other contexts.
  std::shared_ptr<StateSet> sharedVisited;
  /// The visited set is to be saved, which bits cannot be.
  bool savesVisited = false;
  /// Those who keep the visited states, if each keeps a part; else null. Sees to
  /// it that states are compared by fingerprints.
  StateOwners *owners = nullptr;
  /// The same of the graph, if that is kept (for `termination`).
  std::shared_ptr<StateGraph> sharedGraph;
  uint64_t seed = 1;
  bool allErrors = false;
  /// With the check for leaks off, some ends of paths are looked at all the same,
  /// for Result::leaks.
  bool notesLeaks = false;
  /// What others cover may be left out, by a search that can; the machine is of
  /// the kind that takes (forReduction).
  bool reduces = false;
  /// A state is left out if all that its inputs can be was seen with an equal
  /// one. Not by who reduces, nor where cycles are looked for.
  bool subsumes = false;
  /// Known of the program before it runs.
  std::vector<Approximation> approximations;
  /// May stand beside "no-error" although they could hide one.
  std::vector<ApproximationKind> accepted;
  /// Locations for searches that follow some; null if the user gave none.
  std::shared_ptr<const Guide> guide;
  /// Places that a search that predicts orders tries first.
  std::set<CodePlace> aims;
  SearchMonitor *monitor = nullptr;
  StepMonitor *steps = nullptr;
};

class SearchContext {
public:
  /// The initial state. Call once.
  SearchNode root();

  /// The choices of a node in the order of the policy; none if the search has
  /// to stop or a limit ends the path here.
  Choices expand(SearchNode &node);
  /// The same, appended to `out`.
  void expand(SearchNode &node, llvm::SmallVectorImpl<Choice> &out);

  /// Takes a choice that expand() offered: runs, checks, remembers.
  Step take(SearchNode &node, Choice choice) {
    return move(node, choice, false);
  }
  /// Like take(), but a state that was seen before is explored, too: for walks.
  Step walk(SearchNode &node, Choice choice) {
    return move(node, choice, true);
  }

  /// An expanded node to walk from once more: taking its choices again counts
  /// for nothing.
  static SearchNode again(SearchNode node) {
    node.serial_ = 0;
    return node;
  }

  // For searches that execute paths again (search/gambit) ---------------------
  /// The step once more that the choice of an expanded node is: nothing is
  /// checked, counted or remembered. The node behind it has no tickets.
  SearchNode stepAgain(const SearchNode &from, Choice choice);
  /// The initial state without tickets, for a worker of a search that another
  /// one has begun. Without a state if there is none.
  SearchNode rootAgain();
  /// All choices of the node that was expanded last, also beyond a bound.
  llvm::ArrayRef<Choice> unbounded() const { return choices_; }
  /// A choice of the node, one offered or covered, is taken later from a replay:
  /// owed under a name that is unique until then.
  void defer(const SearchNode &node, Choice choice, uint64_t name,
             bool wasCovered) {
    ledger_.deferred(wasCovered ? 0 : node.serial_, choice, name);
  }
  void resume(uint64_t name) { ledger_.resumed(name); }
  /// Executions in the tree of the search: ever, and most at a time.
  void noteTree(uint64_t nodes, uint64_t most) {
    stats_.treeNodes = nodes;
    stats_.treeMost = most;
  }
  /// What a search that predicts orders has done so far.
  void notePredictions(const Predictions &counts) {
    stats_.predictions = counts;
  }
  /// What is certain so far; only what is true if the search stops here.
  void noteCoverage(const Coverage &covered);

  bool isStopped() const { return isStopped_; }
  /// For searches that are long without a step: looks at the limits now.
  bool isOver() {
    if (!isStopped_)
      checkLimits();
    return isStopped_;
  }
  /// True if a step that ended the search led to a state to be expanded.
  static bool isOpen(const Step &step) {
    return step.node.serial_ && !step.isEnd;
  }

  /// True when others have their turn: return from run() with everything kept
  /// in the search; run() is called again and goes on. To be asked between two
  /// steps; a search that never asks keeps its turn.
  bool shouldPause() {
    if (__builtin_expect(stats_.transitions < pauseAt_, true))
      return false;
    return isPaused_ = !isStopped_;
  }
  /// True if run() returned because of shouldPause() and has to be continued.
  bool isPaused() const { return isPaused_; }

  // Before root() ----------------------------------------------------------
  /// Shuffles the choices of every state, whatever --order says.
  void useRandomOrder() {
    options_.policies.order = Order::random();
    prepare();
  }
  /// Bounds the preemptions, unless --bound is stricter.
  void boundPreemptions(uint32_t most);
  /// A state reached by steps of two threads counts as two.
  void distinguishLastThread() {
    keyHasThread_ = true;
    prepare();
  }

  /// What tells apart a state that was reached in two ways, besides the state;
  /// asked for after each step. A bound, which does the same, goes before.
  void distinguishBy(std::function<uint32_t()> key) {
    pathKey_ = std::move(key);
    prepare();
  }

  /// Every state counts as new, and none is remembered: for searches that see
  /// to it themselves that they end.
  void rememberNothing() {
    isStateless_ = true;
    chooseKeys();
  }

  /// Forgets all states and all open work; returns the root again. What comes
  /// then has to be complete by itself for "no-error".
  SearchNode beginAgain();
  /// What tells apart the state of the last take(): its fingerprint, and what
  /// a bound adds. For the end of a path, too.
  Hash128 lastKey();

  /// What this search calls that it leaves choices untaken: "20 walks".
  void explainPruning(std::string why) { pruningReason_ = std::move(why); }

  bool reduces() const { return options_.reduces; }
  const std::set<CodePlace> &aims() const { return options_.aims; }
  const Guide *guide() const { return options_.guide.get(); }
  /// What --function and --var name; null if nothing.
  const Preference *preference() const {
    return options_.policies.order.preference();
  }
  uint64_t seed() const { return options_.seed; }
  Machine &machine() { return machine_; }
  const Statistics &stats() const { return stats_; }

  // For reductions (search/reduce) ------------------------------------------
  /// Steps add what they touched besides what was pending, until it is null.
  void collectEffects(Effects *to) {
    more_ = to;
    chooseSteps();
  }
  /// The set of visited states is the search's own. Before root().
  void useSet(std::shared_ptr<StateSet> visited) {
    visited_ = std::move(visited);
    chooseKeys();
  }
  /// Asked behind each step: a state of which it says yes is taken as new and
  /// not remembered. Who asks for that sees to it that the search ends.
  void passIf(std::function<bool()> isPassed) {
    isPassed_ = std::move(isPassed);
    chooseKeys();
  }
  /// These choices of an expanded node need not be taken: what they lead to is
  /// seen elsewhere. Only for reductions that are proven and compared with the
  /// oracle (search/reduce).
  template <typename Range> void cover(const SearchNode &node, Range &&left) {
    for (Choice choice : left)
      ledger_.covered(node.serial_, choice);
  }
  /// The path to this node never ends: the state, which the machine is in, is on
  /// it already. The search goes no further there and is not complete.
  void noteEndless(const SearchNode &node);
  /// All choices of an expanded node are covered: a path was followed in vain.
  void noteBlocked() { ++stats_.blocked; }

protected:
  SearchContext(Machine &machine, const ContextOptions &options);
  ~SearchContext();
  SearchContext(const SearchContext &) = delete;
  SearchContext &operator=(const SearchContext &) = delete;

  /// The owner of a state that was reached has answered.
  Step answered(SearchNode node, uint32_t oldThreads, Hash128 key, Found found);
  /// Adds a key that this context keeps, for itself or for another one.
  Found addKey(Hash128 key);
  Found addForOther(Hash128 key);
  /// Ends the search for a reason of its own, unless it has ended.
  void stop(SearchStop why);
  /// Replaces the visited set by one that needs less memory.
  void useSmaller(std::shared_ptr<StateSet> visited,
                  const VisitedOptions &options, uint64_t states);

private:
  Step move(SearchNode &node, Choice choice, bool follow);
  StepEnd reportSurvived(uint32_t count, uint32_t before, const Path &path,
                         llvm::function_ref<StepEnd()> step);
  bool noteAhead(const SearchNode &from, Choice choice, SearchNode &to);
  StepEnd stepAndTell(const SearchNode &from, Choice choice);
  void noteStep(const SearchNode &from, Choice choice, SearchNode &to);
  void beginWatch();
  /// What compares paths sees a step, before it is made.
  void watchStep(const SearchNode &from, Choice choice, SearchNode &to,
                 FaultSink found);
  void arrive(Step &step, const SearchNode &from, Choice choice,
              uint32_t oldThreads, bool follow);
  void arriveAtNew(Step &step, const SearchNode &from, Choice choice,
                   uint32_t oldThreads, Found found);
  /// Behind a step: threads may spin for ever from here on. In a trap no step
  /// changes what others see, nor the others; unless no other lives, and but
  /// for memory of its own. Most steps do, so it is not to be looked for.
  bool mayBeInTrap(const SearchNode &from, Choice choice) const {
    if (!looksForTraps_)
      return false;
    const OpenState &now = machine_.state();
    return now.memory() == from.state.memory() || now.scalars().live == 1 ||
           now.hasOtherObjects(choice.thread, from.state.thread(choice.thread));
  }
  void lookForTrap(const SearchNode &from, Choice choice);
  void reportTrap(const State &state, uint32_t moved, const Path &path);
  /// The checks of a new state; false if it has no future.
  bool inspect(SearchNode &node, uint32_t oldThreads);
  void endPath(StepEnd end, const Path &path);
  void noteLeaks(const Path &path);
  void fail(const Fault &fault, const Property &foundBy, const Path &path,
            bool goesOn = false);
  /// A violation of a machine with Steps::Sync becomes one of small steps.
  bool isSubsumed(uint32_t key);
  bool tellWithInputs(Violation &violation, const Path &path);
  bool tellInSmallSteps(Violation &violation, const Path &path);
  /// Works out once what the policies need.
  void prepare();
  /// The same of the visited set, and of steps.
  void chooseKeys();
  void chooseSteps();
  /// Bounds and order: changes the choices from `from` on.
  void applyPolicies(SearchNode &node, llvm::SmallVectorImpl<Choice> &choices,
                     size_t from);
  void applyBounds(SearchNode &node, llvm::SmallVectorImpl<Choice> &choices,
                   size_t from);
  uint32_t keyOf(const SearchNode &node) const;
  Found addVisited(SearchNode &node);
  Hash128 visitedKey(const SearchNode &node);
  void addRoot(SearchNode &node);
  void checkStates();
  bool isOverShared();
  SearchNode makeRoot();
  void load(const State &state) {
    if (!machine_.state().isAt(state))
      machine_.load(state);
  }
  void checkLimits();
  /// Close to the memory limit: states are remembered less exactly.
  void saveMemory();

protected: // for DrivenContext and SharedContext
  Machine &machine_;
  ContextOptions options_;
  std::vector<const Property *> properties_; ///< that are checked
  std::vector<const Property *> ofStates_;   ///< of these, who sees states
  std::shared_ptr<StateSet> visited_;
  bool hasPolicies_ = false;  ///< expand() has more to do than to list
  bool tracksSteps_ = false;  ///< a step has more to note than where it led
  bool hasPlainSteps_ = true; ///< nor is there anybody to tell of it
  bool keepsLeast_ = false;   ///< of what a bound counts, for each state
  bool subsumes_ = false;     ///< ContextOptions::subsumes, where it can be done
  bool hasPlainKeys_ = false; ///< states are told apart by fingerprint and key
  bool seesStates_ = false;   ///< the monitor does
  bool keyHasThread_ = false; ///< asked for by the search
  bool isStateless_ = false;  ///< the same
  std::function<uint32_t()> pathKey_; ///< the same
  uint64_t depthBound_ = 0;   ///< 0 = none
  uint32_t history_ = 0;      ///< recent steps to keep, for the order
  Rng orderRng_;
  LimitWatch watch_;

  Ledger ledger_;
  uint64_t choicesOf_ = 0; ///< serial of the node `choices_` belongs to
  Choices choices_;

  Effects *more_ = nullptr; ///< who asked for the effects of steps
  std::unique_ptr<PathWatch> watchOfPaths_; ///< null: no property needs one
  const Property *watching_ = nullptr;      ///< whose it is
  std::function<bool()> isPassed_;

  Statistics stats_;
  uint64_t othersInstructions_ = 0; ///< of contexts that were absorbed
  /// Conditions of states that are alike but for them (ContextOptions::subsumes).
  std::map<Hash128, std::vector<std::vector<TermRef>>> pathsOf_;
  std::vector<Violation> violations_;
  struct ToldError {
    FaultKind kind;
    CodePlace place, related;
    std::string where; ///< in the user's code
    friend auto operator<=>(const ToldError &, const ToldError &) = default;
  };
  std::vector<LeakNote> leaks_;
  bool looksForLeaks_;               ///< for notes
  std::vector<uint64_t> seenHeaps_; ///< bytes in use at ends that were looked at
  std::set<ToldError> told_; ///< with Steps::Sync: refined, or tried to
  State rootState_;
  uint32_t lastKey_ = 0;
  /// What counts as a step in a turn, of a thread without visible operation.
  static constexpr uint64_t kInstructionsOfStep = 2'000;
  uint64_t forgotten_ = 0; ///< states counted before beginAgain()
  uint64_t pauseAt_ = ~0ull;
  bool isPaused_ = false;
  bool isStopped_ = false;
  bool mustRestart_ = false;
  bool looksForTraps_ = false;
  bool survives_ = false; ///< a step can go on behind a fault
  std::unique_ptr<TrapFinder> traps_; ///< made when it is needed
  std::shared_ptr<StateGraph> graph_; ///< null unless it is asked for
  SearchStop stop_;
  uint64_t endless_ = 0;
  Location endlessAt_; ///< of the first
  std::string pruningReason_;
  Coverage covered_;
  std::optional<Shrunk> toFingerprints_, toBits_; ///< when memory was short
};

} // namespace rbcheck
