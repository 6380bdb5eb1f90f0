//===- search/ranks/Together.cpp - One exhaustive search by all ranks -----===//
#include "search/ranks/Together.h"

#include "search/ranks/RankWorker.h"
#include "search/ranks/RoundFile.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

namespace rbcheck {

namespace {

using Clock = std::chrono::steady_clock;

/// Seconds between two waves while the leader has work.
constexpr double kWave = 0.005;
/// The same, between two looks at who is lost.
constexpr double kLook = 0.001;
/// Seconds in which the members of a round that was stopped are to answer; and
/// after Ctrl-C.
constexpr double kCollect = 1, kCollectInterrupted = 0.2;

double since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

/// The live line shows the states of all.
class TallyMonitor final : public SearchMonitor {
public:
  TallyMonitor(SearchMonitor *to, const Tally &tally, uint64_t statesBefore)
      : to_(to), tally_(tally), statesBefore_(statesBefore) {}

  void progress(const Statistics &stats, uint32_t depth) override {
    Statistics all = stats;
    all.states = statesBefore_ + std::max(all.states, tally_.states());
    all.transitions = std::max(all.transitions, tally_.transitions());
    to_->progress(all, depth);
  }
  void works(llvm::StringRef what) override { to_->works(what); }
  void covered(const Coverage &covered) override { to_->covered(covered); }
  void pathEnded(StepEnd end, Machine &machine) override {
    to_->pathEnded(end, machine);
  }
  void faulted(const Violation &violation) override { to_->faulted(violation); }

private:
  SearchMonitor *to_;
  const Tally &tally_;
  const uint64_t statesBefore_;
};

/// One round at the rank that leads it.
class Round {
public:
  /// `before`: what it goes on from; may be null.
  Round(const Program &program, const CheckOptions &options, RankPort &port,
        RoundPlan plan, size_t batch, Hash128 key, SavedSearch *before)
      : options_(options), port_(port), plan_(std::move(plan)),
        tally_(uint32_t(plan_.members.size())),
        statesBefore_(before ? before->checkpoint.books.stats.states : 0),
        monitor_(options.context.monitor, tally_, statesBefore_),
        worker_(program, plan_, contextOf(options), port, batch),
        parts_(plan_.members.size()) {
    if (!options.checkpoint.empty())
      file_.emplace(options, key, plan_, worker_,
                    [this] { return turn() && !isDismissed(); });
    if (before)
      file_->goOnFrom(*before);
  }

  /// False if it has to be begun again, since a member was lost.
  bool run() {
    for (uint32_t rank : others())
      worker_.send(rank, RoundKind::Begin, 0, toBytes(plan_));
    worker_.begin();
    if (file_ && !file_->spread() && !isDismissed())
      return false;
    while (!isEnding()) {
      startWave();
      if (!turn() || (file_ && file_->isDue() && !file_->saveMeanwhile() &&
                      !isDismissed()))
        return false;
    }
    if (file_ && !tally_.isDone())
      file_->saveAtEnd();
    for (uint32_t rank : others())
      worker_.send(rank, RoundKind::End);
    return collect();
  }

  /// None if another kind of machine is needed.
  std::optional<Result> result() {
    SharedContext &sum = worker_.context();
    uint64_t bytes = 0;
    bool areAllThere = true;
    for (std::optional<ContextPart> &part : llvm::drop_begin(parts_)) {
      areAllThere &= part.has_value();
      if (!part)
        continue;
      bytes += part->visitedBytes;
      sum.absorb(std::move(*part));
    }
    if (!areAllThere) // whatever they would have told
      sum.stop({StopReason::Interrupted});
    if (sum.mustRestart()) {
      if (file_ && !isDismissed())
        file_->remove();
      return std::nullopt;
    }
    if (file_)
      file_->addBefore(sum);
    Result result = sum.finish();
    result.stats.visitedBytes += bytes;
    if (file_ && !isDismissed())
      file_->tell(result);
    return result;
  }

private:
  /// All is over, or another one leads by now: nobody answers, and the file is
  /// not this one's any more.
  bool isDismissed() const {
    return port_.isOver() || port_.leader() != port_.me();
  }
  /// Works for a moment. False if the round cannot go on.
  bool turn() {
    if (since(lookedAt_) >= kLook) {
      lookedAt_ = Clock::now();
      if (hasLost())
        return false;
      if (isDismissed())
        worker_.context().stop({StopReason::Interrupted});
    }
    worker_.turn();
    receive();
    return true;
  }
  ContextOptions contextOf(const CheckOptions &options) {
    ContextOptions context = options.context;
    if (context.monitor)
      context.monitor = &monitor_;
    return context;
  }
  llvm::ArrayRef<uint32_t> others() const {
    return llvm::ArrayRef(plan_.members).drop_front();
  }
  bool hasLost() const {
    return llvm::any_of(others(),
                        [&](uint32_t rank) { return port_.isLost(rank); });
  }

