//===- search/solver/Clauses.cpp - Can clauses hold, with these literals? -===//
#include "search/solver/Clauses.h"

#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {
namespace {

using Literal = Clauses::Literal;

constexpr double kMostActivity = 1e100;
constexpr double kDecay = 1 / 0.95;
constexpr uint64_t kRestart = 100; ///< conflicts of a round
constexpr uint32_t kMostTies = 1000;

Literal negated(Literal literal) { return literal ^ 1; }
Clauses::Variable variableOf(Literal literal) { return literal / 2; }

} // namespace

// Clauses and values ---------------------------------------------------------

Clauses::Variable Clauses::newVariable() {
  const auto made = Variable(reasons_.size());
  watches_.resize(watches_.size() + 2);
  values_.resize(values_.size() + 2);
  reasons_.push_back(kNone);
  levelOf_.push_back(0);
  phases_.push_back(1);
  isMet_.push_back(0);
  askedAt_.push_back(0);
  activities_.push_back(0);
  places_.push_back(0);
  return made;
}

Clauses::ClauseRef Clauses::store(llvm::ArrayRef<Literal> clause,
                                  uint32_t ties) {
  RB_CHECK(clause.size() <= kMostLiterals, "a clause is too long");
  const auto made = ClauseRef(store_.size());
  store_.push_back(ties << kTiesAt | uint32_t(clause.size()));
  learnedCount_ += ties > 0;
  store_.insert(store_.end(), clause.begin(), clause.end());
  watches_[clause[0]].push_back({made, clause[1]});
  watches_[clause[1]].push_back({made, clause[0]});
  return made;
}

void Clauses::add(llvm::ArrayRef<Literal> clause, uint32_t ties) {
  undo(0);
  llvm::SmallVector<Literal, 16> open;
  for (Literal literal : clause) {
    if (values_[literal] > 0)
      return;
    if (values_[literal] == 0)
      open.push_back(literal);
  }
  RB_CHECK(!open.empty(), "definitions contradict each other");
  if (open.size() > 1)
    store(open, ties);
  else
    assign(open[0], kNone);
}

void Clauses::assign(Literal literal, ClauseRef reason) {
  const Variable variable = variableOf(literal);
  values_[literal] = 1;
  values_[negated(literal)] = -1;
  reasons_[variable] = reason;
  levelOf_[variable] = level();
  trail_.push_back(literal);
}

void Clauses::undo(uint32_t toLevel) {
  if (level() <= toLevel)
    return;
  for (size_t i = trail_.size(); i-- > levels_[toLevel];) {
    const Variable variable = variableOf(trail_[i]);
    phases_[variable] = uint8_t(trail_[i] & 1);
    values_[trail_[i]] = values_[negated(trail_[i])] = 0;
    if (askedAt_[variable] == question_)
      insert(variable);
  }
  trail_.resize(levels_[toLevel]);
  levels_.resize(toLevel);
  next_ = trail_.size();
}

bool Clauses::propagateFrom(Literal isFalse, ClauseRef &conflict) {
  std::vector<Watch> &all = watches_[isFalse];
  size_t kept = 0, i = 0;
  for (; i < all.size() && conflict == kNone; ++i) {
    const Watch watch = all[i];
    if (values_[watch.other] > 0) {
      all[kept++] = watch;
      continue;
    }
    llvm::MutableArrayRef<Literal> clause = literalsOf(watch.clause);
    if (clause[0] == isFalse)
      std::swap(clause[0], clause[1]);
    const Literal first = clause[0];
    size_t other = 2;
    if (values_[first] <= 0)
      while (other < clause.size() && values_[clause[other]] < 0)
        ++other;
    else
      other = clause.size();
    if (other < clause.size()) { // is watched instead
      std::swap(clause[1], clause[other]);
      watches_[clause[1]].push_back({watch.clause, first});
      continue;
    }
    all[kept++] = {watch.clause, first};
    if (values_[first] < 0)
      conflict = watch.clause;
    else if (values_[first] == 0)
      assign(first, watch.clause);
  }
  for (; i < all.size(); ++i)
    all[kept++] = all[i];
  all.resize(kept);
  return conflict == kNone;
}

Clauses::ClauseRef Clauses::propagate() {
  ClauseRef conflict = kNone;
  while (next_ < trail_.size())
    if (!propagateFrom(negated(trail_[next_++]), conflict))
      break;
  return conflict;
}

