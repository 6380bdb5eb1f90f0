//===- search/ranks/RoundFile.cpp - The checkpoint of a round -------------===//
#include "search/ranks/RoundFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace rbcheck {

namespace {

/// Messages to a member that may be without an answer, and keys in one.
constexpr uint32_t kMostOpen = 16;
constexpr size_t kKeys = 4096;
/// Seconds to wait for the others when all is over; and after Ctrl-C.
constexpr double kAtEnd = 5, kAtEndInterrupted = 1;

constexpr char kNoAnswer[] = "a rank did not answer in time";

} // namespace

RoundFile::RoundFile(const CheckOptions &options, Hash128 key,
                     const RoundPlan &plan, RankWorker &worker,
                     std::function<bool()> turn)
    : options_(options), key_(key), plan_(plan), worker_(worker),
      turn_(std::move(turn)),
      saveAt_(options.context.limits.elapsed() + options.checkpointSeconds),
      halted_(plan.members.size()), saved_(plan.members.size()),
      open_(plan.members.size()) {}

void RoundFile::sendAll(RoundKind kind, uint32_t number) {
  for (uint32_t rank : llvm::ArrayRef(plan_.members).drop_front())
    worker_.send(rank, kind, number);
}

bool RoundFile::until(llvm::function_ref<bool()> isTrue, double seconds) {
  const double end = options_.context.limits.elapsed() + seconds;
  while (!isTrue())
    if (!turn_() || (seconds && options_.context.limits.elapsed() > end))
      return false;
  return true;
}

bool RoundFile::untilAnswered(double seconds) {
  return until(
      [&] { return llvm::all_of(open_, [](uint32_t open) { return !open; }); },
      seconds);
}

void RoundFile::handle(uint32_t member, const RoundHead &head,
                       llvm::StringRef body) {
  switch (head.kind) {
  case RoundKind::Halted:
    halted_[member] = head.number;
    return;
  case RoundKind::Saved:
    if (head.number == halts_)
      saved_[member] = savedFromBytes(body);
    return;
  case RoundKind::Keys:
    --open_[member];
    if (visit_)
      forEachNumber<Hash128>(body, visit_);
    return;
  case RoundKind::Noted:
    --open_[member];
    return;
  default:
    return;
  }
}

// Another day ----------------------------------------------------------------

bool RoundFile::spread() {
  if (!before_)
    return true;
  worker_.halt(0); // nobody has work yet
  const uint32_t count = uint32_t(plan_.members.size());
  std::vector<std::vector<Hash128>> keys(count);
  bool canGoOn = true;
  auto send = [&](uint32_t member) {
    if (keys[member].empty())
      return;
    canGoOn = canGoOn && until([&] { return open_[member] < kMostOpen; }, 0);
    ++open_[member];
    worker_.send(plan_.members[member], RoundKind::Known, 0,
                 keyBytes(keys[member]));
    keys[member].clear();
  };
  before_->forEachKey([&](Hash128 key) {
    const uint32_t owner = worker_.ownerOf(key);
    if (owner == 0) {
      worker_.know(key);
    } else if (canGoOn) {
      keys[owner].push_back(key);
      if (keys[owner].size() == kKeys)
        send(owner);
    }
  });
  for (uint32_t member = 1; member < count; ++member)
    send(member);
  canGoOn = canGoOn && untilAnswered(0);
  worker_.resume();
  if (!canGoOn)
    return false;
  // Neighbours in the file have most of their schedules in common.
  std::vector<Work> &works = before_->checkpoint.works;
  for (uint32_t member = 0; member < count; ++member) {
    const auto begin = works.begin() + works.size() * member / count;
    const auto end = works.begin() + works.size() * (member + 1) / count;
    if (begin != end)
      worker_.open(member, {std::make_move_iterator(begin),
                            std::make_move_iterator(end)});
  }
  works.clear();
  SavedSearch rest; // the file is mapped no more
  rest.checkpoint = std::move(before_->checkpoint);
  before_ = std::move(rest);
  return true;
}

void RoundFile::addBefore(SharedContext &to) const {
  if (before_)
    before_->checkpoint.addTo(to);
}

