//===- interp/exec/Lifetime.cpp - The end of local variables --------------===//
//
// When a local variable dies, every pointer to it becomes useless. A later one
// may take its address (stack objects are numbered by position, so that loops
// come back to known states), so all copies are made stray (Stray.h): the next
// use is found, and states do not depend on which life a dead pointer is from.
//
// Where copies can be:
// - In memory that outlives it: each store of a pointer into a stack object is
//   noted at the object (Holders.h), except into the object itself and into
//   younger frames, which die first.
// - In registers of other threads and in what they wait for. They can only have
//   it if the object is shared, or was stored somewhere.
// - In the frame that made it: its result, or registers if the frame goes on
//   after the variable's scope. Older frames cannot have it: while it lived
//   they waited for a call, which gave them nothing but its result.
// Copies that a program made byte by byte are not found, as for sharing
// (Memory.cpp); the tag of the address then still finds most uses.
//
// Tested by test/verify/dead-local-*.c and test/unit/LifetimeTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Fresh.h"
#include "interp/exec/Symbolic.h"

#include "llvm/ADT/DenseSet.h"

#include <cstring>

namespace rbcheck {

// Noting pointers ----------------------------------------------------------------

bool Core::outlives(uint64_t word, uint64_t local) const {
  if (!isOnStack(word) || threadOf(word) != threadOf(local))
    return true;
  if (positionOf(word) == positionOf(local))
    return false;
  // Only the running thread knows which objects are the youngest frame's.
  return threadOf(word) != current || positionOf(word) < top->stackMark ||
         positionOf(local) >= top->stackMark;
}

void Core::noteHolder(uint64_t word, uint64_t value) {
  Object *local = find(value);
  if (!local || !outlives(word, value))
    return;
  if (local->holders && local->holders->word == word)
    return;
  local = own(local);
  uint32_t limit = local->holders ? local->holders->limit : kFirstHolderLimit;
  if (local->holders && local->holders->count >= limit)
    limit = sortHolders(local);
  local->holders = addHolder(local->holders, word, limit);
}

/// Drops what no longer holds a pointer to `local`, and all but one of each.
uint32_t Core::sortHolders(Object *local) {
  llvm::DenseSet<uint64_t> seen;
  Holder *kept = nullptr;
  for (const Holder *at = local->holders; at; at = at->next) {
    uint64_t value;
    if (seen.insert(at->word).second && readWord(at->word, value) &&
        state.find(value) == local)
      kept = addHolder(kept, at->word, kFirstHolderLimit);
  }
  release(local->holders);
  local->holders = kept;
  return std::max(kFirstHolderLimit, kept ? 2 * kept->count : 0);
}

bool Core::readWord(uint64_t word, uint64_t &value) const {
  const Object *object = state.find(word);
  if (!object || word - object->base + 8 > object->size)
    return false;
  state.read(object, word - object->base, &value, 8);
  return true;
}

void Core::noteHolders(uint64_t address, const void *bytes, uint64_t n) {
  auto *at = static_cast<const uint8_t *>(bytes);
  // One value may lie anywhere, several lie where words do.
  uint64_t first = n == 8 ? 0 : -address & 7;
  const auto wordAt = [at](uint64_t i) {
    uint64_t value;
    std::memcpy(&value, at + i, 8);
    return value;
  };
  bool isFound = false; // mostly there is none
  for (uint64_t i = first; i + 8 <= n; i += 8)
    isFound |= mayBeOnStack(wordAt(i));
  for (uint64_t i = first; isFound && i + 8 <= n; i += 8)
    if (isOnStack(wordAt(i)))
      noteHolder(address + i, wordAt(i));
}

// Burying ------------------------------------------------------------------------

namespace {

/// Objects of one thread's stack that die together.
struct Dying {
  uint32_t thread;
  uint32_t first;      ///< position
  uint32_t count;
  StrayCode code;      ///< what pointers to them become