// Learning -------------------------------------------------------------------

void Clauses::meet(Literal literal, uint32_t &open) {
  const Variable variable = variableOf(literal);
  if (isMet_[variable] || levelOf_[variable] == 0)
    return;
  isMet_[variable] = 1;
  bump(variable);
  askedAt_[variable] = question_;
  if (levelOf_[variable] == level())
    ++open;
  else
    learned_.push_back(literal);
}

bool Clauses::followsFromOthers(Literal literal) {
  const ClauseRef reason = reasons_[variableOf(literal)];
  if (reason == kNone)
    return false;
  return llvm::all_of(literalsOf(reason), [&](Literal other) {
    return isMet_[variableOf(other)] || levelOf_[variableOf(other)] == 0;
  });
}

uint32_t Clauses::learn(ClauseRef conflict) {
  learned_.assign(1, 0);
  uint32_t open = 0;
  for (Literal literal : literalsOf(conflict))
    meet(literal, open);
  // Back to the one literal of this level that the conflict follows from.
  size_t at = trail_.size();
  while (true) {
    do
      --at;
    while (!isMet_[variableOf(trail_[at])]);
    if (open == 1)
      break;
    const Literal literal = trail_[at];
    for (Literal other : literalsOf(reasons_[variableOf(literal)]))
      if (other != literal)
        meet(other, open);
    --open;
    isMet_[variableOf(literal)] = 0;
  }
  learned_[0] = negated(trail_[at]);
  const llvm::SmallVector<Literal, 32> met(learned_.begin(), learned_.end());
  learned_.erase(std::remove_if(
                     learned_.begin() + 1, learned_.end(),
                     [&](Literal literal) { return followsFromOthers(literal); }),
                 learned_.end());
  for (Literal literal : met)
    isMet_[variableOf(literal)] = 0;
  if (learned_.size() == 1)
    return 0;
  auto youngest = std::max_element(
      learned_.begin() + 1, learned_.end(), [&](Literal a, Literal b) {
        return levelOf_[variableOf(a)] < levelOf_[variableOf(b)];
      });
  std::swap(learned_[1], *youngest);
  return levelOf_[variableOf(learned_[1])];
}

uint32_t Clauses::tiesOf(llvm::ArrayRef<Literal> clause) {
  levelsMet_.clear();
  for (Literal literal : clause)
    levelsMet_.push_back(levelOf_[variableOf(literal)]);
  llvm::sort(levelsMet_);
  const auto last = std::unique(levelsMet_.begin(), levelsMet_.end());
  return std::min(uint32_t(last - levelsMet_.begin()), kMostTies);
}

void Clauses::takeLearned(uint32_t ties) {
  const bool isUnit = learned_.size() == 1;
  assign(learned_[0], isUnit ? kNone : store(learned_, ties));
}

void Clauses::learnWhy(Literal isFalse) {
  const Variable last = variableOf(isFalse);
  if (levelOf_[last] == 0 || reasons_[last] == kNone)
    return;
  // It follows from literals asked for: those without a reason.
  learned_.assign(1, negated(isFalse));
  isMet_[last] = 1;
  for (size_t at = trail_.size(); at-- > levels_[0];) {
    const Variable variable = variableOf(trail_[at]);
    if (!isMet_[variable])
      continue;
    isMet_[variable] = 0;
    if (reasons_[variable] == kNone)
      learned_.push_back(negated(trail_[at]));
    else
      for (Literal other : literalsOf(reasons_[variable]))
        if (variableOf(other) != variable && levelOf_[variableOf(other)] > 0)
          isMet_[variableOf(other)] = 1;
  }
  add(learned_, 1);
}

void Clauses::forget() {
  undo(0);
  // Kept: what ties fewer levels than half of the clauses do.
  std::vector<uint32_t> all;
  for (size_t at = 0; at < store_.size();
       at += 1 + (store_[at] & kMostLiterals))
    if (const uint32_t ties = store_[at] >> kTiesAt)
      all.push_back(ties);
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  const uint32_t most = all[all.size() / 2];
  for (Literal literal : trail_)
    reasons_[variableOf(literal)] = kNone;
  for (std::vector<Watch> &watches : watches_)
    watches.clear();
  learnedCount_ = 0;
  const std::vector<uint32_t> old = std::exchange(store_, {});
  for (size_t at = 0; at < old.size(); at += 1 + (old[at] & kMostLiterals))
    if (const uint32_t ties = old[at] >> kTiesAt; ties < most)
      add({&old[at + 1], old[at] & kMostLiterals}, ties);
}

