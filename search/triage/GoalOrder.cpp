//===- search/triage/GoalOrder.cpp - Races that no state shows ------------===//
#include "search/triage/GoalOrder.h"

#include "search/visited/StateSet.h"
#include "search/knowledge/Unordered.h"
#include "search/knowledge/Knowledge.h"
#include "search/triage/SyncCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

bool seesWithoutOrder(const Program &program, bool isSpurious) {
  return program.orders.hasWeak ||
         llvm::any_of(program.functions, [&](const Function &function) {
           const Act act = roleOf(function).act;
           return isOneOf(act, {Act::TryLock, Act::TryReadLock, Act::TimedLock,
                                Act::TimedReadLock, Act::TryAcquire,
                                Act::TimedAcquire, Act::TryJoin, Act::AskEnd,
                                Act::Ask, Act::Cancel, Act::Futex}) ||
                  (!isSpurious && isOneOf(act, {Act::Signal, Act::Broadcast}));
         });
}

namespace {

constexpr size_t kMostEvents = 256; ///< at once; beyond, a state costs too much
constexpr size_t kMostSides = 64;

class OrderSearch {
public:
  OrderSearch(const Program &program, const Goal &goal,
              const MachineOptions &options, const Limits &limits)
      : program_(program), goal_(goal), positions_(program),
        machine_(program, forOrder(options)), steps_(machine_),
        limits_(limits), watch_(limits),
        visited_(makeFingerprintSet(/*wide=*/true)) {}

  OrderFindings run() {
    if (goal_.sides.size() > kMostSides)
      return {};
    findings_.isComplete = true;
    arrive(machine_.start(), {}, {});
    while (!stack_.empty() && !findings_.race && !isStopped_) {
      if (stack_.back().next == stack_.back().choices.size())
        stack_.pop_back();
      else
        take(stack_.back().next++);
    }
    findings_.isComplete &= !isStopped_;
    findings_.states = visited_->size();
    return std::move(findings_);
  }

private:
  struct Level {
    State state;
    Knowledge knowledge;
    Path path;
    llvm::SmallVector<Choice, 8> choices;
    size_t next = 0;
  };

  /// The path has come to a state, or to its end.
  void arrive(StepEnd end, Knowledge knowledge, Path path) {
    if (end == StepEnd::Incomplete || knowledge.size() > kMostEvents)
      findings_.isComplete = false;
    if (end != StepEnd::Parked || knowledge.size() > kMostEvents)
      return;
    knowledge.forget(machine_.state());
    if (!visited_->insertFingerprint(
            machine_.fingerprint() + knowledge.hash(), 0))
      return;
    Level level{machine_.save(), std::move(knowledge), std::move(path), {}};
    machine_.choices(level.choices);
    stack_.push_back(std::move(level));
    if (limits_.states && visited_->size() >= limits_.states)
      isStopped_ = true;
  }

  void take(size_t number) {
    const Level &from = stack_.back();
    const Choice choice = from.choices[number];
    machine_.load(from.state);
    const uint64_t places = placesOf(choice.thread);
    OrderedStep step;
    StepEnd end = steps_.step(choice, step);
    Knowledge knowledge = from.knowledge;
    knowledge.take(step);
    Path path = from.path.then(choice);
    for (const Access &access : step.accesses) {
      const Access counted = asCounted(access, step);
      const uint64_t sides = sidesOf(places, counted);
      if (!sides)
        continue;
      if (const OrderEvent *earlier = knowledge.findRace(
              step.thread, counted, partnersOf(sides)))
        return found(*earlier, path.schedule());
      knowledge.add(step.thread, counted, sides, step.place);
    }
    knowledge.give(step);
    if (step.isGuessed)
      findings_.isComplete = false;
    arrive(end, std::move(knowledge), std::move(path));
    bool tick = false;
    if (watch_.isDue() && watch_.look(tick))
      isStopped_ = true;
  }

  void found(const OrderEvent &earlier, const Schedule &schedule) {
    findings_.race = findUnordered(
        program_, machine_.options(), schedule, [&](const Fault &fault) {
          return fault.related.thread == earlier.thread &&
                 fault.related.place == earlier.place;
        });
    // What cannot be shown is neither confirmed nor refuted.
    if (!findings_.race)
      isStopped_ = true;
  }

  /// Sides that the thread stands at, or that can be anywhere, as bits.
  uint64_t placesOf(uint32_t thread) const {
    if (machine_.state().thread(thread).pending.accesses.empty())
      return 0;
    uint64_t places = 0;
    for (size_t s = 0; s < goal_.sides.size(); ++s)
      if (goal_.sides[s].isAnywhere ||
          positions_.isAt(machine_, thread, goal_.sides[s]))
        places |= 1ull << s;
    return places;
  }

  /// Those of `places` that an access to this memory can be for.
  uint64_t sidesOf(uint64_t places, const Access &access) const {
    if (!canBeMeant(program_, goal_, access.address))
      return 0;
    uint64_t sides = 0;
    for (auto pair : goal_.pairs)
      if (isPairFor(goal_, pair, access.address))
        sides |= places & (1ull << pair.first | 1ull << pair.second);
    return sides;
  }

  uint64_t partnersOf(uint64_t sides) const {
    uint64_t partners = 0;
    for (auto [a, b] : goal_.pairs) {
      if (sides >> a & 1)
        partners |= 1ull << b;
      if (sides >> b & 1)
        partners |= 1ull << a;
    }
    return partners;
  }

  const Program &program_;
  const Goal &goal_;
  Positions positions_;
  Machine machine_;
  OrderedSteps steps_;
  const Limits limits_;
  LimitWatch watch_;
  std::unique_ptr<StateSet> visited_;
  std::vector<Level> stack_;
  OrderFindings findings_;
  bool isStopped_ = false;
};

} // namespace

OrderFindings searchUnordered(const Program &program, const Goal &goal,
                              const MachineOptions &machine,
                              const Limits &limits) {
  return OrderSearch(program, goal, machine, limits).run();
}

} // namespace rbcheck
