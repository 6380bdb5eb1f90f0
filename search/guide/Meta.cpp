//===- search/guide/Meta.cpp - Guided along a sequence of locations -------===//
//
// Follows the milestones of --locs towards an error (Rungta and Mercer, "A Meta
// Heuristic for Effectively Detecting Concurrency Errors"; what the paper leaves
// open is a parameter):
//
//   greedy: of the new successors of the current state take one that meets the
//     next milestone, if any, else any; among these one of the least value of
//     the secondary heuristic, equal ones at random. The others are kept to come
//     back to.
//     Without a new successor go back to a kept state: of a level chosen at
//     random, higher ones more often, the best.
//   best-first: always the kept state of the highest level and least value.
//
// A distance is that of one thread. The paper's is that of "the current program
// location", most naturally of the thread that just moved (follow=last), or the
// least of all (value). Ours goes on with the nearest thread before all
// (nearest): others cannot make it come nearer, and in a loop it gets farther
// for a while.
//
// The set of kept states is bounded; a search that dropped some is
// inconclusive, any other one is complete.
// Tested by test/search/meta.c, test/search/papers/meta.test,
// test/unit/GuideTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"
#include "search/guide/Backlog.h"
#include "search/guide/Distance.h"
#include "search/guide/Progress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {
namespace {

/// "1+4": numbers of threads.
std::string checkThreads(llvm::StringRef text) {
  if (text.empty())
    return "";
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, '+');
  for (llvm::StringRef part : parts)
    if (uint16_t number; part.getAsInteger(10, number))
      return "is not a list of thread numbers such as 1+4";
  return "";
}

class Meta final : public Search {
public:
  static constexpr bool kWantsGuide = true;

  explicit Meta(const SearchArgs &args)
      : secondary_(args.text("secondary")), follow_(args.text("follow")),
        weight_(args.text("weight")),
        isBestFirst_(args.text("mode") == "best-first"),
        evictsRandomly_(args.text("evict") == "random"),
        keyHasLevel_(args.text("visited-key") == "state+level"),
        isEarly_(args.text("loc-at") == "about-to-execute"),
        costsVisible_(args.text("cost") == "visible"),
        bound_(args.number("backtrack")), penalty_(uint32_t(
                                              args.number("blocked"))) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    args.text("threads").split(parts, '+', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef part : parts) {
      uint16_t number = 0;
      part.getAsInteger(10, number);
      preferred_.push_back(number);
    }
  }

