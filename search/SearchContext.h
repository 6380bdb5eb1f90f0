//===- search/SearchContext.h - The honest bookkeeper of a search ---------===//
//
// Runs steps for a search, checks every new state, remembers what was seen,
// watches the limits and computes the verdict. A search cannot get "no-error"
// by forgetting work: every node handed out must be expanded and every choice
// offered must be taken, each exactly once, or the verdict is "inconclusive".
//
// How that is kept without a list of open work: each node and each choice of a
// node has a ticket, a hash of the node's serial number and the choice. A
// ticket is added to a sum when it is handed out and subtracted when it is
// used. The sum is 0 at the end only if the two collections are the same (but
// for a probability near 2^-64).
//
// Threads: one worker owns a context. Several contexts can share one search:
// then only the sum of their books has to balance.
// Tested by test/search, test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Checks.h"
#include "search/run/Limits.h"
#include "search/policy/Policies.h"
#include "search/result/Result.h"
#include "search/visited/StateSet.h"

#include "interp/exec/Machine.h"

#include <functional>

namespace rbcheck {

struct Guide;

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
  bool isExpanded_ = false;
  bool lastCanGoOn_ = false; ///< under a bound, once expanded
  uint64_t serial_ = 0;      ///< 0 = seen before: without tickets
  RecentStepsRef recent_;    ///< null unless the order needs it
};

using Choices = llvm::SmallVector<Choice, 8>;

/// A node for another context, and those of its choices that are to be taken.
struct Work {
  Schedule schedule; ///< from the initial state to the node
  Choices choices;   ///< if it is expanded; else it has to be
  struct Numbers {
    uint64_t serial = 0;
    uint32_t depth = 0;
    uint16_t lastThread = 0, preemptions = 0, delays = 0;
    bool isExpanded = false, lastCanGoOn = false;
  } numbers;
};

/// What a context counted. Plain data, without references.
struct Books {
  uint64_t openTickets = 0; ///< sum of tickets handed out and not used
  uint64_t offered = 0, taken = 0, found = 0, expanded = 0;
  uint64_t droppedByBound = 0, cuts = 0;
  uint64_t depthWasCut = 0;
  Statistics stats;

  Books &operator+=(const Books &more);
};

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

/// Watches a search, for progress lines and dumps. Never influences it.
class SearchMonitor {
public:
  virtual ~SearchMonitor() = default;
  /// Called a few times a second.
  virtual void progress(const Statistics &, uint32_t depth) { (void)depth; }
  virtual void newState(const SearchNode &, Machine &) {}
  virtual void pathEnded(StepEnd, Machine &) {}
  /// A fault, also one that was found before.
  virtual void faulted(const Violation &) {}
  /// Everything reported so far is void: the search starts again.
  virtual void restarted() {}
};

/// Sees every step of a search, for what follows several goals at once
/// (search/triage). Never influences it.
class StepMonitor {
public:
  virtual ~StepMonitor() = default;
  /// After a step from a node, wherever it led. After the start, too: then
  /// the path of the node is empty and the choice is none.
  virtual void stepped(const SearchNode &, std::optional<Choice>,
                       Machine &) = 0;
  /// The step led to a new state; threads from `firstNew` on are new in it.
  virtual void arrived(const SearchNode &, uint32_t firstNew, Machine &) = 0;
  /// A fault, also one that was found before, and the path to it. `goesOn`: the
  /// execution is followed further.
  virtual void failed(const Violation &, const Path &, Machine &,
                      bool goesOn) = 0;
};

struct ContextOptions {
  CheckSet checks;
  Policies policies;
  Limits limits;
  VisitedOptions visited;
  /// The visited set, if it is shared with other contexts.
  std::shared_ptr<StateSet> sharedVisited;
  uint64_t seed = 1;
  bool allErrors = false;
  /// What others cover may be left out, by a search that can; the machine is of
  /// the kind that takes (forReduction).
  bool reduces = false;
  /// Known of the program before it runs.
  std::vector<Approximation> approximations;
  /// May stand beside "no-error" although they could hide one.
  std::vector<ApproximationKind> accepted;
  /// Locations for searches that follow some; null if the user gave none.
  std::shared_ptr<const Guide> guide;
  SearchMonitor *monitor = nullptr;
  StepMonitor *steps = nullptr;
};

class SearchContext {
public:
  SearchContext(Machine &machine, const ContextOptions &options);

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

  /// Steps add what they touched besides what was pending, until it is null.
  void collectEffects(Effects *to) { more_ = to; }
  /// The set of visited states is the search's own. Before root().
  void useSet(std::shared_ptr<StateSet> visited) {
    visited_ = std::move(visited);
    takesFingerprints_ = visited_->takesFingerprints();
  }
  /// Asked behind each step: a state of which it says yes is taken as new and
  /// not remembered. Who asks for that sees to it that the search ends.
  void passIf(std::function<bool()> isPassed) {
    isPassed_ = std::move(isPassed);
  }
  /// These choices of an expanded node need not be taken: what they lead to is
  /// seen elsewhere. Only for reductions that are proven and compared with the
  /// oracle (search/reduce).
  template <typename Range> void cover(const SearchNode &node, Range &&left) {
    for (Choice choice : left)
      coverOne(node, choice);
  }

  /// An expanded node to walk from once more: taking its choices again counts
  /// for nothing.
  static SearchNode again(SearchNode node) {
    node.serial_ = 0;
    return node;
  }

  bool isStopped() const { return isStopped_; }
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

  /// Forgets all states and all open work; returns the root again. What comes
  /// then has to be complete by itself for "no-error".
  SearchNode beginAgain();
  /// What tells apart the state of the last take(): its fingerprint, and what
  /// a bound adds. For the end of a path, too.
  Hash128 lastKey();

