//===- interp/exec/MemoryOps.cpp - Loads, stores, bulk memory -------------===//
//
// A hit in the caches (Core.h) is the whole access; everything else goes
// through loadSlow and storeSlow.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Fresh.h"
#include "interp/exec/Ops.h"

namespace rbcheck {

namespace {

/// They are known to lie in the same large object.
inline bool isInLarge(const Core *m, uint64_t base, uint64_t p) {
  const Extent &object = m->extents[extentIndex(base)];
  return object.holds(base) && object.holds(p);
}
/// The address of an access as the slow paths want it: what cannot be decided
/// by comparing numbers is decided by the objects.
inline uint64_t reach(Core *m, const Insn *pc, const uint64_t *r, uint64_t p) {
  const uint64_t base = r[pc->a];
  return isInLarge(m, base, p) ? p : m->stepPointer(base, p - base);
}
inline uint64_t plainAddress(const Insn *pc, const uint64_t *r) {
  return r[pc->a] + int64_t(pc->imm);
}
inline uint64_t indexedAddress(const Insn *pc, const uint64_t *r) {
  return r[pc->a] + r[pc->b] * (pc->c & kScaleMask) + int64_t(pc->imm);
}

} // namespace

/// Base and result of an X form have the same index, so the same object.
#define RB_PLAIN(p) true
#define RB_INDEXED(p) (((p) ^ r[pc->a]) >> kOffsetBits) == 0
/// The store of such a value needs no note (Lifetime.cpp).
template <typename T> bool isNoLocal(T value) {
  return sizeof(T) < 8 || !isOnStack(value);
}

// The slow path is a function of its own that goes on by itself: so the fast
// path needs no stack frame.
#define RB_LOAD(name, type, address, near)                                     \
  static RB_CC void slow##name(const Insn *pc, uint64_t *r, Core *m,           \
                               uint64_t n) {                                   \
    const uint64_t p = address(pc, r);                                         \
    type value;                                                                \
    if (const TlbEntry &entry = m->readTlb.at(p);                              \
        entry.holds<type>(p) && isInLarge(m, r[pc->a], p))                     \
      std::memcpy(&value, entry.host(p), sizeof(type));                        \
    else if (!m->loadSlow(pc, n, reach(m, pc, r, p), sizeof(type), pc->c,      \
                          &value))                                             \
      return;                                                                  \
    r[pc->dst] = value;                                                        \
    RB_NEXT();                                                                 \
  }                                                                            \
  RB_DEFINE(name) {                                                            \
    const uint64_t p = address(pc, r);                                         \
    const TlbEntry &entry = m->readTlb.at(p);                                  \
    if (__builtin_expect(!(entry.holds<type>(p) && near(p)), false))           \
      [[clang::musttail]] return slow##name(pc, r, m, n);                      \
    type value;                                                                \
    std::memcpy(&value, entry.host(p), sizeof(type));                          \
    r[pc->dst] = value;                                                        \
    RB_NEXT();                                                                 \
  }
#define RB_STORE(name, type, address, near)                                    \
  static RB_CC void slow##name(const Insn *pc, uint64_t *r, Core *m,           \
                               uint64_t n) {                                   \
    const uint64_t p = address(pc, r);                                         \
    const type value = type(r[pc->dst]);                                       \
    if (const TlbEntry &entry = m->writeTlb.at(p);                             \
        entry.holds<type>(p) && isNoLocal(value) &&                            \
        isInLarge(m, r[pc->a], p))                                             \
      std::memcpy(entry.host(p), &value, sizeof(type));                        \
    else if (!m->storeSlow(pc, n, reach(m, pc, r, p), sizeof(type), pc->c,     \
                           &value))                                            \
      return;                                                                  \
    RB_NEXT();                                                                 \
  }                                                                            \
  RB_DEFINE(name) {                                                            \
    const uint64_t p = address(pc, r);                                         \
    const type value = type(r[pc->dst]);                                       \
    const TlbEntry &entry = m->writeTlb.at(p);                                 \
    if (__builtin_expect(                                                      \
            !(entry.holds<type>(p) && near(p) && isNoLocal(value)), false))    \
      [[clang::musttail]] return slow##name(pc, r, m, n);                      \
    std::memcpy(entry.host(p), &value, sizeof(type));                          \
    RB_NEXT();                                                                 \
  }