// Saving ---------------------------------------------------------------------

bool RoundFile::isDue() const {
  return options_.context.limits.elapsed() >= saveAt_;
}

bool RoundFile::saveMeanwhile() {
  const double begin = options_.context.limits.elapsed();
  if (save(0) == End::Lost)
    return false;
  sendAll(RoundKind::Resume);
  worker_.resume();
  saveAt_ = nextSave(options_.checkpointSeconds, begin,
                     options_.context.limits.elapsed());
  return true;
}

void RoundFile::saveAtEnd() {
  const End end =
      save(options_.context.limits.isOver() ? kAtEndInterrupted : kAtEnd);
  // Also with no work left: then the next run only has to say so.
  isWritten_ = end == End::Saved;
  hasLeft_ = end != End::Decided;
  if (end == End::Lost)
    error_ = options_.checkpoint + ": not written: " + kNoAnswer;
}

bool RoundFile::halt(double seconds) {
  ++halts_;
  for (std::optional<SavedPart> &part : saved_)
    part.reset();
  sendAll(RoundKind::Halt, halts_);
  worker_.halt(halts_);
  return until(
      [&] {
        return worker_.isSettled() &&
               llvm::all_of(llvm::drop_begin(halted_),
                            [&](uint32_t last) { return last == halts_; });
      },
      seconds);
}

std::optional<Checkpoint> RoundFile::collect(double seconds) {
  sendAll(RoundKind::Save, halts_);
  saved_.front() = worker_.saved();
  if (!until(
          [&] {
            return llvm::all_of(
                saved_, [](const auto &part) { return part.has_value(); });
          },
          seconds))
    return std::nullopt;
  Checkpoint now;
  if (before_)
    now = before_->checkpoint;
  now.locality = options_.machine.locality;
  now.steps = options_.machine.steps;
  now.workers += uint32_t(plan_.members.size());
  for (std::optional<SavedPart> &part : saved_) {
    now.add(part->books, part->firstCut, part->approximations);
    std::move(part->works.begin(), part->works.end(),
              std::back_inserter(now.works));
  }
  return now;
}

llvm::Error RoundFile::fetch(llvm::function_ref<void(Hash128)> visit,
                             double seconds) {
  const StateSet &mine = worker_.context().visited();
  mine.forEach(visit);
  visit_ = visit;
  bool isThere = true;
  for (uint32_t part = 0; part < mine.parts() && isThere; ++part)
    for (uint32_t member = 1; member < plan_.members.size() && isThere;
         ++member) {
      isThere = until([&] { return open_[member] < kMostOpen; }, seconds);
      ++open_[member];
      worker_.send(plan_.members[member], RoundKind::Fetch, part);
    }
  isThere = isThere && untilAnswered(seconds);
  visit_ = nullptr;
  return isThere ? llvm::Error::success() : llvm::createStringError(kNoAnswer);
}

RoundFile::End RoundFile::save(double seconds) {
  if (!halt(seconds))
    return End::Lost;
  std::optional<Checkpoint> now = collect(seconds);
  if (!now)
    return End::Lost;
  uint64_t keys = 0;
  for (const std::optional<SavedPart> &part : saved_) {
    if (part->isDecided) // another run would not find it again
      return End::Decided;
    keys += part->keys;
  }
  bool isThere = true;
  llvm::Error error =
      writeCheckpoint(options_.checkpoint, key_, *now, keys,
                      [&](llvm::function_ref<void(Hash128)> visit) {
                        llvm::Error missing = fetch(visit, seconds);
                        isThere = !missing;
                        return missing;
                      });
  if (!error)
    return End::Saved;
  error_ = llvm::toString(std::move(error));
  return isThere ? End::NotWritten : End::Lost;
}

void RoundFile::remove() const { llvm::sys::fs::remove(options_.checkpoint); }

void RoundFile::tell(Result &result) const {
  if (result.verdict != Verdict::Inconclusive || !hasLeft_)
    remove();
  else if (isWritten_)
    result.checkpoint = options_.checkpoint;
  else
    result.unsaved = error_;
}

} // namespace rbcheck
