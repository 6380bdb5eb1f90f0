//===- test/unit/VerifyTest.cpp - Planted flaws are found -----------------===//
#include "test/unit/IrProgram.h"

#include "interp/exec/Core.h"
#include "interp/exec/Watches.h"
#include "interp/state/Verify.h"
#include "search/Rng.h"

using namespace rbcheck;

namespace rbcheck {

/// A friend of OpenState.
struct StateTamper {
  static Hash128 &memory(OpenState &state) { return state.memory_; }
  static void forgetChange(OpenState &state) { state.dirtyObjects_.pop_back(); }
  static uint64_t &heapBytes(OpenState &state) { return state.s_.heapBytes; }
};

} // namespace rbcheck

namespace {

/// One thread with small, large, wide and stack objects, partly frozen.
struct Sample {
  Sample() {
    state.addThread();
    small = state.createHeap(0, 16, 0)->base;
    large = state.createHeap(0, 5000, kFreshByte)->base;
    wide = state.createHeap(0, 200'000, 0)->base;
    local = state.createStack(0, 8, kFreshByte, 3)->base;
    write(small, 1);
    write(large + 300, 2);
    write(wide + 150'000, 3);
    state.ownScalars().live = 1;
    saved = state.freeze();
    write(large + 1000, 4);
  }
  void write(uint64_t address, uint64_t value) {
    Object *object = state.own(state.find(address));
    state.write(object, address - object->base, &value, sizeof(value));
  }
  std::string flaw() const { return findFlaw(state); }

  OpenState state;
  State saved;
  uint64_t small = 0, large = 0, wide = 0, local = 0;
};

/// Threads come, change and are taken back, few and many of them.
TEST(Verify, ThreadsAreInOrderHoweverManyThereAre) {
  OpenState state;
  Rng rng(3);
  std::vector<std::pair<State, std::vector<uint64_t>>> saved;
  std::vector<uint64_t> results; ///< what each thread is known to have
  for (int i = 0; i < 4'000; ++i) {
    const uint64_t what = rng.next() % 8;
    if (results.empty() || (what < 2 && results.size() < 40)) {
      state.addThread();
      ++state.ownScalars().live;
      results.push_back(0);
    } else if (what < 6) {
      const auto id = uint32_t(rng.next() % results.size());
      results[id] = rng.next() % 5;
      ThreadNode &thread = state.ownThread(id);
      thread.s.result = results[id];
      Access access;
      access.address = 0x1000 * (1 + results[id]);
      access.size = 4;
      thread.pending.accesses = Accesses(access);
    } else if (what < 7) {
      saved.emplace_back(state.freeze(), results);
    } else if (!saved.empty()) {
      const size_t last = std::min<size_t>(saved.size(), 20);
      const auto &[older, known] = saved[saved.size() - 1 - rng.next() % last];
      state.open(older);
      results = known;
    }
    ASSERT_EQ(findFlaw(state), "") << i;
    ASSERT_EQ(state.threadCount(), results.size());
    for (uint32_t id = 0; id < results.size(); ++id)
      ASSERT_EQ(state.thread(id).s.result, results[id]);
    if (!saved.empty() && saved.back().second == results) {
      const State now = state.freeze();
      EXPECT_EQ(now.fingerprint(), saved.back().first.fingerprint());
      EXPECT_TRUE(now == saved.back().first);
    }
  }
  EXPECT_TRUE(llvm::any_of(saved, [](const auto &one) {
    return one.first.threadCount() > 2 * kTrieFan;
  }));
}

TEST(Verify, AStateInOrderHasNoFlaw) {
  Sample sample;
  EXPECT_EQ(sample.flaw(), "");
  sample.state.freeze();
  EXPECT_EQ(sample.flaw(), "");
  sample.state.open(sample.saved);
  EXPECT_EQ(sample.flaw(), "");
  sample.state.popStack(0, 0);
  sample.state.destroy(sample.state.find(sample.wide));
  EXPECT_EQ(sample.flaw(), "");
}

TEST(Verify, ChangesOfFrozenPartsAreFound) {
  Sample a, b;
  a.state.find(a.small)->inlineBytes()[3] ^= 1;
  EXPECT_EQ(a.flaw(), "a frozen object has changed");
  static_cast<Leaf *>(b.state.find(b.wide)->leaves.get(150'000 / kLeafBytes))
      ->bytes[5] ^= 1;
  EXPECT_EQ(b.flaw(), "a frozen leaf has changed");
}

TEST(Verify, WrongCountsAreFound) {
  Sample a, b;
  ++a.state.find(a.large)->refs; // somebody else holds what may change
  EXPECT_EQ(a.flaw(), "a node that may change is held by somebody else");
  --a.state.find(a.large)->refs;
  EXPECT_EQ(a.flaw(), "");
  ++StateTamper::heapBytes(b.state);
  EXPECT_EQ(b.flaw(), "heap bytes are miscounted");
}

TEST(Verify, WrongBooksAreFound) {
  Sample a, b;
  StateTamper::memory(a.state) += 1;
  EXPECT_EQ(a.flaw(), "the sum of the objects' hashes is wrong");
  StateTamper::forgetChange(b.state);
  EXPECT_EQ(b.flaw(), "a changed object is not in the list of them");
}

TEST(Verify, AMisplacedObjectIsFound) {
  Sample a;
  a.state.find(a.small)->base += kSpan;
  EXPECT_EQ(a.flaw(), "an object stands at a place that is not its address");
}

TEST(Verify, AFrozenParentOfSomethingOwnedIsFound) {
  Sample a;
  const uint64_t owned = a.state.epoch();
  static_cast<Leaf *>(a.state.find(a.wide)->leaves.get(150'000 / kLeafBytes))
      ->epoch = owned;
  EXPECT_EQ(a.flaw(), "a frozen node holds one that may still change");
}

/// A machine that stopped behind stores to a global and to the heap.
constexpr const char *kStores = R"(
@x = global i64 0
@big = global [1000 x i64] zeroinitializer
define i32 @main() {
  store i64 1, ptr @x
  store i64 2, ptr getelementptr inbounds ([1000 x i64], ptr @big, i64 0, i64 40)
  %v = load i64, ptr @x
  %r = trunc i64 %v to i32
  ret i32 %r
}
)";

struct Stopped {
  Stopped() : program(programOf(kStores)), core(program, MachineOptions()) {
    const uint32_t value = 7;
    for (const Global &global : program.globals)
      if (global.isInState())
        objects.push_back(
            core.state.createGlobal(global.index, global.size, 0)->base);
    core.current = core.newThread();
    core.stackNext = 0;
    core.pushFrame(program.functions[functionNamed(program, "main")], nullptr, 0,
                   0, 0);
    for (uint64_t base : objects)
      EXPECT_TRUE(core.storeSlow(core.top->pc, 0, base, 4, 0, &value));
  }
  TlbEntry &entry(Tlb &tlb) { return tlb.at(objects[0]); }
  Program program;
  Core core;
  std::vector<uint64_t> objects;
};

TEST(Verify, WrongCacheEntriesAreFound) {
  Stopped s;
  EXPECT_EQ(s.core.findCacheFlaw(), "");
  TlbEntry &entry = s.entry(s.core.readTlb);
  const TlbEntry right = entry;
  entry.set(right.begin(), right.data(), right.limit() + 8);
  EXPECT_EQ(s.core.findCacheFlaw(), "a cache goes beyond an object");
  entry.set(right.begin(), right.data() + 8, right.limit());
  EXPECT_EQ(s.core.findCacheFlaw(),
            "a cache names memory that is not the object's");
  entry = right;
  s.core.multi = true;
  EXPECT_EQ(s.core.findCacheFlaw(), "a cache names memory that others can see");
  s.core.multi = false;
  EXPECT_EQ(s.core.findCacheFlaw(), "");
}

TEST(Verify, AWriteEntryOfSharedMemoryIsFound) {
  Stopped s;
  s.core.state.freeze(); // the machine drops its write entries first
  EXPECT_EQ(s.core.findCacheFlaw(),
            "a cache lets memory be written that is not owned");
  s.core.flushWriteTlb();
  EXPECT_EQ(s.core.findCacheFlaw(), "");
}

TEST(Verify, AnExtentOfWhatIsGoneIsFound) {
  Stopped s;
  Object *large = s.core.state.createHeap(s.core.current, 300'000, 0);
  uint64_t base = large->base;
  EXPECT_EQ(s.core.stepPointer(base, 200'000), base + 200'000);
  EXPECT_EQ(s.core.findCacheFlaw(), "");
  s.core.state.destroy(large);
  EXPECT_EQ(s.core.findCacheFlaw(), "the extent of an object that is gone");
  s.core.flushTlb();
  EXPECT_EQ(s.core.findCacheFlaw(), "");
}

} // namespace