RB_LOAD(Load8, uint8_t, plainAddress, RB_PLAIN)
RB_LOAD(Load16, uint16_t, plainAddress, RB_PLAIN)
RB_LOAD(Load32, uint32_t, plainAddress, RB_PLAIN)
RB_LOAD(Load64, uint64_t, plainAddress, RB_PLAIN)
RB_LOAD(LoadX8, uint8_t, indexedAddress, RB_INDEXED)
RB_LOAD(LoadX16, uint16_t, indexedAddress, RB_INDEXED)
RB_LOAD(LoadX32, uint32_t, indexedAddress, RB_INDEXED)
RB_LOAD(LoadX64, uint64_t, indexedAddress, RB_INDEXED)
RB_STORE(Store8, uint8_t, plainAddress, RB_PLAIN)
RB_STORE(Store16, uint16_t, plainAddress, RB_PLAIN)
RB_STORE(Store32, uint32_t, plainAddress, RB_PLAIN)
RB_STORE(Store64, uint64_t, plainAddress, RB_PLAIN)
RB_STORE(StoreX8, uint8_t, indexedAddress, RB_INDEXED)
RB_STORE(StoreX16, uint16_t, indexedAddress, RB_INDEXED)
RB_STORE(StoreX32, uint32_t, indexedAddress, RB_INDEXED)
RB_STORE(StoreX64, uint64_t, indexedAddress, RB_INDEXED)

RB_DEFINE(Lea) {
  r[pc->dst] = plainAddress(pc, r);
  RB_NEXT();
}

/// Arithmetic that leaves an index. Large objects have several.
static uint64_t farPointer(Core *m, uint64_t from, uint64_t to, bool inBounds) {
  return isInLarge(m, from, to) ? to
                                : m->stepPointer(from, to - from, inBounds);
}
static RB_CC void farLeaX(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  const uint64_t to = indexedAddress(pc, r);
  r[pc->dst] = farPointer(m, r[pc->a], to, pc->c & kInBounds);
  RB_NEXT();
}
RB_DEFINE(LeaX) {
  const uint64_t to = indexedAddress(pc, r);
  if (__builtin_expect((to ^ r[pc->a]) >> kOffsetBits, false))
    [[clang::musttail]] return farLeaX(pc, r, m, n);
  r[pc->dst] = to;
  RB_NEXT();
}
RB_DEFINE(LeaMul) {
  const uint64_t to = r[pc->a] + r[pc->b] * r[pc->c];
  r[pc->dst] = (to ^ r[pc->a]) >> kOffsetBits
                   ? farPointer(m, r[pc->a], to, pc->imm)
                   : to;
  RB_NEXT();
}

// Values by layout ------------------------------------------------------------

namespace {

constexpr unsigned kInlineLayout = 256;

/// A buffer of any size that is on the stack for common ones.
struct Buffer {
  explicit Buffer(uint64_t size) {
    if (size > kInlineLayout)
      large.resize(size);
    bytes = size > kInlineLayout ? large.data() : small;
  }
  uint8_t small[kInlineLayout];
  std::vector<uint8_t> large;
  uint8_t *bytes;
};

uint64_t packedBits(const uint8_t *bytes, uint64_t first, unsigned count) {
  uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i)
    value |= uint64_t(bytes[(first + i) / 8] >> ((first + i) % 8) & 1) << i;
  return value;
}

void unpackLayout(const Layout &layout, const uint8_t *bytes, uint64_t *slots) {
  uint64_t bit = 0;
  for (const LayoutLeaf &leaf : layout.leaves) {
    if (layout.bitPacked) {
      *slots++ = packedBits(bytes, bit, leaf.bits);
      bit += leaf.bits;
      continue;
    }
    uint64_t words[slotsOfBits(kMaxIntegerBits)] = {};
    std::memcpy(words, bytes + leaf.offset, leaf.bytes);
    uint64_t &last = words[leaf.slots - 1];
    last = truncate(last, leaf.bits - 64 * (leaf.slots - 1));
    for (unsigned i = 0; i < leaf.slots; ++i)
      *slots++ = words[i];
  }
}

/// Padding bytes keep what `bytes` held before.
void packLayout(const Layout &layout, const uint64_t *slots, uint8_t *bytes) {
  uint64_t bit = 0;
  if (layout.bitPacked)
    std::memset(bytes, 0, layout.size);
  for (const LayoutLeaf &leaf : layout.leaves) {
    if (layout.bitPacked) {
      for (unsigned i = 0; i < leaf.bits; ++i, ++bit)
        bytes[bit / 8] |= uint8_t((*slots >> i & 1) << (bit % 8));
      ++slots;
      continue;
    }
    std::memcpy(bytes + leaf.offset, slots, leaf.bytes);
    slots += leaf.slots;
  }
}

