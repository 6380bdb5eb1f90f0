//===- interp/exec/Deadlocks.cpp - Threads that wait for ever -------------===//
//
// Deadlocks are properties of a state in which every thread is parked. What a
// blocked thread waits for is said by its model (Model::waitsFor): threads of
// which each alone keeps it waiting, so it is stuck if one of them is. Waits
// that no certain thread ends (condition variables, semaphores, barriers) are
// stuck only if nobody is left.
//
// Three occasions: a state without choices (describeDeadlock), a circle that
// closes while others go on (findDeadlock), the end of the process
// (findStuckAtExit). Tested by test/verify/deadlock-*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Survive.h"
#include "interp/exec/Sync.h"
#include "interp/roles/MutexLayout.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace rbcheck {

// Who waits for whom ---------------------------------------------------------------

static const Model *pendingModel(Core &core, uint32_t id) {
  const Pending &pending = core.state.thread(id).pending;
  return pending.kind == PendingKind::Model
             ? &core.modelOf(pending)
             : nullptr;
}

/// Threads of which each alone keeps the blocked thread `id` waiting; none if
/// it is not blocked, or not by certain ones.
static ThreadList blockersOf(Core &core, uint32_t id) {
  const Model *model = pendingModel(core, id);
  if (!model || !model->waitsFor || core.alternatives(id))
    return {};
  ModelCall call = core.pendingCall(id);
  ThreadList threads = model->waitsFor(call);
  llvm::erase_if(threads, [&](uint32_t thread) {
    return thread >= core.state.threadCount(); // no live lock: other bytes
  });
  return threads;
}

/// As the library does it, a thread that waits for itself just sleeps.
static bool sleeps(Core &core, uint32_t id, const ThreadList &blockers) {
  return core.options.survives == kAsLibrary &&
         llvm::is_contained(blockers, id);
}

