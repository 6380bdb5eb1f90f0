//===- search/run/Parallel.cpp - One exhaustive search by many workers ----===//
#include "search/run/Parallel.h"

#include "search/livelock/StateGraph.h"
#include "search/run/Checkpoint.h"
#include "search/run/SharedContext.h"
#include "search/run/WorkPool.h"
#include "search/strategies/DepthFirst.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace rbcheck {

namespace {

/// Steps after which a worker looks whether others have nothing to do; often
/// at first, so that all of them soon have. Later, too: on a deep graph a
/// worker runs out of work every thousand steps, and to look is to read a flag.
constexpr uint64_t kFirstTurn = 8, kLastTurn = 32;
/// To hand over a node its schedule is written down; so deeper ones only after
/// more steps of one's own. (Who takes it has nothing else to do.)
constexpr uint64_t kDepthPerStep = 16;
/// Seconds until the visited set is made smaller once more.
constexpr double kShrinkPause = 0.2;

/// What the workers tell the user together.
class SharedMonitor final : public SearchMonitor {
public:
  SharedMonitor(SearchMonitor *to, const std::shared_ptr<StateSet> &visited)
      : to_(to), visited_(visited) {}

  void progress(const Statistics &stats, uint32_t depth) override {
    Statistics all = stats;
    all.states = visited_->size();
    std::lock_guard lock(mutex_);
    to_->progress(all, depth);
  }
  void works(llvm::StringRef what) override {
    std::lock_guard lock(mutex_);
    to_->works(what);
  }
  void covered(const Coverage &covered) override {
    std::lock_guard lock(mutex_);
    to_->covered(covered);
  }
  bool seesStates() const override { return to_->seesStates(); }
  void newState(const SearchNode &node, Machine &machine) override {
    std::lock_guard lock(mutex_);
    to_->newState(node, machine);
  }
  void pathEnded(StepEnd end, Machine &machine) override {
    std::lock_guard lock(mutex_);
    to_->pathEnded(end, machine);
  }
  void faulted(const Violation &violation) override {
    std::lock_guard lock(mutex_);
    to_->faulted(violation);
  }

private:
  SearchMonitor *to_;
  const std::shared_ptr<StateSet> &visited_;
  std::mutex mutex_;
};

/// When all workers have to rest for a moment, since something is to be done
/// that concerns what they share. Times are seconds of the search; what is to
/// be done is changed only while they rest.
struct Rests {
  const Limits &limits;
  double saveEvery = 0; ///< 0 = never
  double saveAt = 0, shrinkAt = 0;

  bool isSaveDue() const { return saveEvery && limits.elapsed() >= saveAt; }
  bool isShrinkDue(const SharedContext &context) const {
    return context.isMemoryShort() && limits.elapsed() >= shrinkAt;
  }
};

class Worker {
public:
  Worker(const Program &program, const MachineOptions &machine,
         const ContextOptions &context, WorkPool &pool, const Rests &rests,
         uint32_t number)
      : machine_(program, machine), context_(machine_, context), pool_(pool),
        rests_(rests) {
    context_.numberFrom(uint64_t(number) << 40);
  }

  SharedContext &context() { return context_; }
  Machine &machine() { return machine_; }

  /// Until all is done, or until the pool pauses: then it is called again.
  void run(bool hasRoot) {
    bool hasWork = !search_.isEmpty();
    if (!isBegun_ && hasRoot) {
      search_.push(context_, context_.root());
      hasWork = true;
    } else if (!isBegun_) {
      context_.standBy();
    }
    isBegun_ = true;
    if (hasWork)
      explore();
    while (!context_.isStopped() && !pool_.isPaused()) {
      std::optional<Work> work = pool_.take();
      if (!work)
        return;
      if (work->numbers.isExpanded)
        search_.push(context_.adopt(*work), work->choices);
      else
        search_.push(context_, context_.adopt(*work));
      explore();
    }
    if (context_.isStopped())
      pool_.close();
  }

