//===- test/unit/StateTest.cpp - States against a plain reference ---------===//
//
// Random histories of allocations, writes, frees, snapshots and restores are
// played on an OpenState and on an obvious model (a map of byte vectors). What
// is read must agree, two states have the same fingerprint exactly if they have
// the same contents, and no invariant is broken on the way.
//
//===----------------------------------------------------------------------===//
#include "interp/state/OpenState.h"
#include "interp/state/Verify.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

using namespace rbcheck;

namespace {

using Bytes = std::vector<uint8_t>;

struct Reference {
  std::map<uint64_t, Bytes> objects;
  uint32_t heapNext[2] = {}, stackNext[2] = {}; ///< of each thread
  friend bool operator==(const Reference &, const Reference &) = default;
};

constexpr uint64_t kSizes[] = {0, 1, 7, 8, 100, 255, 256, 257, 5000, 70000};

void expectSame(const OpenState &state, const Reference &reference) {
  for (const auto &[base, bytes] : reference.objects) {
    Object *object = state.find(base);
    ASSERT_NE(object, nullptr);
    ASSERT_EQ(object->size, bytes.size());
    Bytes read(bytes.size());
    state.read(object, 0, read.data(), read.size());
    ASSERT_EQ(read, bytes);
  }
  std::map<uint64_t, const Object *> all;
  auto add = [&](const Object &object) { all[object.base] = &object; };
  state.forEachIn(state.globals(), add);
  for (uint32_t id = 0; id < state.threadCount(); ++id) {
    state.forEachIn(state.thread(id).heap, add);
    state.forEachIn(state.thread(id).stack, add);
  }
  ASSERT_EQ(all.size(), reference.objects.size());
  for (const auto &[base, object] : all)
    ASSERT_EQ(object, state.find(base));
}

class Player {
public:
  explicit Player(uint32_t seed) : random_(seed) {
    state.addThread();
    state.addThread();
    for (uint32_t i = 0; i < 7; ++i) {
      Object *global = state.createGlobal(kFirstGlobalIndex + i, 24, 0);
      reference.objects[global->base] = Bytes(24, 0);
    }
    saved_.push_back({state.freeze(), reference});
  }

  void play(unsigned steps) {
    for (unsigned i = 0; i < steps; ++i)
      step();
    EXPECT_EQ(findFlaw(state), "");
  }

  OpenState state;
  Reference reference;
  unsigned again = 0; ///< locals that came again at their place
  std::vector<std::pair<State, Reference>> &saved() { return saved_; }

private:
  void step() {
    switch (random_() % 12) {
    case 0:
      create();
      break;
    case 4:
      push();
      break;
    case 5:
      pop();
      break;
    case 7:
      call();
      break;
    case 6: // changed again behind it
      state.fingerprint();
      EXPECT_EQ(findFlaw(state), "");
      break;
    case 1:
      destroy();
      break;
    case 2:
      saved_.push_back({state.freeze(), reference});
      break;
    case 3: {
      auto &entry = saved_[random_() % saved_.size()];
      state.open(entry.first);
      reference = entry.second;
      expectSame(state, reference);
      break;
    }
    default:
      write();
    }
  }

  void create() {
    uint64_t size = kSizes[random_() % std::size(kSizes)];
    uint8_t fill = random_() % 2 ? kFreshByte : 0;
    uint32_t thread = random_() % 2;
    Object *object = state.createHeap(thread, size, fill);
    ASSERT_NE(object, nullptr);
    reference.objects[object->base] = Bytes(size, fill);
    reference.heapNext[thread] = state.thread(thread).s.heapNext;
  }

  void push() {
    push(kSizes[random_() % std::size(kSizes)], random_() % 2);
  }
  void push(uint64_t size, uint32_t tag) {
    uint32_t thread = random_() % 2;
    Object *object = state.createAgain(
        thread, state.thread(thread).s.stackNext, size, tag);
    again += object != nullptr;
    if (!object)
      object = state.createStack(thread, size, kFreshByte, tag);
    ASSERT_NE(object, nullptr);
    reference.objects[object->base] = Bytes(size, kFreshByte);
    reference.stackNext[thread] = state.thread(thread).s.stackNext;
  }

  /// A function with a local that is called a few times; it is left in the middle
  /// of the last call.
  void call() {
    for (unsigned i = random_() % 4; i; --i) {
      push(8, 1);
      write();
      if (i > 1)
        pop();
    }
  }

  void pop() {
    uint32_t thread = random_() % 2;
    const uint32_t next = reference.stackNext[thread];
    // As a call does it, or all at once.
    if (random_() % 4 == 0 || !next || !state.endLocal(thread, next - 1))
      state.popStack(thread, next / 2);
    reference.stackNext[thread] = state.thread(thread).s.stackNext;
    std::erase_if(reference.objects, [&](const auto &entry) {
      return isOnStack(entry.first) && threadOf(entry.first) == thread &&
             positionOf(entry.first) >= reference.stackNext[thread];
    });
  }