static std::optional<uint32_t> blockerOf(Core &core, uint32_t id) {
  ThreadList all = blockersOf(core, id);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

static bool isFinished(Core &core, uint32_t id) {
  return core.state.thread(id).s.status == ThreadStatus::Finished;
}

/// Nobody can take the blocked thread out of its wait: in a program that
/// cancels threads, joins end when the thread that joins is cancelled.
static bool isCertain(Core &core, uint32_t id) {
  const Model *model = pendingModel(core, id);
  const ThreadScalars &s = core.state.thread(id).s;
  return !core.cancelThread ||
         ((!model->cancels || s.phase != 0) && !(s.cancel & kCancelAsync));
}

/// Where a deadlock has its root: from the first blocked thread on to the one
/// it waits for, until there is none or the circle closes.
static uint32_t rootOfDeadlock(Core &core) {
  const OpenState &state = core.state;
  uint32_t id = 0;
  while (state.thread(id).s.status == ThreadStatus::Finished)
    ++id;
  for (uint32_t steps = 0; steps < state.threadCount(); ++steps) {
    std::optional<uint32_t> next = blockerOf(core, id);
    if (!next || isFinished(core, *next))
      break;
    id = *next;
  }
  return id;
}

Fault MachineQuestions::describeDeadlock() {
  Fault fault;
  fault.kind = FaultKind::Deadlock;
  fault.thread = rootOfDeadlock(*core_);
  fault.place = place(fault.thread);
  fault.message = "deadlock: ";
  bool first = true;
  std::optional<uint32_t> partner = blockerOf(*core_, fault.thread);
  for (uint32_t id = 0; id < core_->state.threadCount(); ++id) {
    if (core_->state.thread(id).s.status == ThreadStatus::Finished)
      continue;
    if (id != fault.thread && (partner ? id == *partner : !fault.hasRelated)) {
      fault.hasRelated = true;
      fault.related = {id, place(id), "waits in " + describePending(id)};
    }
    fault.message += first ? "" : "; ";
    first = false;
    fault.message += "thread " + std::to_string(id) + " waits in " +
                     describePending(id);
    if (auto other = blockerOf(*core_, id))
      fault.message += *other == id ? std::string(" for itself")
                                    : " for thread " + std::to_string(*other);
  }
  return fault;
}

/// True if it is about to lock a mutex that it holds, and that this blocks.
static bool locksItsOwn(Core &core, uint32_t id) {
  const Pending &pending = core.state.thread(id).pending;
  if (pending.kind != PendingKind::Model)
    return false;
  const Role &role = core.modelOf(pending).role;
  if (role.act != Act::Lock || role.family != Family::Mutex)
    return false;
  ModelCall call = core.pendingCall(id);
  Mutex mutex;
  return peek(call, call.arg(0), mutex) && mutex.isValid() &&
         mutex.owner == id + 1 &&
         (mutex.type() == MutexKind::Normal ||
          mutex.type() == MutexKind::Adaptive);
}

std::optional<uint32_t> MachineQuestions::waitsFor(uint32_t thread) {
  if (locksItsOwn(*core_, thread))
    return thread;
  return blockerOf(*core_, thread);
}

// Some threads only ----------------------------------------------------------------

/// The first thread that waits for `ended`, and for ever.
static std::optional<uint32_t> firstThatWaitsFor(Core &core, uint32_t ended) {
  for (uint32_t id = 0; id < core.state.threadCount(); ++id)
    if (llvm::is_contained(blockersOf(core, id), ended) && isCertain(core, id))
      return id;
  return std::nullopt;
}

namespace {

/// Follows threads to those they wait for.
class Chain {
public:
  /// `certain`: only along waits that cannot be left in another way.
  Chain(Core &core, bool certain)
      : isSeen_(core.state.threadCount()), core_(core), isCertain_(certain) {}

  /// From the first thread on to each one it waits for; the last one has ended
  /// or is met for the second time.
  std::vector<uint32_t> threads;

  /// True if `thread` leads to one that has ended or to a circle.
  bool follow(uint32_t thread) {
    threads.push_back(thread);
    isSeen_[thread] = true;
    for (uint32_t next : nextOf(thread)) {
      bool isClosed = llvm::is_contained(threads, next);
      if (isClosed || isFinished(core_, next)) {
        threads.push_back(next);
        return true;
      }
      if (!isSeen_[next] && follow(next))
        return true;
    }
    threads.pop_back();
    return false;
  }

  /// Of a chain: the one thread to name. It does not depend on where the chain
  /// began, so that an error is the same however it was found.
  uint32_t root() {
    uint32_t last = threads.back();
    if (isFinished(core_, last))
      return *firstThatWaitsFor(core_, last);
    threads.pop_back();
    return *std::min_element(llvm::find(threads, last), threads.end());
  }

private:
  ThreadList nextOf(uint32_t thread) {
    if (!isCertain_ && locksItsOwn(core_, thread))
      return {thread};
    ThreadList all = blockersOf(core_, thread);
    if (isCertain_ && sleeps(core_, thread, all))
      return {};
    return all.empty() || (isCertain_ && !isCertain(core_, thread))
               ? ThreadList()
               : all;
  }

  std::vector<bool> isSeen_;
  Core &core_;
  bool isCertain_;
};

} // namespace

std::optional<Fault> MachineQuestions::findStuck(uint32_t thread) {
  Chain found(*core_, /*certain=*/false);
  if (!found.follow(thread))
    return std::nullopt;
  const std::vector<uint32_t> &chain = found.threads;
  Fault fault;
  fault.kind = FaultKind::Deadlock;
  fault.thread = thread;
  fault.place = place(thread);
  fault.message = "deadlock: ";
  for (size_t i = 0; i + 1 < chain.size(); ++i) {
    uint32_t id = chain[i], other = chain[i + 1];
    if (i)
      fault.message += "; ";
    fault.message += "thread " + std::to_string(id) + " waits in " +
                     describePending(id) + " for ";
    if (other == id)
      fault.message += "itself";
    else
      fault.message += "thread " + std::to_string(other);
  }
  uint32_t last = chain.back();
  if (isFinished(*core_, last))
    fault.message += ", which has ended";
  else if (chain[1] != thread) {
    fault.hasRelated = true;
    fault.related = {chain[1], place(chain[1]),
                     "waits in " + describePending(chain[1])};
  }
  return fault;
}

/// Of the deadlock that `thread` is in, or left behind by ending: its root.
static std::optional<uint32_t> rootOfStuck(Core &core, uint32_t thread) {
  if (isFinished(core, thread)) // it may hold a lock that others wait for
    return firstThatWaitsFor(core, thread);
  const Model *model = pendingModel(core, thread);
  if (!model || !model->waitsFor || core.alternatives(thread))
    return std::nullopt;
  Chain chain(core, /*certain=*/true);
  return chain.follow(thread) ? std::optional(chain.root()) : std::nullopt;
}

std::optional<Fault> MachineQuestions::findDeadlock(uint32_t thread,
                                                    uint32_t oldThreads) {
  std::optional<uint32_t> root = rootOfStuck(*core_, thread);
  for (; !root && oldThreads < core_->state.threadCount(); ++oldThreads)
    root = rootOfStuck(*core_, oldThreads);
  if (!root)
    return std::nullopt;
  llvm::SmallVector<Choice, 8> left;
  choices(left);
  return left.empty() ? std::nullopt : findStuck(*root);
}

// The end of the process -----------------------------------------------------------

/// main() has returned, and that is why the process ends.
static bool hasMainReturned(Core &core) {
  if (core.current != 0)
    return false;
  bool isInMain = false;
  core.walkFrames([&](CodePlace place) {
    isInMain = core.program.functions[place.function].name == "main";
    return !isInMain;
  });
  return !isInMain;
}

/// Threads that could not go on even if the process did not end: blocked ones,
/// without those that somebody may free. A wait that no certain thread ends is
/// one only if `openToo`, and if nobody but the ending thread is left.
static std::vector<bool> stuckThreads(Core &core, bool openToo) {
  const uint32_t count = core.state.threadCount();
  std::vector<ThreadList> waits(count);
  std::vector<bool> stuck(count);
  for (uint32_t id = 0; id < count; ++id) {
    waits[id] = blockersOf(core, id);
    // Who waits for signals may get some from outside.
    bool isOpen = waits[id].empty() && openToo && id != core.current &&
                  pendingModel(core, id) && !core.alternatives(id) &&
                  pendingModel(core, id)->role.act != Act::AwaitSignal;
    stuck[id] =
        isOpen || !(waits[id].empty() || sleeps(core, id, waits[id]));
  }
  auto isGone = [&](uint32_t id) { return isFinished(core, id) || stuck[id]; };
  auto canBeFreed = [&](uint32_t id) {
    if (!waits[id].empty())
      return llvm::none_of(waits[id], isGone);
    for (uint32_t other = 0; other < count; ++other)
      if (other != core.current && !isGone(other))
        return true;
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t id = 0; id < count; ++id)
      if (stuck[id] && canBeFreed(id)) {
        stuck[id] = false;
        changed = true;
      }
  }
  return stuck;
}

std::optional<Fault> MachineQuestions::findStuckAtExit() {
  Core &core = *core_;
  std::vector<bool> stuck = stuckThreads(core, hasMainReturned(core));
  for (uint32_t id = 0; id < stuck.size(); ++id) {
    std::optional<uint32_t> other = blockerOf(core, id);
    // A detached thread that waits for work is left behind on purpose.
    if (!stuck[id] || (!other && core.state.thread(id).s.detached))
      continue;
    Fault fault;
    fault.kind = FaultKind::Deadlock;
    fault.thread = id;
    fault.place = place(id);
    fault.message = "the process exits while thread " + std::to_string(id) +
                    " can never run again: it waits in " + describePending(id);
    fault.message += other ? " for thread " + std::to_string(*other)
                           : ", and no thread is left to wake it";
    fault.hasRelated = other && stuck[*other];
    if (fault.hasRelated)
      fault.related = {*other, place(*other),
                       "waits in " + describePending(*other)};
    return fault;
  }
  return std::nullopt;
}

} // namespace rbcheck
