//===- search/visited/BitstateSet.cpp - Visited states as a few bits each -===//
//
// Holzmann's bitstate hashing ("An analysis of bitstate hashing", FMSD 1998):
// three bits of a large array stand for a state. A state whose bits are all
// set counts as seen, rightly or not. The bits lie in one 64-byte block each
// (a blocked Bloom filter), so that an insertion costs one cache miss.
// Tested by test/unit/StateSetTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "search/visited/StateSet.h"

#include <vector>

namespace rbcheck {
namespace {

class BitstateSet final : public StateSet {
public:
  explicit BitstateSet(uint64_t megabytes)
      : words_(megabytes << 17), blocks_(megabytes << 14) {}

private:
  static constexpr unsigned kFunctions = 3;

  bool takesFingerprints() const override { return true; }
  bool insertFingerprint(Hash128 key, uint32_t extra) override {
    if (extra)
      key = extendFingerprint(key, extra);
    uint64_t *block =
        &words_[size_t((unsigned __int128)uint64_t(key) * blocks_ >> 64) * 8];
    uint64_t bits = uint64_t(key >> 64);
    bool isNew = false;
    for (unsigned i = 0; i < kFunctions; ++i, bits >>= 9) {
      uint64_t &word = block[bits >> 6 & 7];
      uint64_t mask = 1ull << (bits & 63);
      isNew |= !(word & mask);
      word |= mask;
    }
    size_ += isNew;
    return isNew;
  }

  uint64_t size() const override { return size_; }
  uint64_t bytes() const override { return words_.size() * 8; }

  std::vector<uint64_t> words_;
  uint64_t blocks_;
  uint64_t size_ = 0;
};

} // namespace

std::unique_ptr<StateSet> makeBitstateSet(uint64_t megabytes) {
  return std::make_unique<BitstateSet>(megabytes);
}

} // namespace rbcheck