private:
  struct Entry {
    SearchNode node;
    Standings standings;
    uint32_t level = 0;
    uint32_t value = 0;
    bool isByNearest = false; ///< the step here was one of the nearest thread's
    llvm::SmallVector<uint16_t, 2> nearest; ///< threads, of this state
  };

  void run(SearchContext &ctx) override {
    if (!progress_)
      begin(ctx);
    while (!ctx.isStopped() && !ctx.shouldPause()) {
      if (!current_ && !(current_ = pickKept()))
        return;
      if (!descend(ctx))
        return;
    }
  }

  void begin(SearchContext &ctx) {
    static const Guide kNone;
    const Guide &guide = ctx.guide() ? *ctx.guide() : kNone;
    progress_.emplace(guide);
    rng_ = Rng(ctx.seed(), 12);
    ctx.machine().watch(progress_->places());
    if (keyHasLevel_)
      ctx.distinguishBy([this, &ctx] { return Progress::key(met(ctx)); });
    if (secondary_ == "pfsm" || secondary_ == "fsm")
      makeDistances(ctx.machine().program(), guide);
    Entry root;
    from_ = progress_->begin();
    root.node = ctx.root();
    root.standings = met(ctx);
    root.level = Progress::level(root.standings);
    if (!ctx.isStopped())
      judge(ctx.machine(), root);
    current_ = std::move(root);
  }

  void makeDistances(const Program &program, const Guide &guide) {
    distances_.emplace(
        program, secondary_ == "fsm" ? DistanceKind::Fsm : DistanceKind::Stack,
        costsVisible_ ? DistanceCost::Visible : DistanceCost::Instructions);
    for (const MilestoneSequence &sequence : guide.sequences) {
      targets_.emplace_back();
      for (const Milestone &milestone : sequence)
        targets_.back().push_back(distances_->target(milestone.places));
    }
  }

  /// Standings after the step just made from `from_`.
  Standings met(SearchContext &ctx) const {
    Standings standings = from_;
    llvm::ArrayRef<WatchEvent> events = ctx.machine().watched();
    if (!isEarly_) {
      progress_->advance(standings, events);
      return standings;
    }
    // Coming to a place counts; what was come to before is executed now.
    if (!events.empty() && events.front().executed && wasThere_ &&
        progress_->places()[events.front().place] == *wasThere_)
      events = events.drop_front();
    for (const WatchEvent &event : events)
      progress_->advance(standings, event.place);
    return standings;
  }

  /// Makes all steps from the current state and goes to the best new one;
  /// false if the search has to stop.
  bool descend(SearchContext &ctx) {
    Entry now = std::move(*current_);
    current_.reset();
    from_ = now.standings;
    std::vector<Entry> found;
    for (Choice choice : ctx.expand(now.node)) {
      if (isEarly_)
        wasThere_ = placeOf(now.node, choice.thread);
      Step step = ctx.take(now.node, choice);
      if (step.after == After::Stop)
        return false;
      if (step.after == After::Prune)
        continue;
      Entry entry;
      entry.standings = met(ctx);
      entry.level = Progress::level(entry.standings);
      entry.node = std::move(step.node);
      entry.isByNearest = llvm::is_contained(now.nearest, choice.thread);
      judge(ctx.machine(), entry);
      found.push_back(std::move(entry));
    }
    size_t best = isBestFirst_ ? found.size() : choose(found, now.standings);
    for (size_t i = 0; i < found.size(); ++i)
      if (i != best)
        keep(std::move(found[i]));
    if (best < found.size())
      current_ = std::move(found[best]);
    trim(ctx);
    return true;
  }

  /// The next state among `found`, or found.size().
  size_t choose(const std::vector<Entry> &found, const Standings &before) {
    // Those that met most milestones; if none did, all have the same number.
    auto gain = [&](const Entry &entry) {
      uint32_t sum = 0;
      for (size_t i = 0; i < before.size(); ++i)
        sum += entry.standings[i].level - before[i].level;
      return sum;
    };
    size_t best = found.size();
    uint32_t ties = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      auto rank = [&](size_t k) {
        const Entry &entry = found[k];
        const bool first = follow_ == "nearest" && !entry.isByNearest;
        const bool last = follow_ == "ties" && !entry.isByNearest;
        return std::tuple(~gain(entry), first, entry.value, last);
      };
      if (best == found.size() || rank(i) < rank(best)) {
        best = i;
        ties = 1;
      } else if (rank(i) == rank(best) && rng_.below(++ties) == 0) {
        best = i;
      }
    }
    return best;
  }

  void keep(Entry entry) {
    uint32_t level = entry.level, value = entry.value;
    kept_.add(level, value, std::move(entry));
  }

  void trim(SearchContext &ctx) {
    if (kept_.size() <= bound_)
      return;
    ctx.explainPruning(
        llvm::formatv("meta keeps at most {0} states to come back to", bound_));
    while (kept_.size() > bound_)
      evictsRandomly_ ? kept_.dropRandom(rng_) : kept_.dropWorst();
  }

  std::optional<Entry> pickKept() {
    if (kept_.isEmpty())
      return std::nullopt;
    if (isBestFirst_)
      return kept_.takeBest(rng_);
    std::vector<uint32_t> levels = kept_.levels();
    double sum = 0;
    for (uint32_t level : levels)
      sum += weightOf(level);
    double at = rng_.unit() * sum;
    for (uint32_t level : levels)
      if ((at -= weightOf(level)) < 0)
        return kept_.takeBest(level, rng_);
    return kept_.takeBest(levels.back(), rng_);
  }

  double weightOf(uint32_t level) const {
    if (weight_ == "uniform")
      return 1;
    if (weight_ == "exponential")
      return double(1ull << std::min(level, 62u));
    return level + 1.0;
  }

  static CodePlace placeOf(const SearchNode &node, uint32_t thread) {
    const FrameNode *top = node.state.thread(thread).top;
    return top ? CodePlace{top->function, top->pc} : CodePlace{};
  }

  /// The secondary heuristic, for the state the machine is at.
  void judge(Machine &machine, Entry &entry) {
    if (secondary_ == "rand")
      entry.value = uint32_t(rng_.next() >> 32);
    else if (secondary_ == "prefer-threads")
      entry.value = !llvm::is_contained(preferred_, entry.node.lastThread);
    else if (!targets_.empty())
      judgeDistance(machine, entry);
  }

  /// Towards the next milestone of the sequences that are ahead.
  void judgeDistance(Machine &machine, Entry &entry) {
    entry.value = kFar;
    if (follow_ == "last")
      return judgeLast(machine, entry);
    uint32_t least = kFar; ///< of the threads that can go on
    for (size_t i = 0; i < targets_.size(); ++i) {
      uint32_t level = entry.standings[i].level;
      if (level != entry.level)
        continue;
      if (level >= targets_[i].size()) { // all are met
        entry.value = 0;
        entry.nearest.clear();
        return;
      }
      for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
        uint32_t one = distance(machine, id, targets_[i][level]);
        entry.value = std::min(entry.value, one);
        if (one > least || one == kFar || machine.alternatives(id) == 0)
          continue;
        if (one < least)
          entry.nearest.clear();
        least = one;
        entry.nearest.push_back(uint16_t(id));
      }
    }
    if (entry.nearest.empty() && entry.value != kFar)
      letGoOn(machine, entry);
  }

  /// The same of the thread that just moved, whoever else is near.
  void judgeLast(Machine &machine, Entry &entry) {
    for (size_t i = 0; i < targets_.size(); ++i) {
      const uint32_t level = entry.standings[i].level;
      if (level != entry.level)
        continue;
      const bool isDone = level >= targets_[i].size();
      const uint32_t one = isDone ? 0
                                  : distance(machine, entry.node.lastThread,
                                             targets_[i][level]);
      entry.value = std::min(entry.value, one);
    }
  }

  /// All that are near are blocked: who holds them up is followed.
  void letGoOn(Machine &machine, Entry &entry) {
    for (size_t i = 0; i < targets_.size(); ++i) {
      uint32_t level = entry.standings[i].level;
      if (level != entry.level)
        continue;
      for (uint32_t id = 0; id < machine.state().threadCount(); ++id)
        if (distance(machine, id, targets_[i][level]) == entry.value)
          entry.nearest.push_back(whoLets(machine, uint16_t(id)));
    }
  }

  /// The thread itself, or who it has to wait for in the end.
  static uint16_t whoLets(Machine &machine, uint16_t thread) {
    for (uint32_t i = machine.state().threadCount();
         i > 0 && machine.alternatives(thread) == 0; --i) {
      std::optional<uint32_t> next = machine.waitsFor(thread);
      if (!next)
        break;
      thread = uint16_t(*next);
    }
    return thread;
  }

  uint32_t distance(Machine &machine, uint32_t thread, uint32_t target) {
    uint32_t one = distances_->ofThread(machine.state(), thread, target);
    if (penalty_ && one != kFar && machine.alternatives(thread) == 0)
      one += std::min(penalty_, kFar - 1 - one);
    return one;
  }

  std::string secondary_, follow_, weight_;
  bool isBestFirst_, evictsRandomly_, keyHasLevel_, isEarly_, costsVisible_;
  uint64_t bound_;
  uint32_t penalty_;
  std::vector<uint16_t> preferred_;

  std::optional<Progress> progress_;
  std::optional<Distances> distances_;
  std::vector<std::vector<uint32_t>> targets_; ///< by sequence and milestone
  Rng rng_;
  std::optional<Entry> current_;
  Backlog<Entry> kept_;
  Standings from_; ///< of the state that the last step began in
  std::optional<CodePlace> wasThere_; ///< of the thread that made it
};

