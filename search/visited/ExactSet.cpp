//===- search/visited/ExactSet.cpp - Visited states, whole ----------------===//
//
// Every part of a state gets a number that stands for exactly that part: what
// changes seldom (contents, registers, threads) as byte strings in which the
// numbers of smaller parts stand, and what is different in each state, the
// combination of its threads and globals, as pairs of numbers. That is tree
// compression (Laarman, van de Pol, Weber, "Parallel recursive state
// compression for free", SPIN 2011): a state that differs from a known one in
// two parts costs a pair or two. The last pair is the state; a bit tells that
// it was visited.
//
// States are persistent trees already: a frozen node keeps its number
// (Node::internId), so subtrees that did not change are not even looked at.
//
// Numbers carry their kind in the two low bits, and byte strings of parts begin
// with what they are, so equal numbers mean equal trees: how many parts a state
// has is said in the first.
//
// In case that memory gets short, fingerprints can be computed from the parts:
// with each is kept what it adds to them.
//
// Invariant: internId of a node is either 0, or the number of that node in the
// set that lives now. Nodes die with the search that made them, before the
// next set is filled; the driver runs one search at a time.
// Tested by test/unit/StateSetTest.cpp and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/visited/InternTable.h"
#include "search/visited/SortedTable.h"
#include "search/visited/StateSet.h"

#include "interp/state/symbolic/Shadows.h"
#include "interp/state/weak/WeakMemory.h"
#include "search/Check.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace rbcheck {

uint32_t BlobTable::number(const void *data, size_t size) {
  auto hash = [](const void *bytes, size_t n) {
    return uint64_t(hashBytes(bytes, n, n));
  };
  auto fresh = uint32_t(starts_.size());
  uint32_t found = index_.findOrAdd(
      hash(data, size), fresh,
      [&](uint32_t i) {
        const uint32_t *blob = at(i);
        return *blob == size && std::memcmp(blob + 1, data, size) == 0;
      },
      [&](uint32_t i) { return hash(at(i) + 1, *at(i)); });
  if (found != fresh)
    return found;
  size_t start = words_.extend(1 + (size + 3) / 4);
  words_[start] = uint32_t(size);
  std::memcpy(&words_[start] + 1, data, size);
  starts_.push(start);
  return found;
}