  bool isEnding() {
    const Limits &limits = options_.context.limits;
    if (limits.states && statesBefore_ + tally_.states() >= limits.states)
      worker_.context().stop({StopReason::States, double(limits.states)});
    return worker_.context().isStopped() || isStopped_ || tally_.isDone();
  }

  void startWave() {
    if (!tally_.isWaveOver() ||
        (!worker_.count().isIdle && since(wavedAt_) < kWave))
      return;
    wavedAt_ = Clock::now();
    wave_ = tally_.next();
    for (uint32_t rank : others())
      worker_.send(rank, RoundKind::Probe, wave_);
    tally_.add(0, wave_, worker_.count());
  }

  void receive() {
    inbox_.clear();
    port_.receive(inbox_);
    for (const RankMessage &message : inbox_) {
      llvm::StringRef body = message.bytes;
      RoundHead head;
      if (readHead(body, head) && head.round == plan_.round)
        if (!worker_.handle(message.from, head, body))
          handle(message.from, head, body);
    }
  }

  void handle(uint32_t from, const RoundHead &head, llvm::StringRef body) {
    const size_t member =
        size_t(llvm::find(plan_.members, from) - plan_.members.begin());
    if (head.kind == RoundKind::Stopped) {
      isStopped_ = true;
    } else if (head.kind == RoundKind::Count) {
      TallyCount count;
      ByteReader reader(body);
      reader.number(count);
      if (reader.isAtEnd())
        tally_.add(uint32_t(member), head.number, count);
    } else if (head.kind == RoundKind::Part) {
      parts_[member] = partFromBytes(body);
      if (parts_[member])
        for (Violation &violation : parts_[member]->violations)
          violation.machine.input = plan_.machine.input;
    } else if (file_) {
      file_->handle(uint32_t(member), head, body);
    }
  }

