//===- search/visited/SharedSet.cpp - Visited states of several workers ---===//
//
// Sets of fingerprints have locks of their own (FingerprintSet.cpp). Everything
// else: one lock around the ordinary set.
// Tested by test/search/parallel.test.
//
//===----------------------------------------------------------------------===//
#include "search/visited/StateSet.h"

#include <mutex>

namespace rbcheck {
namespace {

class LockedSet final : public StateSet {
public:
  explicit LockedSet(std::unique_ptr<StateSet> set) : set_(std::move(set)) {}

private:
  bool insert(const OpenState &state, uint32_t extra) override {
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

  // No worker is at work then.
  uint32_t parts() const override { return set_->parts(); }
  void forEachIn(uint32_t part,
                 llvm::function_ref<void(Hash128)> visit) const override {
    set_->forEachIn(part, visit);
  }
  void keepFingerprintsOnly() override { set_->keepFingerprintsOnly(); }

  mutable std::mutex mutex_;
  std::unique_ptr<StateSet> set_;
};

} // namespace

std::shared_ptr<StateSet> makeSharedSet(const VisitedOptions &options) {
  switch (options.kind) {
  case VisitedKind::Fp128:
    return makeFingerprintSet(true, true);
  case VisitedKind::Fp64:
    return makeFingerprintSet(false, true);
  case VisitedKind::Exact:
  case VisitedKind::Bitstate:
    return std::make_shared<LockedSet>(makeStateSet(options));
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