  void destroy() {
    if (reference.objects.empty())
      return;
    auto it = std::next(reference.objects.begin(),
                        random_() % reference.objects.size());
    if (regionOf(it->first) != RegionKind::Heap)
      return;
    state.destroy(state.find(it->first));
    EXPECT_EQ(state.find(it->first), nullptr);
    reference.objects.erase(it);
  }

  void write() {
    if (reference.objects.empty())
      return;
    auto it = std::next(reference.objects.begin(),
                        random_() % reference.objects.size());
    Bytes &bytes = it->second;
    if (bytes.empty())
      return;
    uint64_t offset = random_() % bytes.size();
    uint64_t n = std::min<uint64_t>(1 + random_() % 600, bytes.size() - offset);
    Bytes data(n, uint8_t(random_() % 3));
    std::copy(data.begin(), data.end(), bytes.begin() + offset);
    state.write(state.own(state.find(it->first)), offset, data.data(), n);
  }

  std::mt19937 random_;
  std::vector<std::pair<State, Reference>> saved_;
};

} // namespace

TEST(State, RandomHistoriesAgreeWithAReference) {
  unsigned again = 0;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    Player player(seed);
    player.play(400);
    again += player.again;
    expectSame(player.state, player.reference);
    for (auto &[state, reference] : player.saved()) {
      player.state.open(state);
      expectSame(player.state, reference);
    }
  }
  EXPECT_GT(again, 20u);
}

TEST(State, FingerprintsAreEqualExactlyIfContentsAre) {
  Player player(7);
  player.play(300);
  auto &saved = player.saved();
  unsigned equal = 0;
  for (size_t i = 0; i < saved.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      bool same = saved[i].second == saved[j].second;
      equal += same;
      EXPECT_EQ(saved[i].first.fingerprint() == saved[j].first.fingerprint(),
                same);
      EXPECT_EQ(saved[i].first == saved[j].first, same);
    }
  EXPECT_GT(equal, 0u);
}

TEST(State, WritingBackTheOldValueGivesTheOldFingerprint) {
  OpenState state;
  state.addThread();
  uint64_t base = state.createHeap(0, 1000, 0)->base;
  State before = state.freeze();
  uint8_t byte = 1;
  state.write(state.own(state.find(base)), 700, &byte, 1);
  State changed = state.freeze();
  EXPECT_NE(changed.fingerprint(), before.fingerprint());
  byte = 0;
  state.write(state.own(state.find(base)), 700, &byte, 1);
  State back = state.freeze();
  EXPECT_EQ(back.fingerprint(), before.fingerprint());
  EXPECT_TRUE(back == before);
}

TEST(State, TheSharedFlagAndTheAddressCount) {
  OpenState state;
  state.addThread();
  Object *object = state.createHeap(0, 8, 0);
  State first = state.freeze();
  object = state.own(state.find(first.node() ? object->base : 0));
  object->shared = true;
  EXPECT_NE(state.freeze().fingerprint(), first.fingerprint());
}

TEST(State, StackPositionsAreReusedButTagsTellThemApart) {
  OpenState state;
  state.addThread();
  uint64_t first = state.createStack(0, 16, 0, 3)->base;
  uint64_t large = state.createStack(0, 3u << 20, 0, 1)->base;
  EXPECT_EQ(state.find(large + (2u << 20)), state.find(large));
  state.popStack(0, 0);
  EXPECT_EQ(state.find(first), nullptr);
  EXPECT_EQ(state.find(large), nullptr);
  uint64_t second = state.createStack(0, 16, 0, 4)->base;
  EXPECT_NE(state.find(second), nullptr);
  EXPECT_EQ(state.find(first), nullptr);
  EXPECT_EQ(state.thread(0).s.stackNext, 1u);
}

TEST(State, LargeObjectsSpanIndices) {
  OpenState state;
  state.addThread();
  uint32_t first = kFirstGlobalIndex + 1;
  Object *big = state.createGlobal(first, 200'000, 0);
  Object *next = state.createGlobal(first + indicesFor(200'000), 8, 0);
  EXPECT_EQ(state.find(big->base + 199'999), big);
  EXPECT_EQ(state.find(big->base + 200'000), big);
  EXPECT_EQ(state.find(next->base), next);
}

TEST(State, OpenKeepsSnapshotsUntouched) {
  OpenState state;
  state.addThread();
  uint64_t base = state.createHeap(0, 64, 0)->base;
  State snapshot = state.freeze();
  Hash128 fingerprint = snapshot.fingerprint();
  for (int i = 0; i < 10; ++i) {
    uint32_t value = uint32_t(i + 1);
    state.write(state.own(state.find(base)), 0, &value, 4);
    state.freeze();
    state.open(snapshot);
    uint32_t read = 1;
    state.read(state.find(base), 0, &read, 4);
    EXPECT_EQ(read, 0u);
    EXPECT_EQ(state.freeze().fingerprint(), fingerprint);
  }
}
