//===- search/visited/ExactSet.cpp - Visited states, whole ----------------===//
//
// Every part of a state gets a number that stands for exactly that part: what
// changes seldom (contents, registers, threads) as byte strings in which the
// numbers of smaller parts stand, and combinations of threads as pairs of
// numbers. That is tree compression (Laarman, van de Pol, Weber, "Parallel
// recursive state compression for free", SPIN 2011).
//
// The root of the tree, which is different in each state, has three numbers:
//
//   base    all that is no thread, with the first thread
//   first   the first half of the other threads
//   last    the second half
//
// Nobody refers to roots, so they have no numbers themselves: they are words in
// a set (WordSet.h), and a state whose parts were known costs such a word.
// Where the numbers are too large for that, base and first are a pair of their
// own. Which of the two it is follows from the numbers, so one state has one
// root.
//
// States are persistent trees already: a node that does not change any more
// keeps its number (Node::internId), so subtrees that did not change are not
// even looked at. Objects that stand beside their tries (OpenState.h) get the
// numbers of the paths to them changed in passing: most states are known, and
// nothing is made for these.
//
// Numbers carry their kind in the two low bits, and byte strings of parts begin
// with what they are, so equal numbers mean equal trees: how many threads a
// state has is said in its base, and that tells what the other two count.
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
#include "search/visited/ExactParts.h"
#include "search/visited/Root.h"
#include "search/visited/StateSet.h"
#include "search/visited/WordSet.h"

#include "interp/state/symbolic/Shadows.h"
#include "interp/state/weak/WeakMemory.h"
#include "search/Check.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"

#include <vector>

namespace rbcheck {

namespace {

using namespace exact;

class ExactSet final : public StateSet {
  bool insert(const OpenState &state, uint32_t extra) override {
    const Root root = ofState(state, extra);
    if (__builtin_expect(root.isBelow(limit_), true))
      return roots_.insert(wordOf(root));
    const uint32_t both = pairs_.number(root.base, root.first);
    return roots_.insert(wordOf(LargeRoot{both, root.last}));
  }
  void forEachIn(uint32_t,
                 llvm::function_ref<void(Hash128)> visit) const override {
    for (Hash128 key : fingerprints_)
      visit(key);
    roots_.forEach([&](uint64_t word) { visit(fingerprintOf(rootOf(word))); });
  }
  /// Nodes that live on have their numbers, so the tables stay.
  bool forget() override {
    roots_ = WordSet();
    return true;
  }
  void keepFingerprintsOnly() override {
    std::vector<Hash128> all;
    all.reserve(roots_.size());
    forEach([&](Hash128 key) { all.push_back(key); });
    fingerprints_ = std::move(all);
    roots_ = WordSet();
    pairs_ = PairTable();
    parts_ = PartTable();
    blobs_ = BlobTable();
    scalars_ = {};
    replaced_ = {};
    states_ = {};
    headNumber_ = 0;
  }
  uint64_t size() const override {
    return roots_.size() + fingerprints_.size();
  }
  uint64_t bytes() const override {
    return roots_.bytes() + pairs_.bytes() + parts_.bytes() + blobs_.bytes() +
           fingerprints_.capacity() * sizeof(Hash128);
  }
  bool isFull() const override {
    return std::max({pairs_.size(), parts_.size(), blobs_.size()}) > kMost;
  }

  // From states to numbers
  // ------------------------------------------------------

  /// The empty pair is 0. The pair of that number is taken in the constructor.
  uint32_t pair(uint32_t a, uint32_t b) {
    return (a | b) == 0 ? 0 : pairs_.number(a, b) << kKindBits | kPair;
  }
  uint32_t blob(const Blob &blob) {
    return blobs_.number(blob) << kKindBits | kBlob;
  }
  uint32_t blob(const void *data, size_t size) {
    return blob({uint64_t(hashBytes(data, size, size)), {}, data, size});
  }
  template <typename Share> uint32_t part(const Blob &blob, Share share) {
    return parts_.number(blob, share) << kKindBits | kPart;
  }
  template <typename Share>
  uint32_t part(llvm::ArrayRef<uint32_t> words, Share share) {
    return part({hashWords(words), words}, share);
  }
  Hash128 shareOf(uint32_t number) const {
    return kindOf(number) == kPart ? parts_.share(number >> kKindBits) : 0;
  }