const RegisterSearch<Meta> kMeta(
    "meta", "guided along the locations of --locs towards an error",
    {{"secondary", SearchParam::Word, "pfsm",
      "which of equally far states: by control-flow distance, ...", 0, 0,
      "pfsm|fsm|rand|prefer-threads"},
     {"follow", SearchParam::Word, "nearest",
      "go on with the nearest thread before all, among equally far states, or "
      "never; or judge a state by the thread that just moved",
      0, 0, "nearest|ties|value|last"},
     {"mode", SearchParam::Word, "greedy", "descend, or best of all", 0, 0,
      "greedy|best-first"},
     {"backtrack", SearchParam::Number, "100000",
      "states kept to come back to", 1, 1e9},
     {"evict", SearchParam::Word, "worst", "which are dropped beyond that", 0,
      0, "worst|random"},
     {"weight", SearchParam::Word, "linear",
      "how much more often to come back to higher levels", 0, 0,
      "linear|exponential|uniform"},
     {"loc-at", SearchParam::Word, "executed", "when a location is met", 0, 0,
      "executed|about-to-execute"},
     {"visited-key", SearchParam::Word, "state",
      "whether states of other levels are others", 0, 0, "state|state+level"},
     {"cost", SearchParam::Word, "instructions", "what a distance counts", 0, 0,
      "instructions|visible"},
     {"blocked", SearchParam::Number, "0",
      "added to the distance of blocked threads", 0, 1e9},
     {"threads", SearchParam::Form, "", "threads that prefer-threads prefers",
      0, 0, "1+4+...", checkThreads}});

} // namespace
} // namespace rbcheck
