//===- search/result/LeakPlaces.cpp - Where lost memory was made and lost -===//
#include "search/result/LeakPlaces.h"

#include "interp/program/Liveness.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

namespace rbcheck {

namespace {

bool isUsers(const Location &location) {
  return location.isKnown() && !isLibraryFile(location.file);
}

/// The innermost place in the user's code on the stack of a thread that runs;
/// else `place`.
CodePlace userPlace(const Machine &machine, uint32_t thread, CodePlace place) {
  CodePlace found = place;
  machine.walkStack(thread, [&](CodePlace frame) {
    if (!isUsers(locate(machine.program(), frame)))
      return true;
    found = frame;
    return false;
  });
  return found;
}

MachineOptions optionsFor(MachineOptions options) {
  options.racesInSections = false; // the way to a leak has no race
  return options;
}

/// Where blocks were allocated.
class Allocations final : public Observer {
public:
  Allocations(Machine &machine, llvm::ArrayRef<LeakedBlock> blocks)
      : machine_(machine) {
    for (const LeakedBlock &block : blocks)
      made_[block.base] = {};
  }

  struct Made {
    uint32_t thread = 0;
    CodePlace place;
  };
  Made of(uint64_t base) const { return made_.lookup(base); }

private:
  void allocated(uint64_t address, uint64_t, uint32_t thread,
                 CodePlace place) override {
    auto known = made_.find(address);
    if (known != made_.end())
      known->second = {thread, userPlace(machine_, thread, place)};
  }

  const Machine &machine_;
  llvm::DenseMap<uint64_t, Made> made_;
};

std::string amount(uint64_t bytes, uint64_t blocks) {
  return llvm::formatv("{0} byte{1} in {2} block{3}", bytes,
                       bytes == 1 ? "" : "s", blocks, blocks == 1 ? "" : "s");
}

/// All that was allocated at one place.
struct Site {
  uint64_t base = 0; ///< of the first block
  uint32_t thread = 0;
  uint64_t bytes = 0, blocks = 0;
  uint64_t moreBytes = 0, moreBlocks = 0;

  std::string message(bool isAtEnd) const {
    std::string text = "memory leak: nothing points to " +
                       amount(bytes, blocks) +
                       (isAtEnd ? " when the program ends" : " any more");
    if (moreBlocks)
      text += ", and from there alone " + amount(moreBytes, moreBlocks) +
              (moreBlocks == 1 ? " is reached" : " are reached");
    return text;
  }
};

//===--- Where it was lost ------------------------------------------------===//

/// Asks at the n-th watched instruction of a step whether a block is lost, and
/// keeps the place of the one before.
class LossWatcher final : public Observer {
public:
  LossWatcher(Machine &machine, uint64_t base)
      : machine_(machine), base_(base) {}

  void ask(uint64_t at) {
    askAt_ = at;
    count_ = 0;
    isLost_ = false;
  }
  uint64_t count() const { return count_; }
  bool isLost() const { return isLost_; }
  uint32_t thread() const { return thread_; }
  CodePlace place() const { return place_; }
  std::vector<CodePlace> takeStack() { return std::move(stack_); }

private:
  void reached(uint32_t thread, CodePlace place) override {
    if (count_++ != askAt_)
      return;
    thread_ = thread;
    place_ = place;
    llvm::SmallVector<CodePlace, 16> stack;
    machine_.stack(thread, stack);
    stack_.assign(stack.begin(), stack.end());
    isLost_ =
        machine_.state().find(base_) &&
        !machine_.isReached(base_, [&](CodePlace at) { return liveAt(at); });
  }

  llvm::ArrayRef<uint16_t> liveAt(CodePlace at) {
    auto [known, isNew] = functions_.try_emplace(at.function);
    Function &function = known->second;
    if (isNew) {
      const Program &program = machine_.program();
      function = program.functions[at.function];
      computeLiveness(program, function, LiveAt::Everywhere);
    }
    const uint32_t live = function.liveIndex[at.pc];
    if (live == kNoLive)
      return {};
    return {function.livePool.data() + live + 1, function.livePool[live]};
  }

  Machine &machine_;
  const uint64_t base_;
  std::map<uint32_t, Function> functions_;
  uint64_t askAt_ = ~0ull;
  uint64_t count_ = 0;
  bool isLost_ = false;
  uint32_t thread_ = 0;
  CodePlace place_;
  std::vector<CodePlace> stack_;
};

class Loss {
public:
  Loss(const Program &program, const Violation &violation, uint64_t base)
      : program_(program), options_(optionsFor(violation.machine)),
        schedule_(violation.schedule), base_(base) {}

