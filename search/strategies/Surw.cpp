//===- search/strategies/Surw.cpp - Walks uniform over events -------------===//
//
// Selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS
// 2025). Some events are marked; the walk makes every order of the marked
// events about equally likely, however many others there are. The thread that
// may execute the next marked event is drawn with probability proportional to
// the number of marked events each thread has left; until it has done so, other
// threads are held back before theirs, and unmarked events are scheduled at
// random. Counts come from the walks before, so the first walk is a plain
// random one.
//
// What is marked (`events`): `object`: the operations on one object of those
// that several threads touched, drawn for every walk; `access`: all accesses to
// shared memory; `sync`: all library calls; `all`: every step.
// Tested by test/search/walks.test and test/search/guarantees.c.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Walks.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace rbcheck {
namespace {

class Surw final : public Walks {
public:
  explicit Surw(const SearchArgs &args)
      : Walks(args, 12), events_(args.text("events")) {}

private:
  /// Marked events per thread, by the object they are about (0 = any).
  using Counts = std::vector<uint64_t>;

  void begin() override {
    object_ = 0;
    if (events_ == "object" && !objects_.empty())
      object_ = objects_[rng().below(uint32_t(objects_.size()))];
    auto known = counts_.find(object_);
    left_ = known == counts_.end() ? Counts() : known->second;
    seen_.clear();
    users_.clear();
    intended_ = -1;
    hasPlan_ = false;
  }

  size_t pick(const SearchNode &node, const Choices &choices) override {
    if (!hasPlan_)
      intend();
    free_.clear();
    for (size_t i = 0; i < choices.size(); ++i)
      if (choices[i].thread == intended_ ||
          !isMarked(node.state, choices[i].thread))
        free_.push_back(i);
    // Everybody waits for a thread that is blocked: the counts were wrong.
    if (free_.empty())
      return rng().below(uint32_t(choices.size()));
    return free_[rng().below(uint32_t(free_.size()))];
  }

  void arrived(const SearchNode &before, Choice choice,
               const SearchNode &) override {
    note(before.state, choice.thread);
    if (!isMarked(before.state, choice.thread))
      return;
    if (choice.thread < left_.size() && left_[choice.thread])
      --left_[choice.thread];
    hasPlan_ = false;
  }

  /// Draws the thread that may execute the next marked event.
  void intend() {
    hasPlan_ = true;
    uint64_t sum = 0;
    for (uint64_t count : left_)
      sum += count;
    intended_ = -1;
    if (!sum)
      return;
    uint64_t at = rng().next() % sum;
    while (at >= left_[size_t(++intended_)])
      at -= left_[size_t(intended_)];
  }

  bool isMarked(const State &state, uint16_t thread) const {
    const Pending &pending = state.thread(thread).pending;
    if (events_ == "all")
      return true;
    if (events_ == "access")
      return pending.kind != PendingKind::Model;
    if (events_ == "sync")
      return pending.kind == PendingKind::Model;
    return llvm::any_of(pending.accesses, [&](const Access &access) {
      return access.address == object_;
    });
  }

  /// Counts an event for the walks to come.
  void note(const State &state, uint16_t thread) {
    auto count = [&](uint64_t object) {
      Counts &counts = seen_[object];
      counts.resize(std::max<size_t>(counts.size(), thread + 1u));
      ++counts[thread];
    };
    if (events_ != "object") {
      if (isMarked(state, thread))
        count(0);
      return;
    }
    for (const Access &access : state.thread(thread).pending.accesses) {
      count(access.address);
      users_[access.address].insert(thread);
    }
  }

  void end(uint64_t) override {
    for (auto &[object, counts] : seen_)
      counts_[object] = std::move(counts);
    for (const auto &[object, users] : users_)
      if (users.size() > 1 && !llvm::is_contained(objects_, object))
        objects_.push_back(object);
  }

  std::string explanation() const override {
    return "walks uniform over marked events take some of the schedules";
  }

  std::string events_;
  uint64_t object_ = 0;
  std::map<uint64_t, Counts> counts_; ///< of the last walk that met the object
  std::vector<uint64_t> objects_;     ///< touched by several threads

  // This walk.
  Counts left_;
  std::map<uint64_t, Counts> seen_;
  std::map<uint64_t, std::set<uint16_t>> users_;
  int intended_ = -1; ///< -1 = none
  bool hasPlan_ = false;
  llvm::SmallVector<size_t, 8> free_;
};

const RegisterSearch<Surw> kSurw(
    "surw", "walks uniform over the orders of marked events",
    Walks::params({{"events", SearchParam::Word, "object", "which are marked",
                    0, 0, "object|access|sync|all"}}));

} // namespace
} // namespace rbcheck