  /// It changes seldom: mostly it is the one that was asked for last.
  uint32_t ofHead(const OpenState &state, uint32_t extra) {
    if (__builtin_expect(lastHead_.threads == state.threadCount() &&
                             lastHead_.scalars == state.scalars() &&
                             lastHead_.extra == extra && !state.weak() &&
                             !state.shadows() && headNumber_,
                         true))
      return headNumber_;
    return ofOtherHead(state, extra);
  }
  LLVM_ATTRIBUTE_NOINLINE uint32_t ofOtherHead(const OpenState &state,
                                               uint32_t extra) {
    Head head{.threads = state.threadCount(),
              .scalars = state.scalars(),
              .extra = extra};
    head.weak = state.weak() ? ofWords(*state.weak()) : 0;
    head.shadows = state.shadows() ? ofWords(*state.shadows()) : 0;
    const uint32_t number =
        states_.number(extra * 0x9e3779b97f4a7c15ull >> 58, head, [&] {
          return part(wordsOf(head), [&] { return restOf(state); });
        });
    lastHead_ = head;
    headNumber_ = state.weak() || state.shadows() ? 0 : number;
    return number;
  }

  Root ofState(const OpenState &state, uint32_t extra) {
    const uint32_t threads = state.threadCount();
    const uint32_t number = ofHead(state, extra);
    const Groups groups(threads);
    const Changes changes(state.beside());
    const uint32_t rest =
        pair(ofObjects(state.globals(), changes.globals), number);
    const uint32_t base = pair(rest, threads ? ofThread(state, changes, 0) : 0);
    return {base >> kKindBits,
            ofThreads(state, changes, 1, groups.first) >> kKindBits,
            ofThreads(state, changes, 1 + groups.first, groups.last) >>
                kKindBits};
  }

  /// What the fingerprint has besides objects and threads.
  static Hash128 restOf(const OpenState &state) {
    return (state.lastFingerprint() - state.memory() - state.threads().sum()) &
           kSumMask;
  }

  /// Objects that are not those which their tries have at their places.
  using Changed = llvm::ArrayRef<const Object *>;
  using ChangedList = llvm::SmallVector<const Object *, 4>;
  struct Changes {
    explicit Changes(Changed all) : globals(all) {
      if (llvm::all_of(all, isGlobal))
        return; // mostly
      for (const Object *object : all)
        (isGlobal(object) ? someGlobals : others).push_back(object);
      globals = someGlobals;
      ofThreads = others;
    }
    Changes(const Changes &) = delete;
    Changes &operator=(const Changes &) = delete;
    ChangedList of(uint32_t thread, RegionKind region) const {
      ChangedList changed;
      for (const Object *object : ofThreads)
        if (threadOf(object->base) == thread &&
            regionOf(object->base) == region)
          changed.push_back(object);
      return changed;
    }
    Changed globals, ofThreads;

  private:
    static bool isGlobal(const Object *object) {
      return regionOf(object->base) == RegionKind::Global;
    }
    ChangedList someGlobals, others;
  };

  /// Threads that follow the first one, in the two parts of a root.
  struct Groups {
    explicit Groups(uint32_t threads)
        : first(threads / 2), last(threads ? threads - 1 - first : 0) {}
    uint32_t first, last;
  };

  /// `n` threads as a balanced tree; its shape follows from their number.
  uint32_t ofThreads(const OpenState &state, const Changes &changes,
                     uint32_t from, uint32_t n) {
    if (n <= 1)
      return n ? ofThread(state, changes, from) : 0;
    if (n == 2) {
      const uint32_t left = ofThread(state, changes, from);
      return pair(left, ofThread(state, changes, from + 1));
    }
    const uint32_t half = (n + 1) / 2;
    const uint32_t left = ofThreads(state, changes, from, half);
    return pair(left, ofThreads(state, changes, from + half, n - half));
  }

