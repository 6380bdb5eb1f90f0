//===- search/visited/ExactParts.h - What an exact set makes of states ----===//
//
// The byte strings and numbers that parts of a state are in an exact set
// (ExactSet.cpp), and a memory for those that are asked for again and again.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/visited/InternTable.h"
#include "search/visited/Root.h"

#include "interp/state/State.h"

#include <cstring>
#include <vector>

namespace rbcheck::exact {

/// Low bits of a number: what it counts.
enum Kind : uint32_t { kPair = 0, kBlob = 1, kPart = 2 };
constexpr unsigned kKindBits = 32 - Root::kIndexBits;
constexpr size_t kMost = (1u << Root::kIndexBits) - (1u << 16);

inline Kind kindOf(uint32_t number) { return Kind(number & 3); }

/// The first word of a part.
enum class Tag : uint32_t {
  Head,
  Thread,
  LoneThread,
  Object,
  LargeObject,
  Alias,
  Trie
};

/// What a fingerprint has below its neighbourhood.
constexpr unsigned kSumBits = 128 - kNeighbourhoodBits;
constexpr Hash128 kSumMask = (Hash128(1) << kSumBits) - 1;

/// What there is once in a state, how many threads it has, and what a policy
/// adds to its key.
struct Head {
  Tag tag = Tag::Head;
  uint32_t threads;
  StateScalars scalars;
  uint32_t weak = 0, shadows = 0;
  uint32_t extra;
  uint32_t unused = 0;
};
static_assert(sizeof(Head) == 24 + sizeof(StateScalars));

struct ThreadPart {
  Tag tag = Tag::Thread;
  uint32_t id, scalars, frames, heap, stack, footprint = 0;
};
static_assert(sizeof(ThreadPart) == 28);

/// A thread without objects and footprint: of most programs. The words of its
/// innermost frame follow, so that it takes one look-up.
struct LoneThreadPart {
  Tag tag = Tag::LoneThread;
  uint32_t id, parent, unused = 0;
  ThreadScalars scalars;
};
static_assert(sizeof(LoneThreadPart) == 16 + sizeof(ThreadScalars));

/// The words that a struct without padding consists of.
template <typename T> llvm::ArrayRef<uint32_t> wordsOf(const T &value) {
  static_assert(sizeof(T) % sizeof(uint32_t) == 0);
  return {reinterpret_cast<const uint32_t *>(&value),
          sizeof(T) / sizeof(uint32_t)};
}

/// Byte strings, and what the part that each stands for adds to fingerprints.
class PartTable {
public:
  template <typename Share> uint32_t number(const Blob &blob, Share share) {
    const size_t before = parts_.size();
    const uint32_t number = parts_.number(blob);
    if (number == before)
      shares_.push(share());
    return number;
  }
  const void *data(uint32_t number) const { return parts_.data(number); }
  Hash128 share(uint32_t number) const { return shares_[number]; }
  size_t size() const { return parts_.size(); }
  size_t bytes() const { return parts_.bytes() + shares_.bytes(); }

private:
  BlobTable parts_;
  PieceArray<Hash128> shares_;
};

/// The numbers of values that were asked for last, by a place that is likely to
/// have the same again.
template <typename T, size_t kRows = 64> class Memo {
public:
  template <typename Ask>
  uint32_t number(uint64_t place, const T &value, Ask ask) {
    Row &row = rows_[place % kRows];
    if (!row.number || std::memcmp(&row.value, &value, sizeof(T)) != 0)
      row = {value, ask()};
    return row.number;
  }

private:
  struct Row {
    T value;
    uint32_t number = 0;
  };
  std::vector<Row> rows_ = std::vector<Row>(kRows);
};

} // namespace rbcheck::exact
