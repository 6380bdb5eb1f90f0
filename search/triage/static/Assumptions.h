//===- search/triage/static/Assumptions.h - What the whole program may do -===//
//
// Facts that the analysis needs before it has seen all of the program: which
// variables have their address stored somewhere, where threads are made, which
// locks are released by others than their holder. It starts by assuming the
// best and notes everything to the contrary (`grew`); the analysis is repeated
// until a run finds nothing new. What that run used is then true of everything
// it saw, and so of every step of the program, one after the other.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/static/HeapObject.h"

#include "interp/exec/Fault.h"
#include "interp/roles/Role.h"
#include "interp/program/Program.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace rbcheck {

/// A place that makes threads, with the function that they run.
struct Maker {
  CodePlace place;
  uint32_t function = 0; ///< or kAnyFunction
  Value argument;        ///< what all of them are given
  friend bool operator==(const Maker &, const Maker &) = default;
};
constexpr uint32_t kAnyFunction = ~0u;

/// Who executes code: the main thread, threads of a maker, or nobody in
/// particular (code that is entered through pointers, or too deep to follow).
using Root = uint32_t;
constexpr Root kMain = 0;
constexpr Root kAnybody = 1;
constexpr Root rootOf(uint32_t maker) { return maker + 2; }
constexpr uint32_t makerOf(Root root) { return root - 2; }

class Assumptions {
public:
  explicit Assumptions(const Program &program);

  /// Something was noted that was not known before.
  bool grew = false;
  /// While set nothing is noted: this is only a look at what comes next.
  bool isLooking = false;

  // Addresses ---------------------------------------------------------------
  /// The global variable that `address` points into, as its place in
  /// Program::globals.
  std::optional<uint32_t> globalAt(uint64_t address) const;
  /// The analysis does not follow this value any further.
  void show(const Value &value);
  bool isShown(uint32_t global) const { return shown_.count(global); }
  /// The same for a local variable, by where it is made. What its thread did to
  /// it before may not be ordered with what others do to it then: nobody knows
  /// how they come by the address.
  void showLocal(CodePlace made) { insert(shownLocals_, made); }
  bool isLocalShown(CodePlace made) const { return shownLocals_.count(made); }

  // Heap objects (HeapObject.h) ----------------------------------------------
  /// The number of a place that makes them.
  uint32_t site(CodePlace place);
  CodePlace placeOfSite(uint32_t site) const { return sites_[site]; }
  /// Addresses of its objects are where the analysis does not look.
  void leak(uint32_t site) { insert(leaked_, site); }
  bool isLeaked(uint32_t site) const { return leaked_.count(site); }
  /// Others may know of an object from now on; that is what it has in it.
  void publish(uint32_t site, const PublishedObject &object);
  /// What is in a field of objects that others know of.
  Value field(uint32_t site, uint64_t offset, uint64_t size) const;
  void writeField(const HeapRange &range, const Value &value);

  // Locks -------------------------------------------------------------------
  void useLock(uint64_t lock, Family family);
  /// Its bytes may change other than by its holder's locking and unlocking.
  void spoil(uint64_t address, uint64_t size);
  void spoilGlobal(uint32_t global);
  void spoilShown() { set(spoilsShown_); }
  /// The thread that holds it excludes all others.
  bool isReliable(uint64_t lock, Family family) const;
  /// Locking it can fail: it may be robust or check for errors. It was made so,
  /// or written over by other means.
  void setAttributes(uint64_t address, uint64_t size) {
    insert(withAttributes_, std::pair(address, address + size));
  }
  void setAttributesOfShown() { set(shownHaveAttributes_); }
  bool hasAttributes(uint64_t lock) const;
  bool hasRobust = false;
  /// Code that is entered through pointers may release ...
  void releaseByAnybody(uint64_t lock) { insert(released_, lock); }
  void releaseGlobalByAnybody(uint32_t global) {
    insert(releasedGlobals_, global);
  }
  void releaseShownByAnybody() { set(releasesShown_); }
  bool mayReleaseByAnybody(uint64_t lock) const;

  // Threads -----------------------------------------------------------------
  const std::vector<Maker> &makers() const { return makers_; }
  uint32_t maker(CodePlace place, uint32_t function, const Value &argument);
  void madeBy(uint32_t maker, Root by) {
    insert(creators_, std::pair(maker, by));
  }
  std::vector<Root> creatorsOf(uint32_t maker) const;
  void overlap(uint32_t maker, uint32_t other) {
    insert(overlaps_, pairOf(maker, other));
  }
  bool mayOverlap(uint32_t maker, uint32_t other) const {
    return overlaps_.count(pairOf(maker, other));
  }
  /// Threads of this root may end before the threads they made.
  void leave(Root root) { insert(leaving_, root); }
  bool mayLeave(Root root) const;
  void endAnywhere() { set(endsAnywhere_); }
  void createByAnybody() { set(createsByAnybody_); }
  bool mayCreateByAnybody() const { return createsByAnybody_; }
  void detachAnything() { set(detaches_); }
  bool mayDetachAnything() const { return detaches_; }
  /// Some thread asks for what another one returned.
  void useResults() { set(usesResults_); }
  bool areResultsUsed() const { return usesResults_; }

  // Ends ---------------------------------------------------------------------
  /// The program may end with an error: what comes behind it is not executed,
  /// but nobody should say so without naming the error.
  void fail() { set(fails_); }
  bool mayFail() const { return fails_; }

  // Functions ---------------------------------------------------------------
  /// Is executed by anybody, with any arguments.
  void enterByAnybody(uint32_t function) { insert(entered_, function); }
  const std::set<uint32_t> &enteredByAnybody() const { return entered_; }

private:
  static std::pair<uint32_t, uint32_t> pairOf(uint32_t a, uint32_t b) {
    return {std::min(a, b), std::max(a, b)};
  }
  void set(bool &fact) {
    if (isLooking)
      return;
    grew |= !fact;
    fact = true;
  }
  template <typename Set, typename T> void insert(Set &facts, T fact) {
    if (!isLooking)
      grew |= facts.insert(fact).second;
  }

  const Program &program_;
  std::set<uint32_t> shown_;
  std::set<CodePlace> shownLocals_;
  std::vector<CodePlace> sites_;
  std::set<uint32_t> leaked_;
  std::map<uint32_t, PublishedObject> published_; ///< by site
  std::map<uint64_t, Family> locks_;
  /// Address and end.
  std::set<std::pair<uint64_t, uint64_t>> withAttributes_, spoiled_;
  std::set<uint32_t> spoiledGlobals_, releasedGlobals_;
  std::set<uint64_t> released_, confused_;
  std::vector<Maker> makers_;
  std::set<std::pair<uint32_t, Root>> creators_;
  std::set<std::pair<uint32_t, uint32_t>> overlaps_;
  std::set<Root> leaving_;
  std::set<uint32_t> entered_;
  bool spoilsShown_ = false, releasesShown_ = false;
  bool shownHaveAttributes_ = false;
  bool endsAnywhere_ = false, createsByAnybody_ = false, detaches_ = false;
  bool usesResults_ = false, fails_ = false;
};

} // namespace rbcheck