  template <typename Encoded> uint32_t ofWords(const Encoded &what) {
    llvm::SmallVector<uint64_t, 256> words;
    what.encode(words);
    return ofBytes(words.data(), words.size() * sizeof(uint64_t));
  }

  [[gnu::always_inline]] uint32_t
  ofThread(const OpenState &state, const Changes &changes, uint32_t id) {
    const ThreadNode &thread = state.thread(id);
    if (__builtin_expect(thread.internId && changes.ofThreads.empty(), true))
      return thread.internId;
    return ofChangedThread(state, changes, id);
  }
  LLVM_ATTRIBUTE_NOINLINE uint32_t ofChangedThread(const OpenState &state,
                                                   const Changes &changes,
                                                   uint32_t id) {
    const ThreadNode &thread = state.thread(id);
    if (!changes.ofThreads.empty()) {
      const ChangedList inHeap = changes.of(id, RegionKind::Heap);
      const ChangedList onStack = changes.of(id, RegionKind::Stack);
      if (!inHeap.empty() || !onStack.empty())
        return ofNewThread(thread, id, ofObjects(thread.heap, inHeap),
                           ofObjects(thread.stack, onStack));
    }
    if (!thread.internId)
      thread.internId = ofNewThread(thread, id, ofObjects(thread.heap, {}),
                                    ofObjects(thread.stack, {}));
    return thread.internId;
  }

  /// Its share has the objects that are the thread's, and above them the bits
  /// of the thread's hash that neighbourhoods are made of.
  LLVM_ATTRIBUTE_NOINLINE uint32_t ofNewThread(const ThreadNode &thread,
                                               uint32_t id, uint32_t heap,
                                               uint32_t stack) {
    const auto share = [&] {
      const Hash128 sum = thread.hash + shareOf(heap) + shareOf(stack);
      return withNeighbourhood(sum, thread.hash);
    };
    const FrameNode *top = thread.top;
    if (top && heap == 0 && stack == 0 && !thread.footprint &&
        bytesOf(*top) <= kPiece) {
      const LoneThreadPart all{
          .id = id, .parent = ofFrames(top->parent), .scalars = thread.s};
      return part(
          {uint64_t(thread.hash), wordsOf(all), &top->function, bytesOf(*top)},
          share);
    }
    ThreadPart all{
        .id = id,
        .scalars = scalars_.number(
            id, thread.s, [&] { return blob(&thread.s, sizeof(thread.s)); }),
        .frames = ofFrames(top),
        .heap = heap,
        .stack = stack};
    if (thread.footprint) {
      const auto words = thread.footprint->coverage();
      all.footprint = ofBytes(words.data(), words.size() * sizeof(uint64_t));
    }
    return part(wordsOf(all), share);
  }

  /// Iterative: recursion in the checked program can be deep.
  uint32_t ofFrames(const FrameNode *top) {
    llvm::SmallVector<const FrameNode *, 16> open;
    for (; top && !top->internId; top = top->parent)
      open.push_back(top);
    uint32_t number = top ? top->internId : 0;
    while (!open.empty()) {
      const FrameNode *frame = open.pop_back_val();
      number = frame->internId = ofFrame(*frame, number);
    }
    return number;
  }

  /// With its callers. A string that is too long takes the place of a number.
  uint32_t ofFrame(const FrameNode &frame, uint32_t parent) {
    if (__builtin_expect(bytesOf(frame) <= kPiece, true))
      return blob(
          {uint64_t(frame.hash), parent, &frame.function, bytesOf(frame)});
    const uint32_t words[] = {parent, ofBytes(&frame.function, bytesOf(frame))};
    return blob({hashWords(words), words});
  }
  /// From its function on: all but its caller.
  static size_t bytesOf(const FrameNode &frame) {
    return size_t(
        reinterpret_cast<const uint8_t *>(frame.slots() + frame.count) -
        reinterpret_cast<const uint8_t *>(&frame.function));
  }