bool hasPadding(const Layout &layout) {
  uint64_t bytes = 0;
  for (const LayoutLeaf &leaf : layout.leaves)
    bytes += leaf.bytes;
  return !layout.bitPacked && bytes != layout.size;
}

bool loadLayout(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  const Layout &layout = m->program.layouts[pc->b];
  Buffer buffer(layout.size);
  if (!m->loadSlow(pc, n, reach(m, pc, r, plainAddress(pc, r)), layout.size, pc->c,
                   buffer.bytes))
    return false;
  unpackLayout(layout, buffer.bytes, r + pc->dst);
  return true;
}

bool storeLayout(Core *m, const Insn *pc, uint64_t n, const uint64_t *r) {
  const Layout &layout = m->program.layouts[pc->b];
  Buffer buffer(layout.size);
  const uint64_t address = reach(m, pc, r, plainAddress(pc, r));
  if (hasPadding(layout) && m->state.find(address)) {
    Place place;
    if (!m->resolve(address, layout.size, true, place)) {
      m->failAt(pc, n);
      return false;
    }
    m->readPlace(place, buffer.bytes, layout.size);
  }
  packLayout(layout, r + pc->dst, buffer.bytes);
  return m->storeSlow(pc, n, address, layout.size, pc->c, buffer.bytes);
}

} // namespace

RB_DEFINE(LoadL) {
  if (!loadLayout(m, pc, n, r))
    return;
  RB_NEXT();
}
RB_DEFINE(StoreL) {
  if (!storeLayout(m, pc, n, r))
    return;
  RB_NEXT();
}

static void bitcast(Core *m, const Insn *pc, uint64_t *r) {
  const Layout &from = m->program.layouts[pc->b];
  const Layout &to = m->program.layouts[pc->c];
  Buffer buffer(std::max(from.size, to.size));
  std::memset(buffer.bytes, 0, std::max(from.size, to.size));
  packLayout(from, r + pc->a, buffer.bytes);
  unpackLayout(to, buffer.bytes, r + pc->dst);
}
RB_DEFINE(Bitcast) {
  bitcast(m, pc, r);
  RB_NEXT();
}
RB_DEFINE(ExtractAt) {
  const uint64_t at = r[pc->b] < pc->c ? r[pc->b] : 0;
  std::memmove(r + pc->dst, r + pc->a + at * uint32_t(pc->imm),
               uint32_t(pc->imm) * sizeof(uint64_t));
  RB_NEXT();
}
RB_DEFINE(InsertAt) {
  const uint64_t at = r[pc->b] < pc->c ? r[pc->b] : 0;
  std::memmove(r + pc->dst + at * uint32_t(pc->imm), r + pc->a,
               uint32_t(pc->imm) * sizeof(uint64_t));
  RB_NEXT();
}

// Bulk memory -------------------------------------------------------------------

namespace {

/// Size of a range for visibility and races: no object is larger than this.
uint32_t rangeSize(uint64_t size) {
  return uint32_t(std::min<uint64_t>(size, UINT32_MAX));
}

/// Parks if a range is shared; true = go on and do it.
bool readyForBulk(Core *m, const Insn *pc, uint64_t n,
                  llvm::ArrayRef<Access> ranges) {
  if (!m->multi || !(pc->c & kMarked))
    return true;
  if (m->isTso())
    m->drain(m->current);
  if (n == m->visibleAt)
    return !m->isWeak() || !m->racesWithRecords(pc, n, ranges);
  bool shared = false;
  for (const Access &range : ranges)
    shared |= m->touchesShared(range.address, range.size);
  if (!shared)
    return true;
  if (m->isInSection())
    return !m->racesInSection(pc, n, ranges);
  const bool isPlain = !(pc->c & kVolatile);
  if (isPlain && m->goesOnWith(pc, n, ranges))
    return m->end == StepEnd::Parked;
  Pending &pending = m->park(pc, n, PendingKind::Access);
  pending.accesses = Accesses(ranges);
  pending.isPlain = isPlain;
  return false;
}

bool copyMemory(Core *m, const Insn *pc, uint64_t n, const uint64_t *r,
                bool mayOverlap) {
  const uint64_t to = r[pc->dst], from = r[pc->a], size = r[pc->b];
  const uint32_t part = rangeSize(size);
  const Access ranges[2] = {{to, part, true, false, false},
                            {from, part, false, false, false}};
  if (!readyForBulk(m, pc, n, ranges))
    return false;
  m->stopAt(pc, n);
  if (!mayOverlap && to != from && to < from + size && from < to + size) {
    m->raise(FaultKind::OutOfBounds, "memcpy of overlapping ranges", to);
    return false;
  }
  return m->copyBytes(to, from, size);
}

} // namespace