  bool holds(uint64_t p) const {
    return isOnStack(p) && threadOf(p) == thread &&
           positionOf(p) - first < count;
  }
  /// Makes a pointer to one of them stray; true if it was one.
  bool bury(uint64_t &p) const {
    if (!holds(p))
      return false;
    p = strayPointer(p, code);
    return true;
  }
};

void buryInMemory(Core &m, const Dying &dying, const Holder *at) {
  for (; at; at = at->next) {
    uint64_t value;
    if (dying.holds(at->word) || !m.readWord(at->word, value) ||
        !dying.bury(value))
      continue;
    Object *object = m.own(m.state.find(at->word));
    m.state.write(object, at->word - object->base, &value, 8);
    m.forgetRange(at->word, 8);
  }
}

bool isMentioned(const FrameNode &frame, const Dying &dying) {
  for (uint32_t i = 0; i < frame.count; ++i)
    if (dying.holds(frame.slots()[i]))
      return true;
  return dying.holds(frame.preset);
}

Ref<FrameNode> copyFrame(const FrameNode &frame, Ref<FrameNode> parent,
                         const Dying &dying, uint64_t epoch) {
  void *memory =
      poolAllocate(sizeof(FrameNode) + frame.count * sizeof(uint64_t));
  auto *copy = new (memory) FrameNode(epoch);
  copy->count = frame.count;
  copy->function = frame.function;
  copy->pc = frame.pc;
  copy->stackMark = frame.stackMark;
  copy->flags = frame.flags;
  copy->varargs = frame.varargs;
  copy->preset = frame.preset;
  dying.bury(copy->preset);
  for (uint32_t i = 0; i < frame.count; ++i) {
    copy->slots()[i] = frame.slots()[i];
    dying.bury(copy->slots()[i]);
  }
  copy->parentHash = parent ? parent->hash : 0;
  copy->parent = parent.take();
  copy->computeHash();
  return Ref<FrameNode>::adopt(copy);
}

/// In the registers of a thread that does not run.
void buryInFrames(Core &m, const Dying &dying, uint32_t id) {
  std::vector<const FrameNode *> frames;
  size_t changed = 0; // how many of the innermost must be made anew
  for (const FrameNode *f = m.state.thread(id).top; f; f = f->parent) {
    frames.push_back(f);
    if (isMentioned(*f, dying))
      changed = frames.size();
  }
  if (changed == 0)
    return;
  Ref<FrameNode> node(changed < frames.size()
                          ? const_cast<FrameNode *>(frames[changed])
                          : nullptr);
  for (size_t i = changed; i-- > 0;)
    node = copyFrame(*frames[i], std::move(node), dying, m.state.epoch());
  ThreadNode &thread = m.state.ownThread(id);
  release(thread.top);
  thread.top = node.take();
}

/// In what a thread is about to do or waits for, or has returned.
bool buryInThread(ThreadScalars &s, Pending &pending, const Dying &dying) {
  bool found = dying.bury(s.result);
  for (uint64_t &waited : s.wait)
    found |= dying.bury(waited);
  llvm::SmallVector<Access, 4> accesses(pending.accesses.begin(),
                                        pending.accesses.end());
  bool foundThere = false;
  for (Access &access : accesses)
    foundThere |= dying.bury(access.address);
  if (foundThere)
    pending.accesses = Accesses(accesses);
  found |= foundThere;
  for (uint64_t &argument : pending.args)
    found |= dying.bury(argument);
  return found;
}

void buryInThreads(Core &m, const Dying &dying) {
  for (uint32_t id = 0; id < m.state.threadCount(); ++id) {
    if (id == m.current)
      continue;
    ThreadScalars s = m.state.thread(id).s;
    Pending pending = m.state.thread(id).pending;
    if (buryInThread(s, pending, dying)) {
      ThreadNode &thread = m.state.ownThread(id);
      thread.s = s;
      thread.pending = pending;
    }
    buryInFrames(m, dying, id);
  }
}

void bury(Core &m, const Dying &dying) {
  bool isKnown = false; // to other threads
  for (uint32_t i = 0; i < dying.count; ++i) {
    Node *node = m.state.thread(dying.thread).stack.get(dying.first + i);
    if (!node || node->type != NodeType::Object)
      continue;
    const Object *object = m.state.latest(static_cast<Object *>(node));
    m.forget(object);
    m.noteEnd(object);
    isKnown |= object->shared || (object->holders && !m.options.locality);
    if (object->holders)
      buryInMemory(m, dying, object->holders);
  }
  if (isKnown && m.state.threadCount() > 1)
    buryInThreads(m, dying);
}

/// In the registers that the running frame still needs behind `pc`, but for
/// the one that names the variable itself.
void buryInFrame(Core &m, const Dying &dying, const Insn *pc, uint32_t except) {
  const Function &fn = *m.top->fn;
  uint32_t at = fn.liveIndex[pc - fn.code.data()];
  if (at == kNoLive)
    return;
  const uint16_t *live = fn.livePool.data() + at + 1;
  for (uint32_t i = 0; i < fn.livePool[at]; ++i)
    if (live[i] != except)
      dying.bury(m.top->base[live[i]]);
}

} // namespace

// Ends of lives -------------------------------------------------------------------

void Core::popStack(uint32_t mark, uint64_t *values, uint32_t count) {
  Dying dying{current, mark, stackNext - mark, kReturned};
  for (uint32_t i = 0; i < count; ++i)
    dying.bury(values[i]);
  popQuiet(mark);
  if (stackNext != mark) {
    bury(*this, dying);
    state.popStack(current, mark);
  }
  stackNext = mark;
}

void Core::restoreStack(const Insn *pc, uint32_t mark) {
  Dying dying{current, mark, stackNext - mark, kScopeEnded};
  bury(*this, dying);
  buryInFrame(*this, dying, pc, ~0u);
  state.popStack(current, mark);
  stackNext = mark;
}

void Core::endScope(const Insn *pc, uint64_t address) {
  Object *object = find(address);
  if (!object)
    return;
  Dying dying{current, positionOf(address), positionsFor(object->size),
              kScopeEnded};
  bury(*this, dying);
  buryInFrame(*this, dying, pc, pc->a);
  state.destroy(object);
}

void Core::startScope(const Insn *pc, uint64_t address, uint64_t size) {
  endScope(pc, address);
  fillFresh(state.createStackAt(address, size, kFreshByte));
  if (options.inputs)
    beginUnset(*this, address, size, pc);
}

uint64_t Core::reserveStack(uint64_t size, uint32_t tag) {
  uint64_t address = state.reserveStack(current, size, tag);
  if (!address)
    return 0;
  stackNext = state.thread(current).s.stackNext;
  if (witness)
    witness->allocated(address, size, current, placeOf(top->pc));
  return address;
}

} // namespace rbcheck