namespace {

/// Low bits of a number: what it counts. kVisit: no part, but what a policy
/// adds to the key of a state.
enum Kind : uint32_t { kPair = 0, kBlob = 1, kPart = 2, kVisit = 3 };
constexpr size_t kMost = (1u << 30) - (1u << 16);
constexpr unsigned kVisitBits = 30;

Kind kindOf(uint32_t number) { return Kind(number & 3); }

/// The first word of a part.
enum class Tag : uint32_t { Head, Thread, Object, LargeObject, Alias, Trie };

/// What a fingerprint has below its neighbourhood.
constexpr unsigned kSumBits = 128 - kNeighbourhoodBits;
constexpr Hash128 kSumMask = (Hash128(1) << kSumBits) - 1;

/// What there is once in a state, and how many threads follow.
struct Head {
  Tag tag = Tag::Head;
  uint32_t threads;
  StateScalars scalars;
  uint32_t weak = 0, shadows = 0;
};
static_assert(sizeof(Head) == 16 + sizeof(StateScalars));

struct ThreadPart {
  Tag tag = Tag::Thread;
  uint32_t id, scalars, frames, heap, stack, footprint = 0;
};
static_assert(sizeof(ThreadPart) == 28);

/// Byte strings, and what the part that each stands for adds to fingerprints.
class PartTable {
public:
  uint32_t number(const void *data, size_t size, Hash128 share) {
    const size_t before = parts_.size();
    const uint32_t number = parts_.number(data, size);
    if (number == before)
      shares_.push(share);
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
template <typename T> class Memo {
public:
  template <typename Ask>
  uint32_t number(uint64_t place, const T &value, Ask ask) {
    Row &row = rows_[place % kRows];
    if (!row.number || std::memcmp(&row.value, &value, sizeof(T)) != 0)
      row = {value, ask()};
    return row.number;
  }

private:
  static constexpr size_t kRows = 64;
  struct Row {
    T value;
    uint32_t number = 0;
  };
  std::vector<Row> rows_ = std::vector<Row>(kRows);
};

struct ObjectHead {
  uint64_t base, size, flags;
};

class ExactSet final : public StateSet {
  bool insert(const State &state, uint32_t extra) override {
    uint32_t whole = ofState(*state.node());
    if (extra >> kVisitBits)
      whole = pair(whole, extra >> kVisitBits << 2 | kVisit);
    if (extra)
      whole = pair(whole, extra << 2 | kVisit);
    const uint32_t index = whole >> 2;
    if (index / 64 >= visited_.size())
      visited_.resize(index / 64 + 1 + visited_.size() / 8);
    uint64_t &word = visited_[index / 64];
    const uint64_t bit = uint64_t(1) << index % 64;
    if (word & bit)
      return false;
    word |= bit;
    ++count_;
    return true;
  }
  void forEach(llvm::function_ref<void(Hash128)> visit) const override {
    for (Hash128 key : fingerprints_)
      visit(key);
    for (size_t i = 0; i < visited_.size(); ++i)
      for (unsigned bit = 0; bit < 64; ++bit)
        if (visited_[i] >> bit & 1)
          visit(fingerprintOf(uint32_t(i * 64 + bit)));
  }
  /// Nodes that live on have their numbers, so the tables stay.
  bool forget() override {
    visited_.clear();
    count_ = 0;
    return true;
  }
  void keepFingerprintsOnly() override {
    std::vector<Hash128> all;
    all.reserve(count_);
    forEach([&](Hash128 key) { all.push_back(key); });
    fingerprints_ = std::move(all);
    visited_ = {};
    pairs_ = PairTable();
    parts_ = PartTable();
    blobs_ = BlobTable();
    scalars_ = {};
    heads_ = {};
    states_ = {};
  }
  uint64_t size() const override { return count_; }
  uint64_t bytes() const override {
    return pairs_.bytes() + parts_.bytes() + blobs_.bytes() +
           visited_.capacity() * sizeof(uint64_t) +
           fingerprints_.capacity() * sizeof(Hash128);
  }
  bool isFull() const override {
    return std::max({pairs_.size(), parts_.size(), blobs_.size()}) > kMost;
  }

  // From states to numbers
  // ------------------------------------------------------

  /// The empty pair is 0. The pair of that number is taken in the constructor.
  uint32_t pair(uint32_t a, uint32_t b) {
    return (a | b) == 0 ? 0 : pairs_.number(a, b) << 2 | kPair;
  }
  uint32_t blob(const void *data, size_t size) {
    return blobs_.number(data, size) << 2 | kBlob;
  }
  uint32_t part(const void *data, size_t size, Hash128 share) {
    return parts_.number(data, size, share) << 2 | kPart;
  }
  Hash128 shareOf(uint32_t number) const {
    return kindOf(number) == kPart ? parts_.share(number >> 2) : 0;
  }

  /// A list of numbers as a balanced tree; its shape follows from its length.
  uint32_t tree(const uint32_t *numbers, size_t n) {
    if (n == 1)
      return *numbers;
    size_t half = (n + 1) / 2;
    return pair(tree(numbers, half), tree(numbers + half, n - half));
  }

  uint32_t ofState(const StateNode &node) {
    Head head{.threads = node.threadCount, .scalars = node.s};
    head.weak = node.weak ? ofWords(*node.weak) : 0;
    head.shadows = node.shadows ? ofWords(*node.shadows) : 0;
    // What the fingerprint has besides objects and threads.
    Hash128 rest = node.fingerprint - node.memory;
    llvm::SmallVector<uint32_t, 16> parts = {0, ofTrie(node.globals)};
    for (uint32_t id = 0; id < node.threadCount; ++id) {
      const ThreadNode &thread = *node.thread(id);
      parts.push_back(ofThread(thread, id));
      rest -= thread.hash;
    }
    parts[0] = states_.number(
        0, head, [&] { return part(&head, sizeof(head), rest & kSumMask); });
    return tree(parts.data(), parts.size());
  }

  template <typename Encoded> uint32_t ofWords(const Encoded &what) {
    llvm::SmallVector<uint64_t, 256> words;
    what.encode(words);
    return bytesOf(words.data(), words.size() * sizeof(uint64_t));
  }

  /// Its share has the objects that are the thread's, and above them the bits
  /// of the thread's hash that neighbourhoods are made of.
  uint32_t ofThread(const ThreadNode &thread, uint32_t id) {
    if (thread.internId)
      return thread.internId;
    ThreadPart all{
        .id = id,
        .scalars = scalars_.number(
            id, thread.s, [&] { return blob(&thread.s, sizeof(thread.s)); }),
        .frames = ofFrames(thread.top),
        .heap = ofTrie(thread.heap),
        .stack = ofTrie(thread.stack)};
    if (thread.footprint) {
      const auto words = thread.footprint->coverage();
      all.footprint = bytesOf(words.data(), words.size() * sizeof(uint64_t));
    }
    const Hash128 sum = thread.hash + shareOf(all.heap) + shareOf(all.stack);
    return thread.internId =
               part(&all, sizeof(all), withNeighbourhood(sum, thread.hash));
  }

  /// Iterative: recursion in the checked program can be deep.
  uint32_t ofFrames(const FrameNode *top) {
    llvm::SmallVector<const FrameNode *, 16> open;
    for (; top && !top->internId; top = top->parent)
      open.push_back(top);
    uint32_t number = top ? top->internId : 0;
    while (!open.empty()) {
      const FrameNode *frame = open.pop_back_val();
      number = frame->internId = pair(number, ofFrame(*frame));
    }
    return number;
  }

  uint32_t ofFrame(const FrameNode &frame) {
    llvm::SmallVector<uint64_t, 32> words = {
        uint64_t(frame.function) << 32 | frame.pc,
        uint64_t(frame.stackMark) << 32 | frame.flags, frame.varargs,
        frame.preset};
    words.append(frame.slots(), frame.slots() + frame.count);
    return bytesOf(words.data(), words.size() * 8);
  }

  /// Byte strings of any length: long ones in pieces.
  uint32_t bytesOf(const void *data, size_t size) {
    constexpr size_t kPiece = 4096;
    if (size <= kPiece)
      return blob(data, size);
    const auto *bytes = static_cast<const uint8_t *>(data);
    uint32_t first = blob(bytes, kPiece);
    return pair(first, bytesOf(bytes + kPiece, size - kPiece));
  }

  uint32_t ofTrie(const Trie &trie) {
    const TrieNode *root = trie.root;
    // How high a trie once was does not count: drop levels with one kid.
    while (root && root->level && hasFirstKidOnly(*root))
      root = static_cast<const TrieNode *>(root->kids[0]);
    return ofNode(root);
  }

  bool hasFirstKidOnly(const TrieNode &node) {
    for (unsigned i = 1; i < kTrieFan; ++i)
      if (ofNode(node.kids[i]))
        return false;
    return true;
  }

  uint32_t ofNode(const Node *node) {
    if (!node)
      return 0;
    if (node->internId)
      return node->internId;
    uint32_t number = 0;
    switch (node->type) {
    case NodeType::Trie:
      number = ofTrieNode(*static_cast<const TrieNode *>(node));
      break;
    case NodeType::Leaf:
      number = blob(static_cast<const Leaf *>(node)->bytes, kLeafBytes);
      break;
    case NodeType::Object:
      number = ofObject(*static_cast<const Object *>(node));
      break;
    case NodeType::Alias: {
      const uint64_t base = static_cast<const Alias *>(node)->base;
      const uint32_t words[3] = {uint32_t(Tag::Alias), uint32_t(base),
                                 uint32_t(base >> 32)};
      number = part(words, sizeof(words), 0);
      break;
    }
    case NodeType::Frame:
    case NodeType::Thread:
    case NodeType::State:
    case NodeType::Holder:
      RB_CHECK(false, "exact set: unexpected node in a trie");
    }
    return node->internId = number;
  }

  /// The kids that are there, and which these are; 0 if there are none.
  uint32_t ofTrieNode(const TrieNode &node) {
    uint32_t words[2 + kTrieFan] = {uint32_t(Tag::Trie)};
    size_t n = 2;
    uint32_t present = 0;
    Hash128 share = 0;
    for (unsigned i = 0; i < kTrieFan; ++i)
      if (uint32_t kid = ofNode(node.kids[i])) {
        words[n++] = kid;
        present |= 1u << i;
        share += shareOf(kid);
      }
    words[1] = uint32_t(node.level) << kTrieFan | present;
    return present ? part(words, n * sizeof(uint32_t), share & kSumMask) : 0;
  }

  uint32_t ofObject(const Object &object) {
    const uint8_t fill = object.isSmall() ? 0 : object.fill;
    const ObjectHead head = {
        object.base, object.size,
        uint64_t(object.kind) | uint64_t(object.alloc) << 8 |
            uint64_t(object.shared) << 16 | uint64_t(fill) << 24};
    struct {
      Tag tag;
      uint32_t head, leaves;
    } words{Tag::LargeObject,
            heads_.number(object.base >> kOffsetBits, head,
                          [&] { return blob(&head, sizeof(head)); }),
            0};
    if (!object.isSmall()) {
      words.leaves = ofTrie(object.leaves);
      return part(&words, sizeof(words), object.hash & kSumMask);
    }
    words.tag = Tag::Object;
    constexpr size_t kWords = offsetof(decltype(words), leaves);
    uint8_t bytes[kWords + kLeafBytes];
    std::memcpy(bytes, &words, kWords);
    std::memcpy(bytes + kWords, object.inlineBytes(), object.size);
    return part(bytes, kWords + object.size, object.hash & kSumMask);
  }

  // From numbers to fingerprints
  // ------------------------------------------------

  /// Of the state that a pair is.
  Hash128 fingerprintOf(uint32_t index) const {
    uint32_t extra = 0;
    uint32_t number = index << 2 | kPair;
    for (unsigned shift : {0u, kVisitBits})
      if (PairTable::Pair pair = pairs_[number >> 2];
          kindOf(pair.b) == kVisit) {
        number = pair.a;
        extra |= pair.b >> 2 << shift;
      }
    uint32_t first = number;
    while (kindOf(first) == kPair)
      first = pairs_[first >> 2].a;
    Head head;
    std::memcpy(&head, parts_.data(first >> 2), sizeof(head));
    llvm::SmallVector<uint32_t, 16> parts;
    collect(number, 2 + head.threads, parts);
    Hash128 sum = 0, neighbourhood = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      const Hash128 share = shareOf(parts[i]);
      sum += share & kSumMask;
      const size_t thread = i - 2;
      if (i >= 2 && thread < (head.threads + 1) / 2)
        neighbourhood += share >> kSumBits;
    }
    Hash128 key = withNeighbourhood(sum, neighbourhood);
    if (extra)
      key = extendFingerprint(key, extra);
    return shortenFingerprint<Hash128>(key);
  }

  /// The list that tree() made a number of.
  void collect(uint32_t number, size_t n,
               llvm::SmallVectorImpl<uint32_t> &out) const {
    if (n == 1) {
      out.push_back(number);
      return;
    }
    const PairTable::Pair pair = pairs_[number >> 2];
    const size_t half = (n + 1) / 2;
    collect(pair.a, half, out);
    collect(pair.b, n - half, out);
  }

public:
  ExactSet() { pairs_.number(0, 0); }

private:
  PairTable pairs_;
  PartTable parts_;
  BlobTable blobs_;
  Memo<ThreadScalars> scalars_;
  Memo<ObjectHead> heads_;
  Memo<Head> states_;
  std::vector<uint64_t>
      visited_;        ///< a bit a pair: it is a state that was added
  uint64_t count_ = 0; ///< of these
  std::vector<Hash128> fingerprints_; ///< after keepFingerprintsOnly()
};

} // namespace

std::unique_ptr<StateSet> makeExactSet() {
  return std::make_unique<ExactSet>();
}

} // namespace rbcheck
