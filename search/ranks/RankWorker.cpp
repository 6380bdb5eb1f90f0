//===- search/ranks/RankWorker.cpp - One rank at work in a round ----------===//
#include "search/ranks/RankWorker.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

namespace rbcheck {

namespace {

/// Steps between two looks for messages.
constexpr uint64_t kTurn = 32;
/// As among workers of one process (Parallel.cpp): a schedule that is handed
/// over is paid for by steps of one's own. And so many at most in one message.
constexpr uint64_t kDepthPerStep = 16;
constexpr size_t kMostWorks = 32;
/// Who rests looks again at once some times, then after a while.
constexpr uint32_t kEagerRests = 64;
constexpr std::chrono::microseconds kRest(30);
/// When nobody had any work, all are asked again after this.
constexpr std::chrono::milliseconds kSeekAgain(1);

ContextOptions ofMember(ContextOptions context, const RoundPlan &plan,
                        StateOwners &owners) {
  context.owners = &owners;
  context.sharedVisited = nullptr;
  context.limits.states = plan.states;
  return context;
}

uint32_t indexOf(const std::vector<uint32_t> &members, uint32_t rank) {
  return uint32_t(llvm::find(members, rank) - members.begin());
}

} // namespace

RankWorker::RankWorker(const Program &program, const RoundPlan &plan,
                       ContextOptions context, RankPort &port, size_t batch)
    : port_(port), plan_(plan), me_(indexOf(plan.members, port.me())),
      owners_(
          me_, uint32_t(plan.members.size()), batch,
          [this](uint32_t to, uint32_t number, llvm::ArrayRef<Hash128> keys) {
            send(plan_.members[to], RoundKind::Ask, number, keyBytes(keys));
          }),
      machine_(program, plan.machine),
      context_(machine_, ofMember(std::move(context), plan, owners_)),
      nextVictim_(me_) {
  context_.numberFrom(uint64_t(plan.membersBefore + me_) << 40);
}

void RankWorker::begin() {
  if (me_ == 0 && !plan_.membersBefore)
    search_.push(context_, context_.root());
  else
    context_.standBy();
}

void RankWorker::send(uint32_t to, RoundKind kind, uint32_t number,
                      llvm::StringRef body) {
  port_.send(to, withHead({plan_.round, kind, number}, body));
}

uint32_t RankWorker::memberOf(uint32_t rank) const {
  return indexOf(plan_.members, rank);
}

bool RankWorker::isIdle() const {
  return search_.isEmpty() && ready_.empty() && !owners_.isWaiting();
}

TallyCount RankWorker::count() const {
  TallyCount count;
  count.given = given_;
  count.taken = taken_;
  count.states = context_.stats().states;
  count.transitions = context_.stats().transitions;
  count.isIdle = isIdle();
  return count;
}

void RankWorker::turn() {
  if (isHalted_) {
    settle();
    rest();
    return;
  }
  const uint64_t &steps = context_.stats().transitions;
  const uint64_t end = steps + kTurn;
  while (steps < end && !context_.isStopped()) {
    // What was answered is newer than what is left on the stack: in this order
    // little is open at a time.
    if (!ready_.empty()) {
      exploreNewest();
    } else if (!search_.isEmpty() && !owners_.isFull()) {
      context_.giveTurn(end - steps);
      search_.run(context_);
    } else {
      owners_.flush();
      if (!owners_.isWaiting())
        seekWork();
      rest();
      return;
    }
    rests_ = 0;
  }
  if (context_.isStopped())
    rest();
}

void RankWorker::rest() {
  if (++rests_ < kEagerRests) {
    std::this_thread::yield();
    return;
  }
  context_.isOver(); // looks at the limits
  std::this_thread::sleep_for(kRest);
}

void RankWorker::exploreNewest() {
  AskOwners::Answer newest = std::move(ready_.back());
  ready_.pop_back();
  search_.follow(context_,
                 context_.answered(std::move(newest.node), newest.oldThreads,
                                   newest.key, newest.found));
}

void RankWorker::halt(uint32_t number) {
  isHalted_ = hasToTell_ = true;
  halt_ = number;
}

/// Who waits for an answer gets it, and who asked for work may get some.
void RankWorker::settle() {
  owners_.flush();
  while (!ready_.empty())
    exploreNewest();
  if (me_ != 0 && hasToTell_ && isSettled()) {
    hasToTell_ = false;
    send(plan_.members.front(), RoundKind::Halted, halt_);
  }
}

SavedPart RankWorker::saved() const {
  SavedPart part;
  part.books = context_.books();
  part.firstCut = context_.firstCut();
  part.approximations = machine_.approximations();
  search_.copyAll(part.works);
  part.works.insert(part.works.end(), left_.begin(), left_.end());
  part.keys = context_.visited().size();
  part.isDecided = context_.hasErrors() || context_.mustRestart();
  return part;
}

void RankWorker::open(uint32_t member, std::vector<Work> works) {
  if (member == me_) {
    push(std::move(works));
    return;
  }
  ++given_;
  send(plan_.members[member], RoundKind::Open, 0, toBytes(works));
}

bool RankWorker::handle(uint32_t from, const RoundHead &head,
                        llvm::StringRef body) {
  if (memberOf(from) >= plan_.members.size())
    return true;
  switch (head.kind) {
  case RoundKind::Ask:
    serve(from, head.number, body);
    return true;
  case RoundKind::Answer:
    hear(from, head.number, body);
    return true;
  case RoundKind::Want:
    give(from);
    return true;
  case RoundKind::Give:
    take(body);
    return true;
  case RoundKind::Probe: {
    const TallyCount now = count();
    send(from, RoundKind::Count, head.number,
         {reinterpret_cast<const char *>(&now), sizeof(now)});
    return true;
  }
  case RoundKind::Halt:
    halt(head.number);
    return true;
  case RoundKind::Resume:
    resume();
    return true;
  case RoundKind::Save:
    send(from, RoundKind::Saved, head.number, toBytes(saved()));
    return true;
  case RoundKind::Fetch: {
    std::vector<Hash128> keys;
    context_.visited().forEachIn(head.number,
                                 [&](Hash128 key) { keys.push_back(key); });
    send(from, RoundKind::Keys, head.number, keyBytes(keys));
    return true;
  }
  case RoundKind::Known:
    forEachNumber<Hash128>(body, [&](Hash128 key) { know(key); });
    send(from, RoundKind::Noted, head.number);
    return true;
  case RoundKind::Open: {
    std::optional<std::vector<Work>> works = worksFromBytes(body);
    RB_CHECK(works, "work that cannot be read");
    ++taken_;
    push(std::move(*works));
    return true;
  }
  case RoundKind::Begin:
  case RoundKind::Count:
  case RoundKind::Stopped:
  case RoundKind::End:
  case RoundKind::Part:
  case RoundKind::Halted:
  case RoundKind::Saved:
  case RoundKind::Keys:
  case RoundKind::Noted:
    return false;
  }
  return false;
}

void RankWorker::serve(uint32_t from, uint32_t number, llvm::StringRef keys) {
  std::string found;
  found.reserve(keys.size() / sizeof(Hash128));
  forEachNumber<Hash128>(keys, [&](Hash128 key) {
    found.push_back(char(context_.addForOther(key)));
  });
  send(from, RoundKind::Answer, number, found);
}

void RankWorker::hear(uint32_t from, uint32_t number, llvm::StringRef found) {
  bool isKnown = owners_.answered(
      memberOf(from), number, found, [&](AskOwners::Answer one) {
        if (one.found == Found::Known)
          context_.answered(std::move(one.node), one.oldThreads, one.key,
                            one.found);
        else
          ready_.push_back(std::move(one));
      });
  RB_CHECK(isKnown, "an answer to no question");
}

void RankWorker::give(uint32_t to) {
  std::vector<Work> works;
  uint64_t budget = (context_.stats().transitions - gaveAt_) * kDepthPerStep;
  auto add = [&](Work work) {
    budget -= std::min<uint64_t>(budget, work.schedule.size());
    works.push_back(std::move(work));
  };
  if (!context_.isStopped()) {
    if (search_.canGive() && search_.oldest().depth < budget)
      add(search_.giveOldest());
    // Up to half of what is known to be new; looked at before it goes.
    size_t most = std::min(ready_.size() / 2, kMostWorks);
    while (most-- && !context_.isStopped() &&
           ready_.front().node.depth < budget) {
      AskOwners::Answer oldest = std::move(ready_.front());
      ready_.pop_front();
      Step step = context_.answered(std::move(oldest.node), oldest.oldThreads,
                                    oldest.key, oldest.found);
      if (step.after == After::Explore)
        add(Work::of(step.node, {}));
      else
        search_.follow(context_, std::move(step));
    }
  }
  if (!works.empty()) {
    ++given_;
    gaveAt_ = context_.stats().transitions;
  }
  send(to, RoundKind::Give, 0, toBytes(works));
}

void RankWorker::take(llvm::StringRef body) {
  std::optional<std::vector<Work>> works = worksFromBytes(body);
  RB_CHECK(works, "work that cannot be read");
  hasAsked_ = false;
  if (works->empty()) {
    if (++refusals_ + 1 < plan_.members.size())
      return;
    refusals_ = 0;
    seekAt_ = Clock::now() + kSeekAgain;
    return;
  }
  ++taken_;
  refusals_ = 0;
  push(std::move(*works));
}

void RankWorker::push(std::vector<Work> works) {
  if (context_.isStopped()) {
    std::move(works.begin(), works.end(), std::back_inserter(left_));
    return;
  }
  for (const Work &work : works)
    if (work.numbers.isExpanded)
      search_.push(context_.adopt(work), work.choices);
    else
      search_.push(context_, context_.adopt(work));
}

void RankWorker::seekWork() {
  if (hasAsked_ || plan_.members.size() < 2 || Clock::now() < seekAt_)
    return;
  do {
    nextVictim_ = (nextVictim_ + 1) % uint32_t(plan_.members.size());
  } while (nextVictim_ == me_);
  hasAsked_ = true;
  send(plan_.members[nextVictim_], RoundKind::Want);
}

} // namespace rbcheck
