//===- search/visited/ExactSet.cpp - Visited states, whole ----------------===//
//
// Every part of a state gets a number that stands for exactly that part: byte
// strings (contents, registers) from a BlobTable, and pairs of numbers above
// them up to the state itself. That is tree compression (Laarman, van de Pol,
// Weber, "Parallel recursive state compression for free", SPIN 2011): a state
// that differs from a known one in two parts costs a few pairs.
//
// States are persistent trees already: a frozen node keeps its number
// (Node::internId), so subtrees that did not change are not even looked at.
//
// Numbers carry their kind in the two low bits, so equal numbers mean equal
// trees. A pair that ends in a kRoot number is a whole state and nothing else.
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

#include <deque>

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

/// Low bits of a number: what it counts.
enum Kind : uint32_t { kPair = 0, kBlob = 1, kSmall = 2, kRoot = 3 };
constexpr size_t kMost = (1u << 30) - (1u << 16);

class ExactSet final : public StateSet {
  bool insert(const State &state, uint32_t extra) override {
    const StateNode &node = *state.node();
    bool isNew = false;
    uint32_t whole = ofState(node);
    if (generation_)
      whole = pair(whole, small(generation_));
    pairs_.number(whole, extra << 2 | kRoot, isNew);
    if (isNew) {
      Hash128 key = state.fingerprint();
      if (extra)
        key = extendFingerprint(key, extra);
      fingerprints_.push_back(shortenFingerprint<Hash128>(key));
    }
    return isNew;
  }
  void forEach(llvm::function_ref<void(Hash128)> visit) const override {
    for (Hash128 key : fingerprints_)
      visit(key);
  }
  /// Nodes that live on have their numbers, so the tables stay.
  bool forget() override {
    ++generation_;
    fingerprints_.clear();
    return true;
  }
  void keepFingerprintsOnly() override {
    pairs_ = PairTable();
    blobs_ = BlobTable();
  }
  uint64_t size() const override { return fingerprints_.size(); }
  uint64_t bytes() const override {
    return pairs_.bytes() + blobs_.bytes() +
           fingerprints_.size() * sizeof(Hash128);
  }
  bool isFull() const override {
    return pairs_.size() > kMost || blobs_.size() > kMost;
  }

  /// The empty pair is 0, so sparse nodes cost what they hold. The pair of
  /// that number is taken in the constructor.
  uint32_t pair(uint32_t a, uint32_t b) {
    if ((a | b) == 0)
      return 0;
    bool isNew;
    return pairs_.number(a, b, isNew) << 2 | kPair;
  }
  uint32_t blob(const void *data, size_t size) {
    return blobs_.number(data, size) << 2 | kBlob;
  }
  static uint32_t small(uint32_t value) { return value << 2 | kSmall; }

  /// A list of numbers as a balanced tree; its shape follows from its length.
  uint32_t tree(const uint32_t *numbers, size_t n) {
    if (n == 1)
      return *numbers;
    size_t half = (n + 1) / 2;
    return pair(tree(numbers, half), tree(numbers + half, n - half));
  }

  uint32_t ofState(const StateNode &node) {
    struct {
      StateScalars scalars;
      uint64_t threads;
    } head{node.s, node.threadCount};
    static_assert(sizeof(head) == 32);
    llvm::SmallVector<uint32_t, 16> parts;
    parts.push_back(blob(&head, sizeof(head)));
    parts.push_back(ofTrie(node.globals));
    for (uint32_t i = 0; i < node.threadCount; ++i)
      parts.push_back(ofThread(*node.threads()[i]));
    if (node.weak) {
      llvm::SmallVector<uint64_t, 256> words;
      node.weak->encode(words);
      parts.push_back(bytesOf(words.data(), words.size() * sizeof(uint64_t)));
    }
    if (node.shadows) {
      llvm::SmallVector<uint64_t, 256> words;
      node.shadows->encode(words);
      parts.push_back(bytesOf(words.data(), words.size() * sizeof(uint64_t)));
    }
    return tree(parts.data(), parts.size());
  }

  uint32_t ofThread(const ThreadNode &thread) {
    if (thread.internId)
      return thread.internId;
    uint32_t control =
        pair(blob(&thread.s, sizeof(thread.s)), ofFrames(thread.top));
    uint32_t memory = pair(ofTrie(thread.heap), ofTrie(thread.stack));
    uint32_t all = pair(control, memory);
    if (thread.footprint) {
      const auto words = thread.footprint->coverage();
      all = pair(all, bytesOf(words.data(), words.size() * sizeof(uint64_t)));
    }
    return thread.internId = all;
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
    uint32_t number = ofNode(root);
    return number ? pair(number, small(root->level)) : 0;
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
    case NodeType::Trie: {
      uint32_t kids[kTrieFan];
      for (unsigned i = 0; i < kTrieFan; ++i)
        kids[i] = ofNode(static_cast<const TrieNode *>(node)->kids[i]);
      number = tree(kids, kTrieFan);
      break;
    }
    case NodeType::Leaf:
      number = blob(static_cast<const Leaf *>(node)->bytes, kLeafBytes);
      break;
    case NodeType::Object:
      number = ofObject(*static_cast<const Object *>(node));
      break;
    case NodeType::Alias:
      number = blob(&static_cast<const Alias *>(node)->base, 8);
      break;
    case NodeType::Frame:
    case NodeType::Thread:
    case NodeType::State:
    case NodeType::Holder:
      RB_CHECK(false, "exact set: unexpected node in a trie");
    }
    return node->internId = number;
  }

  uint32_t ofObject(const Object &object) {
    const uint8_t fill = object.isSmall() ? 0 : object.fill;
    const uint64_t head[3] = {
        object.base, object.size,
        uint64_t(object.kind) | uint64_t(object.alloc) << 8 |
            uint64_t(object.shared) << 16 | uint64_t(fill) << 24};
    uint32_t contents = object.isSmall()
                            ? blob(object.inlineBytes(), object.size)
                            : ofTrie(object.leaves);
    return pair(blob(head, sizeof(head)), contents);
  }

public:
  ExactSet() {
    bool isNew;
    pairs_.number(0, 0, isNew);
  }

private:
  PairTable pairs_;
  BlobTable blobs_;
  uint32_t generation_ = 0; ///< states of earlier ones are forgotten
  /// Of all states, in case that memory gets short: a tenth or so of the rest.
  std::deque<Hash128> fingerprints_;
};

} // namespace

std::unique_ptr<StateSet> makeExactSet() {
  return std::make_unique<ExactSet>();
}

} // namespace rbcheck
