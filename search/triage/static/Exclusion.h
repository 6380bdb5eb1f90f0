//===- search/triage/static/Exclusion.h - Why two threads cannot meet -----===//
//
// Two places exclude each other if no two threads can be about to execute them
// in one state: the same lock is held at both, one thread executes both, or
// one is executed only while the threads that execute the other do not exist
// yet, or have been joined. All of it is found in the code alone (Walk.h), so
// it holds for every schedule and every input; when in doubt there is no
// reason. Compared with exhaustive search by test/pairs.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/static/CodeInfo.h"
#include "search/triage/static/PlaceFacts.h"

#include <memory>

namespace rbcheck {

/// One reason why two places, `first` and `second`, exclude each other.
struct ExclusionReason {
  enum class Kind : uint8_t {
    Lock,      ///< `lock` is held at both, taken at `taken` and `takenToo`; in
               ///< a heap object, of those that are made at `made`
    Section,   ///< both are in atomic sections
    OneThread, ///< of the threads made at `made` one runs at a time
    OnlyMain,  ///< the main thread executes both
    Before,    ///< one is executed before the threads of `made` are
    After,     ///< one is executed after those were joined at `joined`
    Apart,     ///< their threads, of `made` and `madeToo`, never run together
    BothRead,  ///< and so on: not in conflict, whoever executes them
    BothAtomic,
    Elsewhere ///< they touch different memory
  };
  Kind kind = Kind::Lock;
  bool isOfSecond = false; ///< Before, After: the one is `second`
  uint64_t lock = 0;
  Family family = Family::None; ///< of the lock
  CodePlace taken, takenToo;
  std::optional<CodePlace> made, madeToo, joined; ///< none: all threads
  friend auto operator<=>(const ExclusionReason &,
                          const ExclusionReason &) = default;

  /// It is one of the accesses, not of the threads that make them.
  bool isOfAccesses() const { return kind >= Kind::BothRead; }
};

class Exclusion {
public:
  explicit Exclusion(const Program &program);

  /// The reasons that cover all ways to come to the two places; empty if some
  /// are not covered, or nobody comes to one of them.
  std::vector<ExclusionReason> between(CodePlace first, CodePlace second) const;
  /// The accesses that can conflict with the one at `place`, on memory that is
  /// only touched by its name; none if that cannot be told.
  std::optional<std::vector<CodePlace>> rivalsOf(CodePlace place) const;
  /// The same for all accesses to a variable, by its place in
  /// Program::globals.
  std::optional<std::vector<CodePlace>> accessesTo(uint32_t global) const;
  /// Somebody comes to the place. True if that was not found out.
  bool isExecuted(CodePlace place) const;
  /// Nobody comes to the place, and not for an error that comes before it.
  bool isDead(CodePlace place) const;
  /// Functions are called that are defined nowhere.
  bool hasUnknownCode() const { return info_.hasUnknownCode(); }
  /// The analysis came to its end.
  bool isComplete() const { return isComplete_; }

private:
  void analyse();
  void assumeTheWorst();
  void assumeUnknownCode();
  bool areElsewhere(CodePlace first, CodePlace second) const;
  std::optional<ExclusionReason> commonLock(CodePlace first, const PlaceFact &a,
                                            CodePlace second,
                                            const PlaceFact &b) const;
  std::optional<ExclusionReason> order(Root a, const PlaceFact &fact,
                                       Root b) const;
  std::optional<ExclusionReason> apart(Root a, Root b) const;
  bool isMadeOnlyBy(uint32_t maker, Root by) const;
  bool isSingle(Root root, int depth = 0) const;
  bool mayLive(uint32_t maker, Root at, const PlaceFact &fact,
               std::set<uint32_t> seen) const;
  bool mayHaveBeenMade(uint32_t maker, Root at, const PlaceFact &fact,
                       std::set<uint32_t> seen) const;
  bool isAlone(const PlaceFact &fact) const;

  const Program &program_;
  CodeInfo info_;
  Assumptions facts_;
  PlaceFacts places_;
  bool isComplete_ = false;
};

} // namespace rbcheck