  /// What is left when the search was stopped.
  void giveAll(std::vector<Work> &out) { search_.giveAll(out); }
  void copyAll(std::vector<Work> &out) const { search_.copyAll(out); }

private:
  /// Until nothing is left, giving away what others can do.
  void explore() {
    uint64_t sinceGiven = 0, turn = kFirstTurn;
    while (!search_.isEmpty() && !context_.isStopped() && !pool_.isClosed()) {
      if (rests_.isSaveDue() || rests_.isShrinkDue(context_))
        pool_.pause();
      if (pool_.isPaused())
        return; // still busy
      context_.giveTurn(turn);
      search_.run(context_);
      sinceGiven += turn;
      turn = std::min(2 * turn, kLastTurn);
      if (pool_.isHungry() && search_.canGive() &&
          search_.oldest().depth < sinceGiven * kDepthPerStep) {
        pool_.give(search_.giveOldest());
        sinceGiven = 0;
      }
    }
    pool_.beIdle();
  }

  Machine machine_;
  SharedContext context_;
  DepthFirst search_;
  WorkPool &pool_;
  const Rests &rests_;
  bool isBegun_ = false;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

bool areGoingOn(const Workers &workers) {
  return llvm::none_of(workers, [](const auto &worker) {
    return worker->context().isStopped();
  });
}

/// All that is left and known now, while the workers rest.
Checkpoint snapshot(const Workers &workers, const WorkPool &pool,
                    const std::optional<Checkpoint> &before,
                    const MachineOptions &machine) {
  Checkpoint now;
  now.locality = machine.locality;
  now.steps = machine.steps;
  if (before) {
    now.workers = before->workers;
    now.books = before->books;
    now.firstCut = before->firstCut;
    now.approximations = before->approximations;
  }
  now.workers += uint32_t(workers.size());
  for (const auto &worker : workers) {
    SharedContext &context = worker->context();
    now.add(context.books(), context.firstCut(),
            worker->machine().approximations());
    worker->copyAll(now.works);
  }
  pool.forEach([&](const Work &work) { now.works.push_back(work); });
  return now;
}

} // namespace

void runWorkers(uint32_t count, llvm::function_ref<void(uint32_t)> work) {
  namespace tbb = oneapi::tbb;
  tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                              std::max<size_t>(count, 1));
  tbb::task_arena arena(int(count), 1);
  arena.execute([&] {
    tbb::task_group group;
    for (uint32_t i = 1; i < count; ++i)
      group.run([&, i] { work(i); });
    group.run_and_wait([&] { work(0); });
  });
}

std::optional<Result> runTogether(const Program &program,
                                  const MachineOptions &machine,
                                  ContextOptions context, uint32_t jobs,
                                  std::unique_ptr<Search> first) {
  context.sharedVisited = makeSharedSet(context.visited);
  context.sharedGraph = std::make_shared<StateGraph>();
  SharedMonitor monitor(context.monitor, context.sharedVisited);
  if (context.monitor)
    context.monitor = &monitor;
  struct Part {
    Part(const Program &program, const MachineOptions &machine,
         const ContextOptions &context, std::unique_ptr<Search> worker,
         uint32_t number)
        : machine(program, machine), context(this->machine, context),
          search(std::move(worker)) {
      this->context.numberFrom(uint64_t(number) << 40);
    }
    Machine machine;
    SharedContext context;
    std::unique_ptr<Search> search;
  };
  std::vector<std::unique_ptr<Part>> parts;
  for (uint32_t i = 0; i < jobs; ++i)
    parts.push_back(std::make_unique<Part>(program, machine, context,
                                           i ? first->another() : nullptr, i));
  parts.front()->search = std::move(first);
  runWorkers(jobs, [&](uint32_t number) {
    parts[number]->search->run(parts[number]->context);
  });
  SharedContext &sum = parts.front()->context;
  for (size_t i = 1; i < parts.size(); ++i)
    sum.absorb(parts[i]->context.part());
  if (sum.mustRestart())
    return std::nullopt;
  return sum.finish();
}

