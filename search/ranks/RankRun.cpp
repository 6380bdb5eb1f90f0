//===- search/ranks/RankRun.cpp - Many processes check one program --------===//
#include "search/ranks/RankRun.h"

#include "search/ranks/ResultBytes.h"
#include "search/ranks/Together.h"
#include "search/result/Bytes.h"
#include "search/run/Checkpoint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace rbcheck {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPoll(5);
/// Seconds the leader waits for numbers of the others once it is decided; and
/// after Ctrl-C, since mpirun soon kills what does not end.
constexpr double kCollect = 1, kCollectInterrupted = 0.3;
/// Seconds behind the time limit by which every search has ended by itself.
constexpr double kLate = 0.3;

enum class Kind : uint8_t { Alive, Lead, Stop, Ended, Bye, Search };

struct Head {
  Kind kind = Kind::Alive;
  uint32_t share = 0; ///< Ended
  Hash128 key = 0;    ///< of program and options
};

Hash128 keyOf(const Program &program, const CheckOptions &check) {
  std::string search = check.search ? check.search->text() : "";
  return checkpointKey(program, check) +
         hashBytes(search.data(), search.size(), check.context.seed);
}

double since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

} // namespace

class RankRun::Impl final : RankPort {
public:
  Impl(const Program &program, const CheckOptions &check, RankLink &link,
       const RankOptions &options)
      : program_(program), check_(check), link_(link), options_(options),
        me_(link.rank()), count_(link.count()), key_(keyOf(program, check)),
        interrupt_(check.context.limits.interrupted),
        heard_(count_, Clock::now()), isLost_(count_), hasLeft_(count_),
        results_(count_), runBy_(count_) {
    check_.context.limits.interrupted = &stop_;
    check_.context.savesVisited = !check_.checkpoint.empty();
    check_.share.count = count_;
    if (me_ != 0)
      check_.context.monitor = nullptr; // one live line
    for (uint32_t i = 0; i < count_; ++i) {
      runBy_[i] = i;
      check_.share.index = i;
      isIdle_.push_back(!hasWork(check_));
    }
    const bool isOnePiece = count_ > 1 && isIdle_[1];
    const std::string whyNot = reasonNotToShare(check_);
    isTogether_ = isOnePiece && whyNot.empty();
    if (isOnePiece && !isTogether_ && me_ == 0 && options_.note)
      options_.note("the search is made by rank 0 alone: " + whyNot);
    if (!isIdle_[me_])
      runShare(me_);
    else if (isTogether_)
      serving_ = std::thread(
          [this] { serveTogether(program_, check_, *this, options_.batch); });
    messages_ = std::thread([this] { exchange(); });
  }

  ~Impl() {
    stop_ = true;
    {
      std::lock_guard lock(mutex_);
      isOver_ = true;
    }
    messages_.join();
    for (std::thread &worker : workers_)
      worker.join();
    if (serving_.joinable())
      serving_.join();
  }

  std::optional<llvm::Expected<Result>> wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return hasToReport_ || isOver_; });
    if (!hasToReport_)
      return std::nullopt;
    // They have ended or soon do; nobody else is to write while it reports.
    std::list<std::thread> ending = std::exchange(workers_, {});
    lock.unlock();
    for (std::thread &worker : ending)
      worker.join();
    if (error_)
      return llvm::createStringError(*error_);
    return std::move(*joined_);
  }

  bool finish() {
    std::unique_lock lock(mutex_);
    isReported_ = true;
    changed_.wait(lock, [&] { return isOver_; });
    return isClean_;
  }

