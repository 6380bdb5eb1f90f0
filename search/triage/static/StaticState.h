//===- search/triage/static/StaticState.h - What is known at a place ------===//
//
// What is certain whenever one thread comes to one place in one frame: the
// values of its slots, the contents of those local variables that only the
// analysis' own instructions can touch, the locks held, the threads made.
//
// A local variable is followed until its address goes where the analysis does
// not look (`show`): then anybody may change it, and it is not in the state. So
// is the newest heap object of a site, until another thread may know of it.
// Tested by test/unit/StaticReasonsTest.cpp and test/pairs.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/static/Assumptions.h"
#include "search/triage/static/Children.h"
#include "search/triage/static/HeapObject.h"
#include "search/triage/static/Held.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace rbcheck {

/// The local variable made at `pc` of the frame at this depth.
constexpr uint32_t localId(uint32_t depth, uint32_t pc) {
  return depth << 20 | pc;
}
constexpr uint32_t pcOfLocal(uint32_t id) { return id & ((1u << 20) - 1); }

/// A local variable of this frame or of one further out.
struct Local {
  struct Word {
    uint64_t offset = 0;
    uint32_t size = 0;
    Value value;
    friend auto operator<=>(const Word &, const Word &) = default;
  };
  uint32_t id = 0;
  std::vector<Word> words; ///< by offset; the rest may be anything
  uint32_t function = ~0u; ///< whose variable it is
  friend auto operator<=>(const Local &, const Local &) = default;
};

class StaticState {
public:
  std::vector<Value> slots;
  Held held;
  Children children;

  // Local variables -----------------------------------------------------------
  /// A new one, or the same again: then it is not followed any longer.
  void begin(uint32_t id, Assumptions &facts, uint32_t function = ~0u);
  /// Forgets the contents.
  void reset(uint32_t id);
  Local *find(uint32_t id);
  const Local *find(uint32_t id) const {
    return const_cast<StaticState *>(this)->find(id);
  }
  const std::vector<Local> &locals() const { return locals_; }
  void add(Local local);
  void drop(uint32_t id);
  /// The end of a frame: those of its depth are gone.
  void dropFrame(uint32_t depth);
  // Heap objects
  // ---------------------------------------------------------------
  /// A new object of this site is made: it is the newest now.
  void makeObject(uint32_t site, Assumptions &facts);
  /// The newest object of the site so far is one of many.
  void age(uint32_t site, Assumptions &facts);
  /// Others may know of the site's newest object.
  void publish(uint32_t site, Assumptions &facts);
  /// The local variable that an address is in; for objects of the heap, too,
  /// while only this thread knows of them. Otherwise the address itself.
  Value followed(const Value &address) const;

  /// The analysis does not follow this value any further.
  void show(const Value &value, Assumptions &facts);
  /// The same for all that lies in the range of a local variable.
  void showContents(uint32_t id, uint64_t offset, uint64_t size,
                    Assumptions &facts);
  Value load(const Value &address, uint64_t offset, uint32_t size,
             Assumptions &facts);
  /// Of a local variable; forgets what was there. Any as a value forgets only.
  void store(uint32_t id, uint64_t offset, uint64_t size, const Value &value,
             Assumptions &facts);
  /// Whether these locks are held does not depend on what was tried before.
  void forgetTries(llvm::function_ref<bool(uint64_t)> isMeant);

  /// What is certain in both; true if that is less than before.
  bool meet(const StaticState &other, Assumptions &facts);
  friend auto operator<=>(const StaticState &, const StaticState &) = default;

  /// It is not followed, or not here.
  void noteShown(uint32_t id);
  /// It is followed again, since what was called has not shown it.
  void unshow(const Local &local);

private:
  std::vector<Local> locals_;   ///< by id
  std::vector<uint32_t> shown_; ///< ids, sorted
};

/// What is certain of a value that is one of two; what gets lost is shown.
Value meet(const Value &a, const Value &b, const Assumptions &facts,
           std::vector<Value> &lost);

} // namespace rbcheck
