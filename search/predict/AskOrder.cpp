//===- search/predict/AskOrder.cpp - Any order, by a solver ---------------===//
//
// Only what can be needed takes part: what the target needs, what it may read
// from, and so on. All else never happens in the order that is looked for. One
// more thing, `now`, is the moment that is looked for: what comes before it
// happens, what comes behind it does not, and demands nothing.
//
//===----------------------------------------------------------------------===//
#include "search/predict/OrderSolver.h"
#include "search/predict/Reorder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// Writes that a read may see instead of its own are tried up to so many.
constexpr size_t kMostSources = 6;
/// Where the events of a target are further apart, nothing is asked.
constexpr uint32_t kMostWindows = 4;
/// No question is larger.
constexpr size_t kMostClauses = 400'000;

class Question {
public:
  Question(const Relations &relations, const Target &target,
           const OrderQuestion &question)
      : relations_(relations), target_(target), values_(question.values),
        window_(question.window),
        low_(target.first() > window_ ? target.first() - window_ : 0),
        high_(std::min(relations.size(), target.last() + window_ + 1)),
        things_(high_ - low_, kNone) {}

  OrderAnswer ask(uint64_t effort) {
    OrderAnswer answer;
    if (high_ - low_ > kMostWindows * window_ || !collect() || members_.empty())
      return answer;
    now_ = uint32_t(members_.size());
    OrderSolver solver(now_ + 1);
    solver_ = &solver;
    demandOrder();
    demandTarget();
    for (uint32_t e : members_)
      for (TouchRef ref : relations_.touchesOf(e))
        if (const CellTouch &touch = relations_.touch(ref); decides(touch))
          demandValue(ref);
    demandSections();
    if (isImpossible_ || clauses_ > kMostClauses)
      return answer;
    answer.wasAsked = true;
    std::vector<int64_t> places;
    const OrderSolver::Answer found = solver.solve(effort, places);
    answer.isUnknown = found == OrderSolver::Answer::Unknown;
    if (found == OrderSolver::Answer::Yes)
      answer.order = orderOf(places);
    return answer;
  }

private:
  using Literal = OrderSolver::Literal;
  static constexpr uint32_t kNone = ~0u;

  /// A read that has to see what it saw.
  bool decides(const CellTouch &touch) const {
    return values_ == Values::Same && touch.reads &&
           touch.way == AccessWay::Value;
  }
  bool isInside(uint32_t e) const { return e >= low_ && e < high_; }
  bool isTarget(uint32_t e) const {
    return llvm::is_contained(target_.events, e);
  }
  bool isMember(uint32_t e) const {
    return isInside(e) && things_[e - low_] != kNone;
  }
  uint32_t thing(uint32_t e) const { return things_[e - low_]; }

  // What takes part ----------------------------------------------------------
  void add(uint32_t e) {
    if (e == kNoEvent || e < low_ || isMember(e))
      return;
    if (e >= high_ || relations_.event(e).isOpen) {
      isImpossible_ |= e < high_ && !isTarget(e);
      return;
    }
    things_[e - low_] = 0;
    members_.push_back(e);
    open_.push_back(e);
  }

  bool collect() {
    for (uint32_t e : target_.events) {
      isImpossible_ |= e < low_;
      add(relations_.previous(e));
      if (!relations_.event(e).isOpen)
        add(e);
    }
    if (target_.kind == TargetKind::Sight)
      add(target_.source);
    do
      follow();
    while (addEndsOfSections());
    std::sort(members_.begin(), members_.end());
    for (uint32_t i = 0; i < members_.size(); ++i)
      things_[members_[i] - low_] = i;
    return !isImpossible_;
  }

