//===- search/SharedSet.cpp - Visited states of several workers -----------===//
//
// Fingerprints: a lock per table of the set. The top bits of a fingerprint
// choose the table and tell the neighbourhood of a state (Hash.h), so workers
// in different parts of the state space seldom meet.
// Everything else: one lock around the ordinary set.
// Tested by test/unit/StateSetTest.cpp, test/search/parallel.test.
//
//===----------------------------------------------------------------------===//
#include "search/SortedTable.h"
#include "search/StateSet.h"

#include <oneapi/tbb/spin_mutex.h>

#include <atomic>
#include <mutex>

namespace rbcheck {
namespace {

template <typename Value> class SharedFingerprintSet final : public StateSet {
  using Table = SortedTable<Value>;
  static constexpr unsigned kBits = sizeof(Value) * 8;

  bool insert(const State &state, uint32_t extra) override {
    return insertFingerprint(state.fingerprint(), extra);
  }
  bool takesFingerprints() const override { return true; }
  bool insertFingerprint(Hash128 key, uint32_t extra) override {
    if (extra)
      key = extendFingerprint(key, extra);
    return add(shortenFingerprint<Value>(key));
  }

  bool add(Value value) {
    Part &part = parts_[size_t(value >> (kBits - Table::kSegmentBits))];
    oneapi::tbb::spin_mutex::scoped_lock lock(part.mutex);
    return part.table.insert(value);
  }

  bool canBeSaved() const override { return true; }
  void forEach(llvm::function_ref<void(Hash128)> visit) const override {
    for (Part &part : parts_)
      part.table.forEach([&](Value value) { visit(value); });
  }
  void restore(Hash128 value) override {
    if (value != 0) // of a damaged file
      add(Value(value) ? Value(value) : Value(1));
  }

  uint64_t size() const override {
    uint64_t sum = 0;
    for (Part &part : parts_) {
      oneapi::tbb::spin_mutex::scoped_lock lock(part.mutex);
      sum += part.table.size();
    }
    return sum;
  }
  uint64_t bytes() const override {
    uint64_t sum = sizeof(*this);
    for (Part &part : parts_) {
      oneapi::tbb::spin_mutex::scoped_lock lock(part.mutex);
      sum += part.table.bytes();
    }
    return sum;
  }

  struct alignas(64) Part {
    oneapi::tbb::spin_mutex mutex;
    Table table;
  };
  mutable Part parts_[1u << Table::kSegmentBits];
};

class LockedSet final : public StateSet {
public:
  explicit LockedSet(std::unique_ptr<StateSet> set) : set_(std::move(set)) {}

private:
  bool insert(const State &state, uint32_t extra) override {
    std::lock_guard lock(mutex_);
    return set_->insert(state, extra);
  }
  bool takesFingerprints() const override { return set_->takesFingerprints(); }
  bool insertFingerprint(Hash128 key, uint32_t extra) override {
    std::lock_guard lock(mutex_);
    return set_->insertFingerprint(key, extra);
  }
  uint64_t size() const override {
    std::lock_guard lock(mutex_);
    return set_->size();
  }
  uint64_t bytes() const override {
    std::lock_guard lock(mutex_);
    return set_->bytes();
  }
  bool isFull() const override {
    std::lock_guard lock(mutex_);
    return set_->isFull();
  }

  mutable std::mutex mutex_;
  std::unique_ptr<StateSet> set_;
};

} // namespace

std::shared_ptr<StateSet> makeSharedSet(const VisitedOptions &options) {
  switch (options.kind) {
  case VisitedKind::Fp128:
    return std::make_shared<SharedFingerprintSet<Hash128>>();
  case VisitedKind::Fp64:
    return std::make_shared<SharedFingerprintSet<uint64_t>>();
  case VisitedKind::Exact:
  case VisitedKind::Bitstate:
    return std::make_shared<LockedSet>(makeStateSet(options));
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