  /// What this search calls that it leaves choices untaken: "20 walks".
  void explainPruning(std::string why) { pruningReason_ = std::move(why); }

  bool reduces() const { return options_.reduces; }
  const Guide *guide() const { return options_.guide.get(); }
  uint64_t seed() const { return options_.seed; }
  Machine &machine() { return machine_; }
  const Statistics &stats() const { return stats_; }

  // For who runs the search ------------------------------------------------
  /// The search may make this many steps until it should pause.
  void giveTurn(uint64_t steps) {
    isPaused_ = false;
    pauseAt_ = stats_.transitions + steps;
  }
  /// True if run() returned because of shouldPause() and has to be continued.
  bool isPaused() const { return isPaused_; }
  /// Ends the search for a reason of its own, unless it has ended.
  void stop(SearchStop why);

  // For several contexts that share one search (Parallel.cpp) -----------------
  /// Nodes get numbers from here on; before root().
  void numberFrom(uint64_t serial) { firstSerial_ = lastSerial_ = serial; }
  /// Makes ready for adopt(), in place of root().
  void standBy();
  /// Gives `rest` of an expanded node away. Who adopts it has to take them.
  static Work hand(const SearchNode &node, llvm::ArrayRef<Choice> rest);
  SearchNode adopt(const Work &work);
  /// Adds the books of another context to this one's.
  void absorb(SearchContext &other);
  Books books() const;
  /// True if the memory limit is close: then the set that is shared has to be
  /// replaced, in all contexts (useSmaller), while none of them is at work.
  bool isMemoryShort() const { return watch_.isMemoryShort(); }
  void useSmaller(std::shared_ptr<StateSet> visited,
                  const VisitedOptions &options, uint64_t states);
  /// Adds books of another day.
  void add(const Books &books, const Cut &firstCut);
  const Cut &firstCut() const { return firstCut_; }
  bool hasErrors() const { return !violations_.empty(); }

  /// True if the machine asked to start again without local objects.
  bool mustRestart() const { return mustRestart_; }
  /// Verdict and statistics; the search has returned.
  Result finish();

private:
  void coverOne(const SearchNode &node, Choice choice);
  Step move(SearchNode &node, Choice choice, bool follow);
  StepEnd reportSurvived(uint32_t count, uint32_t before, const Path &path,
                         llvm::function_ref<StepEnd()> step);
  void noteStep(const SearchNode &from, Choice choice, SearchNode &to);
  void arrive(Step &step, const SearchNode &from, Choice choice,
              uint32_t oldThreads, bool follow);
  /// The checks of a new state; false if it has no future.
  bool inspect(SearchNode &node, uint32_t oldThreads);
  void endPath(StepEnd end, const Path &path);
  void fail(const Fault &fault, const Property &foundBy, const Path &path,
            bool goesOn = false);
  void cut(Cut cut);
  /// Works out once what the policies need.
  void prepare();
  /// Bounds and order: changes the choices from `from` on.
  void applyPolicies(SearchNode &node, llvm::SmallVectorImpl<Choice> &choices,
                     size_t from);
  void applyBounds(SearchNode &node, llvm::SmallVectorImpl<Choice> &choices,
                   size_t from);
  uint32_t keyOf(const SearchNode &node) const;
  bool isOverShared();
  SearchNode makeRoot();
  void load(const State &state) {
    if (!machine_.state().isAt(state))
      machine_.load(state);
  }
  void checkLimits();
  /// Close to the memory limit: states are remembered less exactly.
  void saveMemory();
  Completeness completeness() const;

  Machine &machine_;
  ContextOptions options_;
  std::vector<const Property *> properties_; ///< that are checked
  std::shared_ptr<StateSet> visited_;
  bool takesFingerprints_;
  bool hasPolicies_ = false;  ///< expand() has more to do than to list
  bool tracksSteps_ = false;  ///< a step has more to note than where it led
  bool keyHasThread_ = false; ///< asked for by the search
  std::function<uint32_t()> pathKey_; ///< the same
  uint64_t depthBound_ = 0;   ///< 0 = none
  uint32_t history_ = 0;      ///< recent steps to keep, for the order
  Rng orderRng_;
  LimitWatch watch_;

  uint64_t openTickets_ = 0; ///< sum of tickets handed out and not used
  uint64_t offered_ = 0, taken_ = 0, found_ = 0, expanded_ = 0;
  uint64_t firstSerial_ = 0, lastSerial_ = 0;
  uint64_t choicesOf_ = 0; ///< serial of the node `choices_` belongs to
  Choices choices_;

  Effects *more_ = nullptr; ///< who asked for the effects of steps
  std::function<bool()> isPassed_;

  Statistics stats_;
  uint64_t othersInstructions_ = 0; ///< of contexts that were absorbed
  std::vector<Violation> violations_;
  State rootState_;
  uint32_t lastKey_ = 0;
  /// What counts as a step in a turn, of a thread without visible operation.
  static constexpr uint64_t kInstructionsOfStep = 2'000;
  uint64_t beganAt_ = 0;   ///< instructions before the step
  uint64_t forgotten_ = 0; ///< states counted before beginAgain()
  uint64_t pauseAt_ = ~0ull;
  bool isPaused_ = false;
  bool isStopped_ = false;
  bool mustRestart_ = false;
  uint64_t droppedByBound_ = 0;
  bool depthWasCut_ = false;
  SearchStop stop_;
  Cut firstCut_; ///< if there are any
  uint64_t cuts_ = 0;
  std::string pruningReason_;
  std::optional<Shrunk> toFingerprints_, toBits_; ///< when memory was short
};

} // namespace rbcheck