  void follow() {
    while (!open_.empty()) {
      const uint32_t e = open_.back();
      open_.pop_back();
      add(relations_.previous(e));
      if (isTarget(e))
        continue; // it does not happen
      for (uint32_t before : relations_.befores(e))
        add(before);
      for (TouchRef ref : relations_.touchesOf(e)) {
        const CellTouch &touch = relations_.touch(ref);
        if (decides(touch))
          for (uint32_t source : sourcesOf(ref))
            add(source);
      }
      for (LockChange change : relations_.event(e).locks)
        if (change.takes)
          locks_.insert(change.lock);
    }
  }

  /// A section of a lock that another one may have to wait for.
  bool isSection(const LockSection &section) const {
    return isMember(section.taken) ||
           (section.taken < low_ &&
            (section.givenBack == kNoEvent || section.givenBack >= low_));
  }
  bool addEndsOfSections() {
    for (uint64_t lock : locks_)
      for (const LockSection &section : relations_.sections().at(lock))
        if (isSection(section) && section.givenBack != kNoEvent &&
            section.givenBack < high_)
          add(section.givenBack);
    return !open_.empty();
  }

  /// Writes that a read may see, its own first; kNoEvent stands for what was
  /// there before the window.
  std::vector<uint32_t> sourcesOf(TouchRef ref) const {
    const CellTouch &read = relations_.touch(ref);
    const llvm::StringRef seen = relations_.bytesRead(ref);
    const auto &touches = relations_.cells()[ref.cell].touches;
    auto outside = [&](uint32_t e) {
      return e == kNoEvent || e < low_ ? kNoEvent : e;
    };
    std::vector<uint32_t> sources{outside(read.source)};
    std::vector<uint32_t> others;
    llvm::StringRef before; // the window
    bool hasBefore = false;
    for (uint32_t i = 0; i < touches.size(); ++i) {
      const CellTouch &write = touches[i];
      if (!write.writes || relations_.event(write.event).isOpen)
        continue;
      const llvm::StringRef value = relations_.bytesWritten({ref.cell, i});
      if (write.event < low_) {
        before = value, hasBefore = true;
        continue;
      }
      if (!isInside(write.event) || write.event == read.event ||
          write.event == read.source || seen.empty() || value != seen ||
          relations_.isOrdered(read.event, write.event))
        continue;
      others.push_back(write.event);
    }
    if (hasBefore && !seen.empty() && before == seen && sources[0] != kNoEvent)
      sources.push_back(kNoEvent);
    auto distance = [&](uint32_t e) {
      return e > read.event ? e - read.event : read.event - e;
    };
    llvm::sort(others, [&](uint32_t a, uint32_t b) {
      return std::pair(distance(a), a) < std::pair(distance(b), b);
    });
    for (uint32_t e : others)
      if (sources.size() < kMostSources)
        sources.push_back(e);
    return sources;
  }

  // What is demanded ---------------------------------------------------------
  void demand(llvm::ArrayRef<Literal> clause) {
    if (++clauses_ <= kMostClauses)
      solver_->demand(clause);
  }
  Literal before(uint32_t a, uint32_t b) const {
    return OrderSolver::isBefore(thing(a), thing(b));
  }
  /// The event does not happen.
  Literal isNot(uint32_t e) const {
    return OrderSolver::isBefore(now_, thing(e));
  }
  Literal happens(uint32_t e) const {
    return OrderSolver::isBefore(thing(e), now_);
  }

  void demandOrder() {
    for (uint32_t e : members_) {
      if (uint32_t last = relations_.previous(e);
          last != kNoEvent && isMember(last))
        demand(before(last, e));
      if (!isTarget(e))
        for (uint32_t last : relations_.befores(e))
          if (isMember(last))
            demand(before(last, e));
    }
  }