private:
  bool isLeader() const { return leader_ == me_; }

  // For the search that all make together ------------------------------------

  uint32_t me() const override { return me_; }
  uint32_t count() const override { return count_; }
  void send(uint32_t to, llvm::StringRef bytes) override {
    std::lock_guard lock(mutex_);
    send(to, Kind::Search, 0, bytes);
  }
  void receive(std::vector<RankMessage> &out) override {
    std::lock_guard lock(mutex_);
    receiveAll();
    std::move(inbox_.begin(), inbox_.end(), std::back_inserter(out));
    inbox_.clear();
  }
  bool isLost(uint32_t rank) const override {
    std::lock_guard lock(mutex_);
    return isLost_[rank];
  }
  uint32_t leader() const override {
    std::lock_guard lock(mutex_);
    return leader_;
  }
  bool isOver() const override {
    std::lock_guard lock(mutex_);
    return isOver_;
  }

  // Searching ----------------------------------------------------------------

  void runShare(uint32_t index) {
    runBy_[index] = me_;
    CheckOptions share = check_;
    share.share.index = index;
    if (index != me_)
      share.context.monitor = nullptr;
    workers_.emplace_back([this, share, index]() mutable {
      LeadTogether together(*this, options_.batch);
      if (isTogether_) {
        share.together = &together;
        if (serving_.joinable()) // until now another one led
          serving_.join();
      }
      llvm::Expected<Result> result = runSearch(program_, share);
      std::lock_guard lock(mutex_);
      if (isTogether_ && !isLeader() && !(result && isDecisive(*result)))
        llvm::consumeError(result.takeError()); // another one leads by now
      else if (result)
        ended_.push_back({index, std::move(*result)});
      else
        error_ = llvm::toString(result.takeError());
    });
  }

  bool isDecisive(const Result &result) const {
    return result.completeness.isExhausted() ||
           (result.verdict == Verdict::Error && !check_.context.allErrors);
  }

  /// A share ended, here or elsewhere. The first result counts; of two, since
  /// a rank was slow, one that decides.
  void note(uint32_t share, Result result) {
    bool decides = isDecisive(result);
    if (!results_[share] || (decides && !isDecisive(*results_[share])))
      results_[share] = std::move(result);
    isDecided_ |= decides;
  }

  // Messages -----------------------------------------------------------------

  void send(uint32_t to, Kind kind, uint32_t share = 0,
            llvm::StringRef body = "") {
    std::string bytes;
    llvm::raw_string_ostream out(bytes);
    Head head;
    head.kind = kind;
    head.share = share;
    head.key = key_;
    ByteWriter(out).number(head);
    out << body;
    link_.send(to, bytes);
  }
  void sendAll(Kind kind) {
    for (uint32_t i = 0; i < count_; ++i)
      if (i != me_)
        send(i, kind);
  }
  /// Everybody has to know what decides, in case that leader and finder die.
  void tell(uint32_t share) {
    const std::string bytes = toBytes(*results_[share]);
    for (uint32_t i = 0; i < count_; ++i)
      if (i != me_ && (i == leader_ || isDecisive(*results_[share])))
        send(i, Kind::Ended, share, bytes);
  }
  void sendResults() {
    for (uint32_t i = 0; i < count_ && !isLeader(); ++i)
      if (results_[i])
        send(leader_, Kind::Ended, i, toBytes(*results_[i]));
  }

  void handle(const RankMessage &message) {
    llvm::StringRef bytes = message.bytes;
    Head head;
    if (bytes.size() < sizeof(head) || message.from >= count_)
      return;
    ByteReader(bytes.take_front(sizeof(head))).number(head);
    if (head.key != key_) {
      giveUp(message.from, "checks another program or has other options");
      return;
    }
    heard_[message.from] = Clock::now();
    switch (head.kind) {
    case Kind::Alive:
      return;
    case Kind::Lead:
      if (message.from > leader_)
        follow(message.from);
      return;
    case Kind::Stop:
      stopSearching();
      return;
    case Kind::Ended:
      if (std::optional<Result> result =
              resultFromBytes(bytes.drop_front(sizeof(head))))
        if (head.share < count_) {
          for (Violation &violation : result->violations)
            violation.machine.input = check_.machine.input;
          note(head.share, std::move(*result));
        }
      return;
    case Kind::Search:
      inbox_.push_back({message.from, bytes.drop_front(sizeof(head)).str()});
      return;
    case Kind::Bye:
      hasLeft_[message.from] = true;
      if (!hasToReport_)
        reporter_ = message.from;
      return;
    }
  }

  void receiveAll() {
    while (std::optional<RankMessage> message = link_.receive())
      handle(*message);
  }

  void follow(uint32_t leader) {
    leader_ = leader;
    heard_[leader] = Clock::now();
    sendResults();
  }

  // Ranks that do not answer
  // ---------------------------------------------------

  void giveUp(uint32_t rank, const std::string &why) {
    if (isLost_[rank])
      return;
    isLost_[rank] = true;
    if (isLeader() && options_.note)
      options_.note(
          llvm::formatv("rank {0} {1}; ", rank, why).str() +
          (isTogether_ ? "the search begins again without it"
                       : llvm::formatv("rank {0} does its share", me_).str()));
  }

  void lookForLost() {
    std::string why = "has not answered for " +
                      llvm::formatv("{0:f1} s", options_.patience).str();
    if (!isLeader()) {
      if (since(heard_[leader_]) < options_.patience)
        return;
      isLost_[leader_] = true;
      follow(leader_ + 1 < count_ ? leader_ + 1 : me_);
      if (!isLeader())
        return;
      stoppedAt_ = Clock::now(); // others send again what they have
      for (Clock::time_point &time : heard_)
        time = Clock::now();
      for (uint32_t i = 0; i < count_; ++i) // for its words to the user
        if (std::exchange(isLost_[i], false))
          giveUp(i, why);
      sendAll(Kind::Lead);
    }
    for (uint32_t i = 0; i < count_; ++i)
      if (i != me_ && since(heard_[i]) >= options_.patience)
        giveUp(i, why);
    for (uint32_t i = 0; i < count_ && !stop_; ++i)
      if (isLost_[runBy_[i]] && !results_[i] && !isIdle_[i])
        runShare(i);
  }

  // The end ------------------------------------------------------------------

  void stopSearching() {
    if (!stop_.exchange(true))
      stoppedAt_ = Clock::now();
  }
  /// Once: whoever knows first tells everybody.
  void stopAll() {
    if (hasStopped_)
      return;
    hasStopped_ = true;
    stopSearching();
    sendAll(Kind::Stop);
  }

  bool hasAll() const {
    for (uint32_t i = 0; i < count_; ++i)
      if (!results_[i] && !isIdle_[i])
        return false;
    return true;
  }

  /// True when the leader has all it will get.
  bool isComplete() const {
    if (hasAll())
      return true;
    double wait = isInterrupted_ ? kCollectInterrupted : kCollect;
    // Its own search has to end first: it may have seen most.
    return stop_ && since(stoppedAt_) >= wait &&
           (isDecided_ || results_[me_] || isIdle_[me_]);
  }

  void join() {
    std::vector<Result> parts;
    for (uint32_t i = 0; i < count_; ++i)
      if (results_[i]) {
        for (MemberReport &member : results_[i]->members)
          member.name += llvm::formatv(", rank {0}", i);
        parts.push_back(*results_[i]);
      }
    if (parts.empty())
      parts.emplace_back().completeness.stop = {StopReason::Interrupted};
    stopSearching();
    joined_ = joinResults(std::move(parts));
    joined_->ranks = count_;
    joined_->stats.seconds = check_.context.limits.elapsed();
  }

  /// The thread of messages.
  void exchange() {
    Clock::time_point lastSign{};
    const double every = std::min(options_.patience / 8, 0.5);
    while (true) {
      std::unique_lock lock(mutex_);
      if (isOver_)
        return;
      receiveAll();
      if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) {
        isInterrupted_ = true;
        stopAll();
      }
      const Limits &limits = check_.context.limits;
      if (limits.seconds > 0 && limits.elapsed() > limits.seconds + kLate)
        stopAll(); // who is not done by now is not waited for
      for (auto &[share, result] : std::exchange(ended_, {})) {
        note(share, std::move(result));
        tell(share);
      }
      if (isDecided_)
        stopAll();
      if (since(lastSign) >= every) {
        lastSign = Clock::now();
        if (isLeader())
          sendAll(Kind::Lead);
        else
          send(leader_, Kind::Alive);
      }
      lookForLost();
      if (takeLeave())
        return;
      if (isLeader() && !hasToReport_ && (isComplete() || error_)) {
        join();
        hasToReport_ = true;
        changed_.notify_all();
      }
      lock.unlock();
      std::this_thread::sleep_for(kPoll);
    }
  }

  /// True if this rank has nothing more to do.
  bool takeLeave() {
    if (isReported_) {
      if (!bye_) {
        bye_ = Clock::now();
        stopSearching();
        sendAll(Kind::Bye);
      }
      bool haveAllLeft = true;
      for (uint32_t i = 0; i < count_; ++i)
        haveAllLeft &= i == me_ || hasLeft_[i];
      if (!haveAllLeft && since(*bye_) < std::min(options_.patience, 2.0))
        return false;
      isClean_ = haveAllLeft;
      for (uint32_t i = 0; i < count_; ++i)
        if (i != me_ && !hasLeft_[i] && !isLost_[i] && options_.note)
          options_.note(llvm::formatv("rank {0} does not answer at the end: it "
                                      "is lost, or hangs",
                                      i));
    } else if (reporter_) {
      send(*reporter_, Kind::Bye);
      stopSearching();
    } else {
      return false;
    }
    isOver_ = true;
    changed_.notify_all();
    return true;
  }

  const Program &program_;
  CheckOptions check_;
  RankLink &link_;
  const RankOptions options_;
  const uint32_t me_, count_;
  const Hash128 key_;
  const std::atomic<bool> *interrupt_; ///< set by Ctrl-C

  std::atomic<bool> stop_{false}; ///< ends the searches of this rank
  std::list<std::thread> workers_;
  std::thread messages_;
  bool isTogether_ = false; ///< all make one search
  std::thread serving_;     ///< takes part in it, at ranks that do not lead

  mutable std::mutex mutex_;       ///< guards what follows
  std::vector<RankMessage> inbox_; ///< of that search
  std::condition_variable changed_;
  uint32_t leader_ = 0;
  std::vector<Clock::time_point> heard_;
  std::vector<char> isLost_, hasLeft_, isIdle_; ///< as bool
  std::vector<std::optional<Result>> results_;  ///< of each share
  std::vector<uint32_t> runBy_;
  std::vector<std::pair<uint32_t, Result>> ended_; ///< by threads of this rank
  std::optional<std::string> error_;
  std::optional<Result> joined_;
  Clock::time_point stoppedAt_{};
  std::optional<Clock::time_point> bye_;
  std::optional<uint32_t> reporter_; ///< another rank, once it has reported
  bool isDecided_ = false, hasStopped_ = false, isInterrupted_ = false;
  bool hasToReport_ = false, isReported_ = false;
  bool isOver_ = false, isClean_ = false;
};

RankRun::RankRun(const Program &program, const CheckOptions &check,
                 RankLink &link, const RankOptions &options)
    : impl_(std::make_unique<Impl>(program, check, link, options)) {}
RankRun::~RankRun() = default;
std::optional<llvm::Expected<Result>> RankRun::wait() { return impl_->wait(); }
bool RankRun::finish() { return impl_->finish(); }

} // namespace rbcheck
