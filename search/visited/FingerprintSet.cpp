//===- search/visited/FingerprintSet.cpp - States by fingerprints ---------===//
//
// 4096 tables, chosen by the top bits of the fingerprint, that grow one at a
// time. Eight of them are a neighbourhood (Hash.h): also where all states are
// in the same one, growing does not show in the peak. Between 55 % and 82 %
// full, 16-byte values take 20 to 29 bytes a state.
//
// For several workers each table has a lock; workers in different parts of the
// state space seldom meet at one.
// Tested by test/unit/StateSetTest.cpp, test/search/parallel.test.
//
//===----------------------------------------------------------------------===//
#include "search/visited/SortedTable.h"
#include "search/visited/StateSet.h"

#include <oneapi/tbb/null_mutex.h>
#include <oneapi/tbb/spin_mutex.h>

namespace rbcheck {
namespace {

template <typename Value, typename Mutex>
class FingerprintSet final : public StateSet {
  using Table = SortedTable<Value>;
  using Lock = typename Mutex::scoped_lock;
  static constexpr unsigned kBits = sizeof(Value) * 8;

  bool takesFingerprints() const override { return true; }
  bool insertFingerprint(Hash128 key, uint32_t extra) override {
    if (extra)
      key = extendFingerprint(key, extra);
    return add(shortenFingerprint<Value>(key));
  }

  bool add(Value value) {
    Part &part = partOf(value);
    Lock lock(part.mutex);
    return part.table.insert(value);
  }

  Found insertLeast(Hash128 key, uint8_t cost) override {
    if constexpr (sizeof(Value) < sizeof(Hash128))
      return StateSet::insertLeast(key, cost); // no bits to spare
    const Value value = Value(withCost(key, cost));
    Part &part = partOf(value);
    Lock lock(part.mutex);
    bool isNew;
    if (!part.table.insertLeast(value, kCostBits, isNew))
      return Found::Known;
    return isNew ? Found::New : Found::Cheaper;
  }

  bool canBeSaved() const override { return true; }
  uint32_t parts() const override { return uint32_t(std::size(parts_)); }
  void forEachIn(uint32_t part,
                 llvm::function_ref<void(Hash128)> visit) const override {
    parts_[part].table.forEach([&](Value value) { visit(value); });
  }
  void restore(Hash128 value) override {
    if (value != 0) // of a damaged file
      add(Value(value) ? Value(value) : Value(1));
  }

  uint64_t size() const override {
    return sum([](const Table &table) { return table.size(); });
  }
  uint64_t bytes() const override {
    return sizeof(*this) +
           sum([](const Table &table) { return table.bytes(); });
  }

  template <typename Ask> uint64_t sum(Ask ask) const {
    uint64_t all = 0;
    for (Part &part : parts_) {
      Lock lock(part.mutex);
      all += ask(part.table);
    }
    return all;
  }

  struct alignas(64) Part {
    [[no_unique_address]] Mutex mutex;
    Table table;
  };
  Part &partOf(Value value) {
    return parts_[size_t(value >> (kBits - Table::kSegmentBits))];
  }
  mutable Part parts_[1u << Table::kSegmentBits];
};

template <typename Mutex> std::unique_ptr<StateSet> make(bool wide) {
  if (wide)
    return std::make_unique<FingerprintSet<Hash128, Mutex>>();
  return std::make_unique<FingerprintSet<uint64_t, Mutex>>();
}

} // namespace

std::unique_ptr<StateSet> makeFingerprintSet(bool wide, bool isShared) {
  return isShared ? make<oneapi::tbb::spin_mutex>(wide)
                  : make<oneapi::tbb::null_mutex>(wide);
}

} // namespace rbcheck