  void demandTarget() {
    for (uint32_t e : target_.events) {
      if (uint32_t last = relations_.previous(e);
          last != kNoEvent && isMember(last))
        demand(happens(last));
      if (isMember(e))
        demand(isNot(e));
    }
    if (target_.kind != TargetKind::Sight)
      return;
    const bool isBefore = target_.source == kNoEvent || target_.source < low_;
    if (!isBefore)
      demand(happens(target_.source));
    for (const CellTouch &touch : relations_.cells()[target_.cell].touches) {
      if (!touch.writes || touch.event == target_.source)
        continue;
      if (touch.event < low_) // it has happened
        isImpossible_ |= isBefore && (target_.source == kNoEvent ||
                                      touch.event > target_.source);
      else if (!isMember(touch.event))
        continue;
      else if (isBefore)
        demand(isNot(touch.event));
      else
        demand({isNot(touch.event), before(touch.event, target_.source)});
    }
  }

  /// A read that happens sees one of its sources: no other write is between.
  void demandValue(TouchRef ref) {
    const CellTouch &read = relations_.touch(ref);
    if (isTarget(read.event))
      return;
    const auto &touches = relations_.cells()[ref.cell].touches;
    std::vector<Literal> one{isNot(read.event)};
    for (uint32_t source : sourcesOf(ref)) {
      if (source != kNoEvent && !isMember(source))
        continue;
      const uint32_t is = solver_->newFact();
      const Literal unless = OrderSolver::noFact(is);
      if (source != kNoEvent)
        demand({unless, before(source, read.event)});
      for (const CellTouch &write : touches) {
        if (!write.writes || write.event == source ||
            write.event == read.event || !isMember(write.event) ||
            relations_.isOrdered(read.event, write.event))
          continue;
        if (source == kNoEvent)
          demand({unless, before(read.event, write.event)});
        else if (!relations_.isOrdered(write.event, source))
          demand({unless, before(write.event, source),
                  before(read.event, write.event)});
      }
      one.push_back(OrderSolver::fact(is));
    }
    demand(one);
  }

  void demandSections() {
    for (uint64_t lock : locks_) {
      std::vector<const LockSection *> sections;
      for (const LockSection &section : relations_.sections().at(lock))
        if (isSection(section))
          sections.push_back(&section);
      for (size_t i = 0; i < sections.size(); ++i)
        for (size_t k = i + 1; k < sections.size(); ++k)
          demandOneAtATime(*sections[i], *sections[k]);
    }
  }

  void demandOneAtATime(const LockSection &a, const LockSection &b) {
    if (a.thread == b.thread)
      return;
    std::vector<Literal> one;
    for (const auto &[x, y] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (!isMember(x->taken))
        continue; // held since before the window
      one.push_back(isNot(x->taken));
      if (y->givenBack != kNoEvent && isMember(y->givenBack))
        one.push_back(before(y->givenBack, x->taken));
    }
    if (!one.empty())
      demand(one);
  }

  EventOrder orderOf(const std::vector<int64_t> &places) const {
    EventOrder order;
    std::vector<uint32_t> happening;
    for (uint32_t i = 0; i < members_.size(); ++i)
      if (places[i] < places[now_])
        happening.push_back(i);
    llvm::sort(happening, [&](uint32_t a, uint32_t b) {
      return std::pair(places[a], a) < std::pair(places[b], b);
    });
    for (uint32_t e = 0; e < low_; ++e)
      order.push_back(e);
    for (uint32_t i : happening)
      order.push_back(members_[i]);
    return order;
  }

  const Relations &relations_;
  const Target &target_;
  const Values values_;
  const uint32_t window_;
  const uint32_t low_, high_;    ///< events that are reordered
  std::vector<uint32_t> things_; ///< by event of the window
  std::vector<uint32_t> members_, open_;
  std::set<uint64_t> locks_;
  OrderSolver *solver_ = nullptr;
  uint32_t now_ = 0;
  size_t clauses_ = 0;
  bool isImpossible_ = false;
};

} // namespace

OrderAnswer askForOrder(const Relations &relations, const Target &target,
                        const OrderQuestion &question) {
  return Question(relations, target, question).ask(question.effort);
}

} // namespace rbcheck
