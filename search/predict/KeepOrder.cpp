//===- search/predict/KeepOrder.cpp - The same order with less in it ------===//
#include "search/predict/Reorder.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

class Needed {
public:
  Needed(const Relations &relations, const Target &target, Values values)
      : relations_(relations), target_(target), values_(values),
        counts_(relations.threads()) {}

  std::optional<EventOrder> find() {
    for (uint32_t e : target_.events)
      if (uint32_t before = relations_.previous(e); before != kNoEvent)
        need(before);
    if (target_.source != kNoEvent)
      need(target_.source);
    do
      follow();
    while (!isImpossible_ && giveBackLocks());
    if (isImpossible_ || !isSeen())
      return std::nullopt;
    EventOrder order;
    for (uint32_t e = 0; e < relations_.size(); ++e)
      if (isNeeded(e))
        order.push_back(e);
    return order;
  }

private:
  bool isNeeded(uint32_t e) const {
    return relations_.positionOf(e) < counts_[relations_.threadOf(e)];
  }
  void need(uint32_t e) {
    if (!isNeeded(e))
      open_.push_back(e);
  }

  void follow() {
    while (!open_.empty() && !isImpossible_) {
      const uint32_t last = open_.back();
      open_.pop_back();
      const uint32_t thread = relations_.threadOf(last);
      const llvm::ArrayRef<uint32_t> events = relations_.eventsOf(thread);
      while (counts_[thread] <= relations_.positionOf(last))
        add(events[counts_[thread]++]);
    }
  }

  void add(uint32_t e) {
    isImpossible_ |=
        relations_.event(e).isOpen || llvm::is_contained(target_.events, e);
    if (uint32_t before = relations_.previous(e); before != kNoEvent)
      need(before);
    for (uint32_t before : relations_.befores(e))
      need(before);
    if (values_ == Values::Same)
      for (TouchRef ref : relations_.touchesOf(e))
        if (const CellTouch &touch = relations_.touch(ref);
            touch.reads && touch.way == AccessWay::Value &&
            touch.source != kNoEvent)
          need(touch.source);
    for (LockChange change : relations_.event(e).locks)
      if (change.takes)
        locks_.insert(change.lock);
  }

  /// Of each lock only the last section may stay open.
  bool giveBackLocks() {
    for (uint64_t lock : locks_) {
      const LockSection *last = nullptr;
      for (const LockSection &section : relations_.sections().at(lock)) {
        if (!isNeeded(section.taken))
          continue;
        if (last) {
          isImpossible_ |= last->givenBack == kNoEvent;
          if (!isImpossible_)
            need(last->givenBack);
        }
        last = &section;
      }
    }
    return !open_.empty() && !isImpossible_;
  }

  /// The last write of the cell is the one that is to be seen.
  bool isSeen() const {
    if (target_.kind != TargetKind::Sight)
      return true;
    uint32_t last = kNoEvent;
    for (const CellTouch &touch : relations_.cells()[target_.cell].touches)
      if (touch.writes && isNeeded(touch.event))
        last = touch.event;
    return last == target_.source;
  }

  const Relations &relations_;
  const Target &target_;
  const Values values_;
  std::vector<uint32_t> counts_; ///< by thread: how many are needed
  std::vector<uint32_t> open_;
  std::set<uint64_t> locks_;
  bool isImpossible_ = false;
};

} // namespace

std::optional<EventOrder> keepOrder(const Relations &relations,
                                    const Target &target, Values values) {
  return Needed(relations, target, values).find();
}

} // namespace rbcheck