  std::optional<LossOfPointer> find() {
    // States before each step; the start counts as a step.
    Machine machine(program_, options_);
    StepEnd end = machine.start();
    uint64_t before = 0;
    for (Choice choice : schedule_) {
      if (end != StepEnd::Parked || states_.size() == kMostStates)
        return std::nullopt;
      spent_.push_back(machine.instructions() - before);
      before = machine.instructions();
      states_.push_back(machine.save());
      end = machine.step(choice);
    }
    spent_.push_back(machine.instructions() - before);
    if (end != StepEnd::Exited && end != StepEnd::Parked)
      return std::nullopt;
    const size_t step = firstLost(machine);
    return findIn(step);
  }

private:
  /// The step in which it was lost: 0 is the start, i is schedule_[i - 1].
  size_t firstLost(Machine &machine) {
    size_t from = 0, to = states_.size(); // lost behind step `to`
    while (from < to) {
      const size_t middle = (from + to) / 2;
      machine.load(states_[middle]);
      if (machine.state().find(base_) && !machine.isReached(base_))
        to = middle;
      else
        from = middle + 1;
    }
    return from;
  }

  std::vector<CodePlace> usersCode() const {
    std::vector<CodePlace> places;
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      for (uint32_t pc = 0; pc < program_.functions[f].code.size(); ++pc)
        if (isUsers(locate(program_, {f, pc})))
          places.push_back({f, pc});
    return places;
  }

  std::optional<LossOfPointer> findIn(size_t step) {
    Machine machine(program_, options_);
    constexpr uint64_t kMostInstructions = 4'000'000;
    if (spent_[step] > kMostInstructions)
      return standing(machine, step);
    std::vector<CodePlace> places = usersCode();
    if (places.empty())
      return std::nullopt;
    machine.watch(std::move(places));
    LossWatcher watcher(machine, base_);
    machine.setObserver(&watcher);
    auto run = [&](uint64_t ask) {
      if (step)
        machine.load(states_[step - 1]);
      watcher.ask(ask);
      if (step)
        machine.step(schedule_[step - 1]);
      else
        machine.start();
    };
    run(~0ull);
    uint64_t from = 0, to = watcher.count(); // lost before instruction `to`
    while (from < to) {
      const uint64_t middle = (from + to) / 2;
      run(middle);
      if (watcher.isLost())
        to = middle;
      else
        from = middle + 1;
    }
    if (!from)
      return standing(machine, step);
    run(from - 1);
    return lostAt(watcher.thread(), watcher.place(), watcher.takeStack());
  }

  /// The operation that begins the step.
  std::optional<LossOfPointer> standing(Machine &machine, size_t step) {
    if (!step)
      return std::nullopt;
    machine.load(states_[step - 1]);
    const uint32_t thread = schedule_[step - 1].thread;
    llvm::SmallVector<CodePlace, 16> stack;
    machine.stack(thread, stack);
    return lostAt(thread, userPlace(machine, thread, machine.place(thread)),
                  {stack.begin(), stack.end()});
  }

  static LossOfPointer lostAt(uint32_t thread, CodePlace place,
                              std::vector<CodePlace> stack) {
    return {{thread, place, "the last pointer to it is lost here"},
            std::move(stack)};
  }

  static constexpr size_t kMostStates = 1'000'000;
  const Program &program_;
  const MachineOptions options_;
  const Schedule &schedule_;
  const uint64_t base_;
  std::vector<State> states_;
  std::vector<uint64_t> spent_; ///< instructions, by step
};

} // namespace

std::vector<Fault> leakFaults(const Program &program,
                              const MachineOptions &options,
                              const Schedule &schedule,
                              llvm::ArrayRef<LeakedBlock> blocks) {
  Machine machine(program, optionsFor(options));
  Allocations made(machine, blocks);
  machine.setObserver(&made);
  StepEnd end = machine.start();
  for (Choice choice : schedule)
    if (end == StepEnd::Parked)
      end = machine.step(choice);
  llvm::MapVector<std::pair<uint32_t, uint32_t>, Site> sites;
  for (const LeakedBlock &block : blocks) {
    const Allocations::Made at = made.of(block.base);
    auto [known, isNew] =
        sites.insert({{at.place.function, at.place.pc}, Site()});
    Site &site = known->second;
    if (isNew) {
      site.base = block.base;
      site.thread = at.thread;
    }
    site.bytes += block.size;
    site.moreBytes += block.moreBytes;
    site.moreBlocks += block.moreBlocks;
    ++site.blocks;
  }
  std::vector<Fault> faults;
  for (const auto &[place, site] : sites)
    faults.push_back({FaultKind::Leak,
                      site.message(end == StepEnd::Exited),
                      site.thread,
                      {place.first, place.second},
                      site.base,
                      false,
                      {}});
  return faults;
}

std::optional<LossOfPointer>
findLoss(const Program &program, const Violation &violation, uint64_t base) {
  return Loss(program, violation, base).find();
}

} // namespace rbcheck