  /// What the others have to tell. Of a round that was stopped not all have to;
  /// of one that is complete, or of which nobody has told what stopped it, all
  /// have.
  bool collect() {
    const auto begin = Clock::now();
    auto isThere = [&](uint32_t rank) {
      return parts_[size_t(llvm::find(plan_.members, rank) -
                           plan_.members.begin())]
          .has_value();
    };
    for (;;) {
      receive();
      if (llvm::all_of(others(), isThere))
        return true;
      const bool isInterrupted = options_.context.limits.isOver();
      const bool isToldWhy =
          worker_.context().isStopped() ||
          llvm::any_of(parts_, [](const std::optional<ContextPart> &part) {
            return part && (part->stop || !part->violations.empty());
          });
      if (isToldWhy &&
          (hasLost() ||
           since(begin) >= (isInterrupted ? kCollectInterrupted : kCollect)))
        return true;
      if (hasLost())
        return false;
      if (port_.isOver())
        return true;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  const CheckOptions &options_;
  RankPort &port_;
  const RoundPlan plan_;
  Tally tally_;
  const uint64_t statesBefore_;
  TallyMonitor monitor_;
  RankWorker worker_;
  std::optional<RoundFile> file_;                 ///< with --checkpoint
  std::vector<std::optional<ContextPart>> parts_; ///< of each other member
  std::vector<RankMessage> inbox_;
  uint32_t wave_ = 0;
  Clock::time_point wavedAt_{}, lookedAt_{};
  bool isStopped_ = false; ///< a member says so
};

/// A rank that takes part.
class Server {
public:
  Server(const Program &program, const CheckOptions &options, RankPort &port,
         size_t batch)
      : program_(program), options_(options), port_(port), batch_(batch) {}

  void run() {
    while (!port_.isOver() && port_.leader() != port_.me()) {
      if (worker_)
        work();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      std::vector<RankMessage> inbox = std::exchange(early_, {});
      port_.receive(inbox);
      for (RankMessage &message : inbox)
        handle(message);
    }
  }

private:
  void work() {
    worker_->turn();
    if (worker_->context().isStopped() && !hasTold_) {
      hasTold_ = true;
      worker_->send(plan_.members.front(), RoundKind::Stopped);
    }
  }

  void handle(RankMessage &message) {
    llvm::StringRef body = message.bytes;
    RoundHead head;
    if (!readHead(body, head) || head.round < plan_.round)
      return;
    if (head.kind == RoundKind::Begin) {
      // A former leader may still believe that it leads.
      if (head.round > plan_.round && message.from == port_.leader())
        begin(body);
      return;
    }
    if (head.round > plan_.round) {
      early_.push_back(std::move(message));
    } else if (worker_ && !worker_->handle(message.from, head, body) &&
               head.kind == RoundKind::End) {
      worker_->send(message.from, RoundKind::Part, 0,
                    toBytes(worker_->context().part()));
      worker_ = nullptr;
    }
  }

  void begin(llvm::StringRef body) {
    RoundPlan plan;
    plan.machine = options_.machine;
    if (!readPlan(body, plan) || !llvm::is_contained(plan.members, port_.me()))
      return;
    plan_ = std::move(plan);
    hasTold_ = false;
    worker_ = nullptr; // what the last one kept goes first
    worker_ = std::make_unique<RankWorker>(program_, plan_, options_.context,
                                           port_, batch_);
    worker_->begin();
  }

  const Program &program_;
  const CheckOptions &options_;
  RankPort &port_;
  const size_t batch_;
  RoundPlan plan_;                     ///< of the last round that began here
  std::unique_ptr<RankWorker> worker_; ///< null between rounds
  std::vector<RankMessage> early_;     ///< of rounds that have not begun here
  bool hasTold_ = false;
};

} // namespace

std::optional<llvm::Expected<Result>>
LeadTogether::run(const Program &program, const CheckOptions &options,
                  Hash128 key) {
  for (;;) {
    std::optional<SavedSearch> before;
    if (!options.checkpoint.empty()) {
      auto read = readCheckpoint(options.checkpoint, key);
      if (!read)
        return read.takeError();
      before = std::move(*read);
      if (before && !before->fits(options.machine))
        return std::nullopt;
    }
    RoundPlan plan;
    // Higher than what another leader began before this one.
    plan.round = (uint64_t(port_.me()) << 32) + ++rounds_;
    plan.machine = options.machine;
    plan.states = options.context.limits.states;
    if (before) {
      plan.membersBefore = before->checkpoint.workers;
      if (plan.states) // at least one, for 0 is none
        plan.states -=
            std::min(plan.states - 1, before->checkpoint.books.stats.states);
    }
    plan.members.push_back(port_.me());
    for (uint32_t rank = 0; rank < port_.count(); ++rank)
      if (rank != port_.me() && !port_.isLost(rank))
        plan.members.push_back(rank);
    Round round(program, options, port_, std::move(plan), batch_, key,
                before ? &*before : nullptr);
    before.reset();
    if (round.run()) {
      std::optional<Result> result = round.result();
      if (!result)
        return std::nullopt;
      return std::move(*result);
    }
    if (options.context.monitor)
      options.context.monitor->restarted();
  }
}

void serveTogether(const Program &program, const CheckOptions &options,
                   RankPort &port, size_t batch) {
  Server(program, options, port, batch).run();
}

} // namespace rbcheck
