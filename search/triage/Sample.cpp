//===- search/triage/Sample.cpp - Races in executions taken at random -----===//
#include "search/triage/Sample.h"

#include "search/Rng.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// How likely the thread that moved goes on; walks take them in turn.
constexpr double kGoesOn[] = {0, 0.5, 0.8, 0.95};
constexpr uint64_t kStepsBetweenLooks = 256;

class Sampler {
public:
  Sampler(const Program &program, const std::vector<Goal> &goals,
          const SampleOptions &options, SampleSink sink)
      : program_(program), goals_(goals), options_(options), sink_(sink),
        positions_(program), rng_(options.seed, 17) {
    for (uint32_t g = 0; g < goals.size(); ++g)
      for (uint32_t s = 0; isRace(g) && s < goals[g].sides.size(); ++s) {
        if (goals[g].sides[s].isAnywhere)
          open_.insert(g);
        for (CodePlace place : goals[g].sides[s].places)
          byPlace_[place].push_back({g, s});
      }
  }

  void run() {
    Machine machine(program_, options_.machine);
    if (machine.start() != StepEnd::Parked)
      return;
    const State initial = machine.save();
    last_ = machine.instructions() + options_.instructions;
    for (uint64_t i = 0; i < options_.executions && !isDone() &&
                         machine.instructions() < last_;
         ++i) {
      machine.load(initial);
      walk(machine, kGoesOn[i % std::size(kGoesOn)]);
    }
  }

private:
  struct Hit {
    uint32_t goal, side;
  };
  using Hits = std::vector<Hit>;

  bool isRace(size_t g) const {
    return goals_[g].isPossible() && goals_[g].kind == GoalKind::Race;
  }
  bool isDone() {
    if (steps_ >= options_.steps || sink_.isOver())
      return true;
    for (size_t g = 0; g < goals_.size(); ++g)
      if (isRace(g) && sink_.isOpen(g))
        return false;
    return true;
  }

  void walk(Machine &machine, double goesOn) {
    OrderedRun run(machine);
    hits_.clear();
    Schedule schedule;
    std::optional<Choice> choice = next(machine, 0, goesOn);
    const uint64_t last = std::min(
        last_, machine.instructions() + options_.instructions / 10);
    for (uint64_t depth = 0; choice && depth < options_.depth &&
                             machine.instructions() < last;
         ++depth) {
      if (++steps_ % kStepsBetweenLooks == 0 && isDone())
        return;
      schedule.push_back(*choice);
      StepEnd end = run.step(
          *choice, [&](const Access &mine, const HappensBefore::Touch &other) {
            compare(run, choice->thread, mine, other, schedule);
          });
      if (end != StepEnd::Parked)
        return;
      choice = next(machine, choice->thread, goesOn);
    }
  }

  std::optional<Choice> next(Machine &machine, uint32_t last, double goesOn) {
    machine.choices(choices_);
    if (choices_.empty())
      return std::nullopt;
    auto isLast = [&](Choice choice) { return choice.thread == last; };
    if (rng_.unit() < goesOn && llvm::any_of(choices_, isLast))
      llvm::erase_if(choices_, [&](Choice choice) { return !isLast(choice); });
    return choices_[rng_.below(uint32_t(choices_.size()))];
  }

  /// The sides that a stack stands at.
  const Hits &hitsOf(const OrderedRun &run, uint32_t tag) {
    if (auto known = hits_.find(tag); known != hits_.end())
      return known->second;
    Hits &hits = hits_[tag];
    const OrderedRun::Stack &stack = run.stackOf(tag);
    for (CodePlace frame : stack)
      if (auto found = byPlace_.find(frame); found != byPlace_.end())
        for (Hit hit : found->second)
          if (positions_.isAt(stack, goals_[hit.goal].sides[hit.side]))
            hits.push_back(hit);
    return hits;
  }

  void compare(OrderedRun &run, uint32_t thread, const Access &mine,
               const HappensBefore::Touch &other, const Schedule &schedule) {
    const Hits &ours = hitsOf(run, run.tag()), &theirs = hitsOf(run, other.tag);
    std::set<uint32_t> concerned = open_;
    for (const Hits *hits : {&ours, &theirs})
      for (Hit hit : *hits)
        concerned.insert(hit.goal);
    const uint64_t address = std::max(mine.address, other.access.address);
    for (uint32_t g : concerned)
      if (sink_.isOpen(g) && isMeant(g, ours, theirs, address))
        sink_.found(g, run.violationOf(run.faultOf(thread, mine, other),
                                       other.tag, schedule));
  }

  bool isMeant(uint32_t g, const Hits &ours, const Hits &theirs,
               uint64_t address) const {
    auto at = [&](const Hits &hits) {
      return [&hits, g](uint32_t side) {
        return llvm::any_of(hits, [&](Hit hit) {
          return hit.goal == g && hit.side == side;
        });
      };
    };
    return isMeantRace(program_, goals_[g], address, at(ours), at(theirs));
  }

  const Program &program_;
  const std::vector<Goal> &goals_;
  const SampleOptions &options_;
  SampleSink sink_;
  Positions positions_;
  Rng rng_;
  uint64_t steps_ = 0;
  uint64_t last_ = 0; ///< of the machine's instructions
  std::set<uint32_t> open_; ///< goals with a side that may be anywhere
  std::map<CodePlace, Hits> byPlace_;
  std::map<uint32_t, Hits> hits_; ///< by tag, in the current walk
  llvm::SmallVector<Choice, 8> choices_;
};

} // namespace

void sampleRaces(const Program &program, const std::vector<Goal> &goals,
                 const SampleOptions &options, SampleSink sink) {
  Sampler(program, goals, options, sink).run();
}

} // namespace rbcheck