  /// Byte strings of any length: long ones in pieces.
  static constexpr size_t kPiece = 4096;
  uint32_t ofBytes(const void *data, size_t size) {
    if (size <= kPiece)
      return blob(data, size);
    const auto *bytes = static_cast<const uint8_t *>(data);
    uint32_t first = blob(bytes, kPiece);
    return pair(first, ofBytes(bytes + kPiece, size - kPiece));
  }

  /// Objects, and the aliases that follow from them, know their places.
  enum class Elements : uint8_t { Objects, Leaves };

  uint32_t ofObjects(const Trie &trie, Changed changed) {
    const uint32_t before = ofNode(trie.root, Elements::Objects);
    if (changed.size() != 1)
      return changed.empty() ? before : ofChanged(*trie.root, 0, changed);
    // All objects and another one, which knows its place, tell what there is.
    const uint32_t with = ofNode(changed.front(), Elements::Objects);
    return replaced_.number(
        placeOf(before, with, kReplacedBits), std::pair(before, with),
        [&] { return ofChanged(*trie.root, 0, changed); });
  }
  /// Of a node as if the objects that lie below it were in their places; the
  /// indices below it begin with `prefix`.
  uint32_t ofChanged(const TrieNode &node, uint32_t prefix, Changed changed) {
    const Node *kids[kTrieFan];
    std::copy_n(node.kids, kTrieFan, kids);
    uint32_t goOn = 0; // where they lie deeper
    for (const Object *object : changed) {
      const uint32_t index =
          trieIndexOf(object->base) >> (kTrieBits * node.level);
      if (index >> kTrieBits != prefix)
        continue;
      if (node.level)
        goOn |= 1u << index % kTrieFan;
      else
        kids[index % kTrieFan] = object;
    }
    return ofKids(node, Elements::Objects, [&](unsigned i) {
      return goOn >> i & 1 ? ofChanged(*static_cast<const TrieNode *>(kids[i]),
                                       prefix << kTrieBits | i, changed)
                           : ofNode(kids[i], Elements::Objects);
    });
  }

  uint32_t ofLeaves(const Trie &trie) {
    const TrieNode *root = trie.root;
    // How high a trie once was does not count: drop levels with one kid.
    while (root && root->level && hasFirstKidOnly(*root))
      root = static_cast<const TrieNode *>(root->kids[0]);
    return ofNode(root, Elements::Leaves);
  }

  bool hasFirstKidOnly(const TrieNode &node) {
    for (unsigned i = 1; i < kTrieFan; ++i)
      if (ofNode(node.kids[i], Elements::Leaves))
        return false;
    return true;
  }

  uint32_t ofNode(const Node *node, Elements elements) {
    if (!node)
      return 0;
    return node->internId ? node->internId : ofNewNode(node, elements);
  }

