//===- search/visited/Shrink.cpp - The same states in less memory ---------===//
//
// What a search close to its memory limit does: exact states become 128-bit
// fingerprints, or bits where fingerprints would take as much; fingerprints
// become bits. All that was visited stays visited, so the search goes on where
// it is.
//
// A set of 64-bit fingerprints has forgotten the other half of each, so bits
// that come from one are chosen by that half alone, then and later.
// Tested by test/unit/StateSetTest.cpp and test/search/memory.test.
//
//===----------------------------------------------------------------------===//
#include "search/Rng.h"
#include "search/visited/SortedTable.h"
#include "search/visited/StateSet.h"

#include <algorithm>
#include <mutex>

namespace rbcheck {

namespace {

/// Less would not help.
constexpr uint64_t kWorthIt = 8u << 20;
/// A state in a set of 128-bit fingerprints, at the most.
constexpr uint64_t kFingerprintBytes = 32;

/// A bitstate set behind a lock if it is shared; `isNarrow` if what it began
/// with was 64 bits of each fingerprint.
class SmallSet final : public StateSet {
public:
  SmallSet(uint64_t megabytes, bool isNarrow, bool isShared)
      : set_(makeBitstateSet(megabytes)), isNarrow_(isNarrow),
        isShared_(isShared) {}

  void restore(Hash128 value) override { add(value); }

private:
  bool takesFingerprints() const override { return true; }
  bool insertFingerprint(Hash128 key, uint32_t extra) override {
    if (extra)
      key = extendFingerprint(key, extra);
    return add(isNarrow_ ? Hash128(shortenFingerprint<uint64_t>(key))
                         : shortenFingerprint<Hash128>(key));
  }

  bool add(Hash128 value) {
    if (isNarrow_)
      value = Hash128(mixBits(uint64_t(value))) << 64 | uint64_t(value);
    std::unique_lock lock(mutex_, std::defer_lock);
    if (isShared_)
      lock.lock();
    return set_->insertFingerprint(value, 0);
  }

  uint64_t size() const override {
    std::lock_guard lock(mutex_);
    return set_->size();
  }
  uint64_t bytes() const override { return set_->bytes(); }

  std::unique_ptr<StateSet> set_;
  const bool isNarrow_, isShared_;
  mutable std::mutex mutex_;
};

} // namespace

std::shared_ptr<StateSet> makeSmaller(StateSet &set, VisitedOptions &options,
                                      bool isShared) {
  if (options.kind == VisitedKind::Bitstate || set.bytes() < kWorthIt)
    return nullptr;
  std::shared_ptr<StateSet> smaller;
  if (options.kind == VisitedKind::Exact &&
      set.bytes() > set.size() * kFingerprintBytes) {
    set.keepFingerprintsOnly();
    options.kind = VisitedKind::Fp128;
    smaller = makeFingerprintSet(true, isShared);
  } else {
    // A quarter of the memory, some 40 bits a state: room for several times as
    // many states.
    bool isNarrow = options.kind == VisitedKind::Fp64;
    options.kind = VisitedKind::Bitstate;
    options.megabytes = std::max<uint64_t>(set.bytes() >> 22, 1);
    smaller = std::make_shared<SmallSet>(options.megabytes, isNarrow, isShared);
  }
  set.forEach([&](Hash128 value) { smaller->restore(value); });
  return smaller;
}

} // namespace rbcheck
