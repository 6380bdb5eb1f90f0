//===- search/predict/Recording.h - One execution as a list of events -----===//
//
// What a step did to others and saw of them, so that other orders of the same
// steps can be thought about (Relations.h). Each access has a way in which its
// order with others matters:
//
//   Value    memory that is read and written: what counts is that a read sees
//            the value that it saw
//   Lock     a lock that the step takes or gives back: what counts is that
//            nobody else holds it meanwhile
//   Ordered  all else: its order with what it interferes with is kept
//
// All of it follows from the effects of the step (interp/exec/Effects.h) and
// from who owns a lock before and behind it. Nothing is known of library
// functions.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

#include <array>
#include <map>
#include <vector>

namespace rbcheck {

enum class AccessWay : uint8_t { Value, Lock, Ordered };

struct RecordedAccess {
  Access access;
  AccessWay way = AccessWay::Ordered;
  bool reads = false;
  bool hasBytes = false; ///< those before and behind the step are known
  static constexpr uint32_t kMostBytes = 16;
  std::array<uint8_t, kMostBytes> before = {}, behind = {};
};

/// The step took the lock, or gave it back.
struct LockChange {
  uint64_t lock = 0;
  bool takes = false;
};

struct RecordedEvent {
  Choice choice;
  CodePlace place;
  uint32_t firstNew = 0,
           threads = 0;   ///< those from firstNew on were made by it
  bool isBarrier = false; ///< its order with everything is kept
  bool isOpen = false;    ///< was about to happen at the end, and did not
  bool isHidden = false;  ///< in an atomic section
  llvm::SmallVector<RecordedAccess, 1> accesses;
  llvm::SmallVector<SyncEffect, 1> sync; ///< if it acts beside memory
  llvm::SmallVector<LockChange, 1> locks;
  uint64_t wants = 0; ///< the lock that it waits for, if it does
};

/// A node that was expanded, and what that offered.
struct OpenNode {
  SearchNode node;
  Choices choices;
};

struct Recording {
  std::vector<RecordedEvent> events; ///< those that are open come last
  uint32_t made = 0;                 ///< those before are not open
  std::vector<OpenNode> nodes;       ///< before every kEvery-th event
  static constexpr uint32_t kEvery = 32;
};

/// Takes steps of a search and writes them down.
class Recorder {
public:
  explicit Recorder(SearchContext &ctx) : ctx_(ctx) {}
  /// Takes one of the choices.
  Step walk(OpenNode &at, Choice choice);
  /// All threads but those that have ended stay where they are.
  void end(const SearchNode &last);
  Recording take() { return std::move(recording_); }
  size_t size() const { return recording_.events.size(); }

private:
  void addAccesses(RecordedEvent &event, const Effects &effects, bool isLate);
  AccessWay wayOf(const RecordedEvent &event, const Access &access) const;
  void noteLocks(RecordedEvent &event, uint32_t thread, bool isBehind);

  /// A lock that the operation is about, and who had it before.
  struct Held {
    Family family;
    uint64_t lock;
    std::optional<uint32_t> before;
    bool isExact = false;
  };

  SearchContext &ctx_;
  Recording recording_;
  llvm::SmallVector<Held, 2> held_; ///< of the step
};

} // namespace rbcheck