  LLVM_ATTRIBUTE_NOINLINE uint32_t ofNewNode(const Node *node,
                                             Elements elements) {
    uint32_t number = 0;
    switch (node->type) {
    case NodeType::Trie: {
      const auto &trie = *static_cast<const TrieNode *>(node);
      number = ofKids(trie, elements, [&](unsigned i) {
        return ofNode(trie.kids[i], elements);
      });
      break;
    }
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
      number = part(words, [] { return Hash128(0); });
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

  /// The kids that are there, and which these are; 0 if there are none. Where
  /// these know their places, one that is alone stands for its parent, too.
  template <typename OfKid>
  uint32_t ofKids(const TrieNode &node, Elements elements, OfKid ofKid) {
    uint32_t words[2 + kTrieFan];
    size_t n = 2;
    uint32_t present = 0;
    for (unsigned i = 0; i < kTrieFan; ++i)
      if (uint32_t kid = ofKid(i)) {
        words[n++] = kid;
        present |= 1u << i;
      }
    if (!present)
      return 0;
    if (n == 3 && elements == Elements::Objects)
      return words[2];
    words[0] = uint32_t(Tag::Trie);
    words[1] = uint32_t(node.level) << kTrieFan | present;
    return part(llvm::ArrayRef(words, n), [&] {
      Hash128 share = 0;
      for (size_t i = 2; i < n; ++i)
        share += shareOf(words[i]);
      return share & kSumMask;
    });
  }

  uint32_t ofObject(const Object &object) {
    const bool isSmall = object.isSmall();
    const uint32_t words[] = {
        uint32_t(isSmall ? Tag::Object : Tag::LargeObject),
        uint32_t(object.kind) | uint32_t(object.alloc) << 8 |
            uint32_t(object.shared) << 16 |
            uint32_t(isSmall ? 0 : object.fill) << 24,
        uint32_t(object.base),
        uint32_t(object.base >> 32),
        uint32_t(object.size),
        uint32_t(object.size >> 32),
        isSmall ? 0 : ofLeaves(object.leaves)};
    const auto share = [&] { return object.hash & kSumMask; };
    if (!isSmall)
      return part(words, share);
    return part({uint64_t(object.hash), llvm::ArrayRef(words).drop_back(),
                 object.inlineBytes(), object.size},
                share);
  }

  // From numbers to fingerprints
  // ------------------------------------------------

  Root rootOf(uint64_t word) const {
    if (!isLargeRoot(word))
      return smallRootOf(word);
    const LargeRoot root = largeRootOf(word);
    const PairTable::Pair pair = pairs_[root.both];
    return {pair.a, pair.b, root.last};
  }

  Hash128 fingerprintOf(const Root &root) const {
    const PairTable::Pair base = pairs_[root.base];
    const PairTable::Pair rest = pairs_[base.a >> kKindBits];
    Head head;
    std::memcpy(&head, parts_.data(rest.b >> kKindBits), sizeof(head));
    llvm::SmallVector<uint32_t, 16> threads = {base.b};
    const Groups groups(head.threads);
    collect(root.first, groups.first, threads);
    collect(root.last, groups.last, threads);
    Hash128 sum = shareOf(rest.a) + shareOf(rest.b), neighbourhood = 0;
    for (size_t i = 0; i < head.threads; ++i) {
      const Hash128 share = shareOf(threads[i]);
      sum += share & kSumMask;
      if (i < (head.threads + 1) / 2)
        neighbourhood += share >> kSumBits;
    }
    Hash128 key = withNeighbourhood(sum, neighbourhood);
    if (head.extra)
      key = extendFingerprint(key, head.extra);
    return shortenFingerprint<Hash128>(key);
  }

  /// The numbers that ofThreads() made one of, whose index this is.
  void collect(uint32_t index, size_t n,
               llvm::SmallVectorImpl<uint32_t> &out) const {
    if (n == 1)
      out.push_back(index << kKindBits | kPart);
    if (n <= 1)
      return;
    const PairTable::Pair pair = pairs_[index];
    const size_t half = (n + 1) / 2;
    collect(pair.a >> kKindBits, half, out);
    collect(pair.b >> kKindBits, n - half, out);
  }

public:
  explicit ExactSet(uint32_t limit) : limit_(limit) { pairs_.number(0, 0); }

private:
  const uint32_t limit_; ///< roots with indices below it are small
  WordSet roots_;        ///< the states that were added
  PairTable pairs_;
  PartTable parts_;
  BlobTable blobs_;
  Memo<ThreadScalars> scalars_;
  static constexpr unsigned kReplacedBits = 12;
  Memo<std::pair<uint32_t, uint32_t>, 1u << kReplacedBits> replaced_;
  Memo<Head> states_;
  Head lastHead_ = {.threads = 0, .scalars = {}, .extra = 0};
  uint32_t headNumber_ = 0; ///< of that; 0 = none is known
  std::vector<Hash128> fingerprints_; ///< after keepFingerprintsOnly()
};

} // namespace

std::unique_ptr<StateSet> makeExactSet(uint32_t limit) {
  return std::make_unique<ExactSet>(std::min(limit, Root::kSmall));
}

} // namespace rbcheck