bool setMemory(Core *m, const Insn *pc, uint64_t n, const uint64_t *r) {
  const uint64_t to = r[pc->dst], size = r[pc->b];
  const Access range = {to, rangeSize(size), true, false, false};
  if (!readyForBulk(m, pc, n, range))
    return false;
  m->stopAt(pc, n);
  return m->fillBytes(to, uint8_t(r[pc->a]), size);
}

namespace {

bool makeStackObject(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  m->stopAt(pc, n);
  const uint64_t units = r[pc->a];
  // Now and then: what grows passes every position.
  if (m->stackNext % 64 == 0 && m->exceedsMemory()) {
    m->cutPath(pc, n, "memory limit reached by the program's own memory");
    return false;
  }
  const unsigned __int128 size = (unsigned __int128)units * pc->c;
  uint64_t address =
      size > (64u << 20) ? 0 : m->allocateStack(uint64_t(size), pc->b);
  if (!address) {
    m->raise(FaultKind::StackOverflow,
             "the stack overflows: no room for local variables");
    return false;
  }
  r[pc->dst] = address;
  return true;
}

} // namespace

RB_DEFINE(MemCpy) {
  const uint64_t to = r[pc->dst], from = r[pc->a], size = r[pc->b];
  const bool isApart = to == from || to >= from + size || from >= to + size;
  if (__builtin_expect(isApart && m->copyCached(to, from, size), true))
    RB_NEXT();
  if (!copyMemory(m, pc, n, r, false))
    return;
  RB_NEXT();
}
RB_DEFINE(MemMove) {
  if (m->copyCached(r[pc->dst], r[pc->a], r[pc->b]))
    RB_NEXT();
  if (!copyMemory(m, pc, n, r, true))
    return;
  RB_NEXT();
}
RB_DEFINE(MemSet) {
  if (m->fillCached(r[pc->dst], uint8_t(r[pc->a]), r[pc->b]))
    RB_NEXT();
  if (!setMemory(m, pc, n, r))
    return;
  RB_NEXT();
}
static RB_CC __attribute__((noinline)) void
newLocal(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  if (!makeStackObject(m, pc, n, r))
    return;
  RB_NEXT();
}
RB_DEFINE(Alloca) {
  const uint64_t again =
      r[pc->a] == 1 ? m->allocateAgain(pc->c, pc->b) : 0;
  if (__builtin_expect(!again, false))
    [[clang::musttail]] return newLocal(pc, r, m, n);
  r[pc->dst] = again;
  RB_NEXT();
}
RB_DEFINE(Reserve) {
  m->stopAt(pc, n);
  r[pc->dst] = m->reserveStack(pc->c, pc->b);
  if (!r[pc->dst])
    return m->raise(FaultKind::StackOverflow,
                    "the stack overflows: no room for local variables");
  RB_NEXT();
}
RB_DEFINE(ScopeStart) {
  m->startScope(pc, r[pc->a], pc->c);
  RB_NEXT();
}
RB_DEFINE(ScopeEnd) {
  m->endScope(pc, r[pc->a]);
  RB_NEXT();
}
RB_DEFINE(StackSave) {
  r[pc->dst] = m->stackNext;
  RB_NEXT();
}
RB_DEFINE(StackRestore) {
  if (r[pc->a] < m->stackNext)
    m->restoreStack(pc, uint32_t(r[pc->a]));
  RB_NEXT();
}
RB_DEFINE(FrameAddr) {
  r[pc->dst] = localAddress(m->current, m->top->stackMark, 0);
  RB_NEXT();
}
RB_DEFINE(TlsAddr) {
  r[pc->dst] = makeAddress(RegionKind::Heap, m->current, m->tlsIndex[pc->c]);
  RB_NEXT();
}

} // namespace rbcheck