// The search -----------------------------------------------------------------

bool Clauses::choose(llvm::ArrayRef<Literal> literals,
                     std::optional<Literal> &next) {
  while (level() < literals.size()) {
    const Literal literal = literals[level()];
    if (values_[literal] < 0)
      return false;
    if (values_[literal] == 0) {
      next = literal;
      return true;
    }
    levels_.push_back(uint32_t(trail_.size())); // has one of its own
  }
  while (!heap_.empty()) {
    const Variable variable = takeFirst();
    if (values_[2 * variable] == 0) {
      next = 2 * variable + phases_[variable];
      return true;
    }
  }
  return true;
}

Clauses::Answer Clauses::solve(llvm::ArrayRef<Literal> literals,
                               llvm::ArrayRef<Variable> free,
                               uint64_t mostConflicts) {
  size_t same = 0;
  while (same < literals.size() && same < supposed_.size() &&
         literals[same] == supposed_[same])
    ++same;
  if (learnedCount_ > mostLearned_)
    forget();
  undo(uint32_t(same));
  supposed_.assign(literals.begin(), literals.end());
  for (Variable variable : heap_)
    places_[variable] = 0;
  heap_.clear();
  ++question_;
  for (Variable variable : free) {
    askedAt_[variable] = question_;
    insert(variable);
  }
  for (uint64_t conflicts = 0;;) {
    const ClauseRef conflict = propagate();
    if (conflict != kNone) {
      RB_CHECK(level() > 0, "definitions contradict each other");
      if (++conflicts > mostConflicts) {
        undo(0);
        return Answer::Unknown;
      }
      const uint32_t back = learn(conflict);
      const uint32_t ties = tiesOf(learned_);
      undo(back);
      takeLearned(ties);
      step_ *= kDecay;
      if (conflicts % kRestart == 0)
        undo(uint32_t(literals.size()));
      continue;
    }
    std::optional<Literal> next;
    if (!choose(literals, next)) {
      if (conflicts > 0)
        learnWhy(literals[level()]);
      return Answer::No;
    }
    if (!next)
      return Answer::Yes;
    levels_.push_back(uint32_t(trail_.size()));
    assign(*next, kNone);
  }
}

// The order of decisions -----------------------------------------------------

bool Clauses::isBefore(Variable a, Variable b) const {
  return activities_[a] != activities_[b] ? activities_[a] > activities_[b]
                                          : a < b;
}

void Clauses::bump(Variable variable) {
  activities_[variable] += step_;
  if (activities_[variable] > kMostActivity) {
    for (double &activity : activities_)
      activity /= kMostActivity;
    step_ /= kMostActivity;
  }
  if (places_[variable])
    rise(places_[variable] - 1);
}

void Clauses::insert(Variable variable) {
  if (places_[variable])
    return;
  heap_.push_back(variable);
  places_[variable] = uint32_t(heap_.size());
  rise(heap_.size() - 1);
}

void Clauses::rise(size_t at) {
  const Variable variable = heap_[at];
  for (; at > 0 && isBefore(variable, heap_[(at - 1) / 2]); at = (at - 1) / 2) {
    heap_[at] = heap_[(at - 1) / 2];
    places_[heap_[at]] = uint32_t(at + 1);
  }
  heap_[at] = variable;
  places_[variable] = uint32_t(at + 1);
}

void Clauses::sink(size_t at) {
  const Variable variable = heap_[at];
  while (true) {
    size_t below = 2 * at + 1;
    if (below + 1 < heap_.size() && isBefore(heap_[below + 1], heap_[below]))
      ++below;
    if (below >= heap_.size() || !isBefore(heap_[below], variable))
      break;
    heap_[at] = heap_[below];
    places_[heap_[at]] = uint32_t(at + 1);
    at = below;
  }
  heap_[at] = variable;
  places_[variable] = uint32_t(at + 1);
}

Clauses::Variable Clauses::takeFirst() {
  const Variable first = heap_[0], last = heap_.back();
  places_[first] = 0;
  heap_.pop_back();
  if (first != last) {
    heap_[0] = last;
    sink(0);
  }
  return first;
}

} // namespace rbcheck