SharedSearch::SharedSearch(const Program &program, const CheckOptions &options)
    : program_(program), options_(options),
      visited_(makeSharedSet(options.context.visited)) {
  options_.context.sharedVisited = visited_;
  options_.context.sharedGraph = std::make_shared<StateGraph>();
}

void SharedSearch::goOn(Checkpoint checkpoint) {
  works_ = std::move(checkpoint.works);
  checkpoint.works.clear();
  before_ = std::move(checkpoint);
}

void SharedSearch::saveEvery(double seconds, Save save) {
  saveEvery_ = seconds;
  save_ = std::move(save);
}

void SharedSearch::shrink(llvm::ArrayRef<SharedContext *> contexts) {
  if (save_) // bits cannot be saved; the limit will stop the search
    return;
  VisitedOptions smaller = options_.context.visited;
  uint64_t states = visited_->size();
  std::shared_ptr<StateSet> set = makeSmaller(*visited_, smaller, true);
  if (!set)
    return;
  visited_ = std::move(set);
  options_.context.visited = smaller;
  for (SharedContext *context : contexts)
    context->useSmaller(visited_, smaller, states);
}

std::optional<Result> SharedSearch::run() {
  SharedMonitor monitor(options_.context.monitor, visited_);
  if (options_.context.monitor)
    options_.context.monitor = &monitor;
  WorkPool pool;
  uint32_t workersBefore = 0;
  if (before_) {
    workersBefore = before_->workers;
    for (Work &work : works_)
      pool.give(std::move(work));
  } else {
    pool.beBusy(); // the first worker has the root
  }
  const Limits &limits = options_.context.limits;
  Rests rests{limits, saveEvery_, limits.elapsed() + saveEvery_};
  Workers workers;
  for (uint32_t i = 0; i < options_.jobs; ++i)
    workers.push_back(std::make_unique<Worker>(program_, options_.machine,
                                               options_.context, pool, rests,
                                               workersBefore + i));
  for (;;) {
    runWorkers(options_.jobs, [&](uint32_t number) {
      workers[number]->run(number == 0 && !before_);
    });
    if (!pool.isPaused() || !areGoingOn(workers))
      break;
    if (rests.isSaveDue()) {
      double begin = limits.elapsed();
      bool hasErrors = llvm::any_of(workers, [](const auto &worker) {
        return worker->context().hasErrors();
      });
      // Another run would not find them again.
      if (!hasErrors)
        if (llvm::Error error =
                save_(snapshot(workers, pool, before_, options_.machine)))
          llvm::consumeError(std::move(error)); // it is tried again at the end
      rests.saveAt = nextSave(saveEvery_, begin, limits.elapsed());
    }
    if (llvm::any_of(workers, [&](const auto &worker) {
          return rests.isShrinkDue(worker->context());
        })) {
      rests.shrinkAt = limits.elapsed() + kShrinkPause;
      shrink(llvm::map_to_vector<8>(
          workers, [](const auto &worker) { return &worker->context(); }));
    }
    pool.resume();
  }

  SharedContext &sum = workers.front()->context();
  for (size_t i = 1; i < workers.size(); ++i)
    sum.absorb(workers[i]->context().part());
  if (before_)
    before_->addTo(sum);
  if (sum.mustRestart())
    return std::nullopt;
  left_ = Checkpoint{options_.machine.locality,
                     options_.machine.steps,
                     workersBefore + options_.jobs,
                     sum.books(),
                     sum.firstCut(),
                     workers.front()->machine().approximations(),
                     {}};
  for (const auto &worker : workers)
    worker->giveAll(left_.works);
  while (std::optional<Work> work = pool.takeNow())
    left_.works.push_back(std::move(*work));
  return sum.finish();
}

} // namespace rbcheck
