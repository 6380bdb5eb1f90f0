//===- search/visited/StateSet.h - The states a search has seen -----------===//
//
// One interface, several ways to remember a state:
//
//   fp128     128-bit fingerprints; below 32 bytes a state. The default: two of
//             10^9 states collide with a probability below 10^-17.
//   fp64      64-bit fingerprints; half the memory, collisions at 10^9 states
//             are likely enough (3 %) to be named in the result
//   exact     no fingerprints: whole states, equal parts stored once
//   bitstate  a few bits a state in an array of fixed size; may take a new
//             state for a known one, so a result is never "no-error"
//
// `extra` is what a policy adds to the key (the last thread under a bound); 0
// if there is none. Where less of a bound was used up more can follow, and
// nothing is lost: so sets of 128-bit fingerprints keep the least of it with
// each. Tested by test/unit/StateSetTest.cpp and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/OpenState.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace rbcheck {

/// What a set knew of a state that was reached at some cost.
enum class Found : uint8_t {
  New,
  Cheaper, ///< seen before, but only at higher costs
  Known,
  Asked ///< another context keeps it, and will tell (StateOwners)
};

class StateSet {
public:
  virtual ~StateSet() = default;

  /// Adds the state, whose fingerprint was asked for; false if it was there.
  /// Most states were: so it need not be frozen.
  virtual bool insert(const OpenState &state, uint32_t extra) {
    return insertFingerprint(state.lastFingerprint(), extra);
  }
  /// True if it only looks at fingerprints.
  virtual bool takesFingerprints() const { return false; }
  virtual bool insertFingerprint(Hash128, uint32_t) { return false; }
  /// Adds a fingerprint with the least cost it was reached at. A set that keeps
  /// no costs takes what was reached at different ones for different states.
  virtual Found insertLeast(Hash128 key, uint8_t cost) {
    return insertFingerprint(withCost(key, cost), 0) ? Found::New
                                                     : Found::Known;
  }
  /// Forgets all states; false if a new set has to be made instead.
  virtual bool forget() { return false; }
  /// Number of states added.
  virtual uint64_t size() const = 0;
  /// Memory held, all told.
  virtual uint64_t bytes() const = 0;
  /// For checkpoints: what was added, and to add it again. Only of sets that
  /// keep fingerprints; several workers must not be at work.
  virtual bool canBeSaved() const { return false; }
  /// Frees what is not needed for forEach(); nothing is added any more.
  virtual void keepFingerprintsOnly() {}
  /// They lie in this many parts of about the same size.
  virtual uint32_t parts() const { return 1; }
  virtual void forEachIn(uint32_t, llvm::function_ref<void(Hash128)>) const {}
  void forEach(llvm::function_ref<void(Hash128)> visit) const {
    for (uint32_t part = 0; part < parts(); ++part)
      forEachIn(part, visit);
  }
  virtual void restore(Hash128) {}
  /// True once nothing more can be added: the search has to stop.
  virtual bool isFull() const { return false; }

  /// Both in one value: the cost takes the place of the lowest bits.
  static constexpr unsigned kCostBits = 8;
  static constexpr uint32_t kMostCost = (1u << kCostBits) - 1;
  static Hash128 withCost(Hash128 key, uint8_t cost) {
    key = key >> kCostBits << kCostBits;
    return (key ? key : Hash128(1) << kCostBits) | cost;
  }
};

enum class VisitedKind : uint8_t { Fp128, Fp64, Exact, Bitstate };

/// The value of --visited.
struct VisitedOptions {
  VisitedKind kind = VisitedKind::Fp128;
  uint64_t megabytes = 64; ///< bitstate: size of the array

  static llvm::Expected<VisitedOptions> parse(llvm::StringRef text);
  std::string toString() const;
};

std::unique_ptr<StateSet> makeStateSet(const VisitedOptions &options);

/// A set that several workers may use at once.
std::shared_ptr<StateSet> makeSharedSet(const VisitedOptions &options);

/// The same states, remembered less exactly and in less memory: whole states
/// become 128-bit fingerprints if these are smaller, all others bits. Changes
/// `options` accordingly. Null if there is nothing smaller, or it would not
/// help. `set` is of no use afterwards; no worker may be at work (Shrink.cpp).
std::shared_ptr<StateSet> makeSmaller(StateSet &set, VisitedOptions &options,
                                      bool isShared);

// One maker per file.
std::unique_ptr<StateSet> makeFingerprintSet(bool wide, bool isShared = false);
/// `limit`: from there on numbers of parts are large (Root.h); for tests.
std::unique_ptr<StateSet> makeExactSet(uint32_t limit = ~0u);
std::unique_ptr<StateSet> makeBitstateSet(uint64_t megabytes);

} // namespace rbcheck
