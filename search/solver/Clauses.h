//===- search/solver/Clauses.h - Can clauses hold, with these literals? ---===//
//
// Clauses over truth values, and the search for values: conflict-driven with
// two watched literals per clause, first unique implication points, activities
// and saved phases (Marques-Silva and Sakallah 1999; Moskewicz and others 2001;
// Een and Sorensson 2003). What is learned follows from the clauses alone, so
// that it is kept from one question to the next; so are the consequences of the
// literals that two questions begin with. Learned clauses that tie many levels
// together are dropped from time to time (Audemard and Simon 2009).
//
// The clauses have to be definitions, which never contradict each other: a
// variable that clauses speak of is a function of the free ones, which are those
// that none defines. Then values for the free variables that a question depends
// on are an answer.
//
// Tested by test/unit/ClausesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rbcheck {

class Clauses {
public:
  using Variable = uint32_t;
  using Literal = uint32_t; ///< 2 * variable, + 1 if negated
  enum class Answer { Yes, No, Unknown };

  /// `mostLearned`: clauses, before a question drops half of them.
  explicit Clauses(size_t mostLearned) : mostLearned_(mostLearned) {}

  Variable newVariable();
  /// One more that defines a variable.
  void add(llvm::ArrayRef<Literal> clause) { add(clause, 0); }
  /// `free`: the variables without definition that the literals depend on.
  /// Unknown: after `mostConflicts`.
  Answer solve(llvm::ArrayRef<Literal> literals, llvm::ArrayRef<Variable> free,
               uint64_t mostConflicts);
  /// After a Yes. Those that the question does not depend on may have any.
  bool valueOf(Literal literal) const { return values_[literal] > 0; }

  /// Of the store, in words.
  size_t size() const { return store_.size(); }

private:
  using ClauseRef = uint32_t;
  static constexpr ClauseRef kNone = ~ClauseRef(0);
  static constexpr uint32_t kTiesAt = 20; ///< bit of a clause's first word
  static constexpr uint32_t kMostLiterals = (1u << kTiesAt) - 1;
  struct Watch {
    ClauseRef clause;
    Literal other; ///< of the clause: if it holds there is nothing to do
  };

  uint32_t level() const { return uint32_t(levels_.size()); }
  llvm::MutableArrayRef<Literal> literalsOf(ClauseRef clause) {
    return {&store_[clause + 1], store_[clause] & kMostLiterals};
  }
  /// `ties`: levels that meet in a learned clause; 0: it is a definition.
  ClauseRef store(llvm::ArrayRef<Literal> clause, uint32_t ties);
  /// At level 0, where what is known there is left out.
  void add(llvm::ArrayRef<Literal> clause, uint32_t ties);
  /// Drops half of what was learned.
  void forget();
  uint32_t tiesOf(llvm::ArrayRef<Literal> clause);
  void assign(Literal literal, ClauseRef reason);
  void undo(uint32_t toLevel);
  /// The clause that cannot hold any more, or kNone.
  ClauseRef propagate();
  bool propagateFrom(Literal isFalse, ClauseRef &conflict);
  /// A clause that follows from the conflict, into learned_: the first literal
  /// is the one to hold, the second of the level to go back to, which is told.
  uint32_t learn(ClauseRef conflict);
  void meet(Literal literal, uint32_t &open);
  bool followsFromOthers(Literal literal);
  /// A literal asked for is false: the others that this follows from.
  void learnWhy(Literal isFalse);
  void takeLearned(uint32_t ties);
  /// The next literal to suppose; false: one of those asked for is false.
  bool choose(llvm::ArrayRef<Literal> literals, std::optional<Literal> &next);

  // Free variables of the question that have no value, the most active first.
  bool isBefore(Variable a, Variable b) const;
  void bump(Variable variable);
  void insert(Variable variable);
  void rise(size_t at);
  void sink(size_t at);
  Variable takeFirst();

  const size_t mostLearned_;
  /// Clauses: ties and number of literals, literals.
  std::vector<uint32_t> store_;
  std::vector<std::vector<Watch>> watches_; ///< by literal
  std::vector<int8_t> values_;              ///< by literal: 1 true, -1 false
  std::vector<ClauseRef> reasons_;          ///< by variable, as what follows
  std::vector<uint32_t> levelOf_;
  std::vector<uint8_t> phases_;
  std::vector<uint8_t> isMet_;
  std::vector<uint32_t> askedAt_; ///< number of the question that depends on it
  std::vector<double> activities_;
  std::vector<uint32_t> places_; ///< in heap_, + 1
  std::vector<Variable> heap_;
  std::vector<Literal> trail_;
  std::vector<uint32_t> levels_; ///< sizes of the trail where they begin
  std::vector<Literal> supposed_; ///< by the last question: one per level
  std::vector<Literal> learned_;
  std::vector<uint32_t> levelsMet_;
  size_t learnedCount_ = 0;
  size_t next_ = 0; ///< of the trail, to propagate
  double step_ = 1; ///< of activities
  uint32_t question_ = 0;
};

} // namespace rbcheck
