//===- interp/exec/Leaks.cpp - Heap memory that nothing leads to ----------===//
//
// A conservative search for pointers, from what the program can still use: its
// global variables, and of every thread that has not ended its thread-local
// variables, the locals on its stack, and the registers that it still reads;
// the result of a thread that nobody has joined. Whatever there looks like an
// address of a heap block leads to it, wherever in the block it points, or just
// before or behind it, if it lies at a multiple of four bytes. Memory that
// runtime/ keeps for itself (AllocKind::Internal) is never lost, and what it
// points to is not.
//
// What is not seen: a pointer that is kept in pieces, encoded, or with bits set
// above those of an address. What is seen although nobody uses it: numbers that
// happen to be addresses.
//
// Once nothing leads to a block, nothing ever will: so memory that is lost is
// lost at the end, too, whatever comes in between.
//
// Tested by test/verify/leak-*.c, test/verify/leak_graphs.py.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/program/OperandInfo.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <cstring>

namespace rbcheck {
namespace {

/// Calls visit(word) for all that could be a pointer in an object: eight bytes
/// at every multiple of four. At any offset would be too many: then the low
/// bytes of one number and the zeros of the one before it are an address.
template <typename Visit>
void forEachWord(const OpenState &state, const Object &object, Visit visit) {
  constexpr uint64_t kHalf = 4; // a word may begin in the piece before
  uint8_t bytes[kHalf + kLeafBytes];
  uint64_t carried = 0;
  for (uint64_t at = 0; at < object.size; at += kLeafBytes) {
    if (!object.isSmall() && !object.leaves.get(uint32_t(at / kLeafBytes))) {
      carried = 0; // nothing was stored there
      continue;
    }
    const uint64_t n = std::min<uint64_t>(kLeafBytes, object.size - at);
    state.read(&object, at, bytes + kHalf, n);
    for (uint64_t i = kHalf - carried; i + 8 <= kHalf + n; i += kHalf) {
      uint64_t word;
      std::memcpy(&word, bytes + i, 8);
      visit(word);
    }
    carried = kHalf;
    std::memcpy(bytes, bytes + kLeafBytes, kHalf);
  }
}

/// The heap object that a word points to, or null.
const Object *pointedTo(const OpenState &state, uint64_t word) {
  if (isStray(word))
    word = isDeadLocal(word) ? 0 : originOf(word);
  if (regionOf(word) != RegionKind::Heap || !isCanonical(word))
    return nullptr;
  const Object *object = state.find(word);
  if (!object || word - object->base > object->size + kGuard)
    object = state.find(word + kGuard); // just before, as arrays counted from 1
  return object && object->kind == ObjectKind::Heap ? object : nullptr;
}

bool isLive(const ThreadNode &thread) {
  return thread.s.status != ThreadStatus::Finished;
}

/// Calls visit(word) for every word that the program can still use and that is
/// not in an object.
template <typename Visit>
void forEachRegister(const Core &core, LiveSlots liveAt, Visit visit) {
  auto visitFrames = [&](const FrameNode *frame) {
    for (; frame; frame = frame->parent) {
      visit(frame->varargs);
      visit(frame->preset);
      for (uint32_t i = 0; i < frame->count; ++i)
        visit(frame->slots()[i]);
    }
  };
  for (uint32_t id = 0; id < core.state.threadCount(); ++id) {
    const ThreadNode &thread = core.state.thread(id);
    visit(thread.s.result); // 0 once somebody joined it, or it is detached
    visit(thread.s.wait[0]);
    visit(thread.s.wait[1]);
    // While a thread runs, and when it has ended the process, its inner frames
    // are not packed.
    const bool isUnpacked =
        core.current == id && (core.isRunning || core.end != StepEnd::Parked);
    if (!isUnpacked) {
      visitFrames(thread.top);
      continue;
    }
    visitFrames(core.below.get());
    for (const Frame *frame = core.bottom; frame <= core.top; ++frame) {
      const uint32_t pc = uint32_t(frame->pc - frame->fn->code.data());
      const uint32_t function =
          uint32_t(frame->fn - core.program.functions.data());
      visit(frame->varargs);
      visit(frame->preset);
      const bool isRunning = core.isRunning && frame == core.top;
      llvm::ArrayRef<uint16_t> live;
      if (isRunning && liveAt)
        live = liveAt({function, pc});
      else if (uint32_t at = frame->fn->liveIndex[pc]; at != kNoLive)
        live = {frame->fn->livePool.data() + at + 1, frame->fn->livePool[at]};
      for (uint16_t slot : live)
        visit(frame->base[slot]);
      if (!isRunning)
        continue;
      // A call that is about to be made: what is behind it does not read its
      // arguments.
      const Function &fn = core.original.functions[function];
      forEachSlotUse(core.original.layouts, fn, fn.code[pc],
                     [&](const SlotUse &use) {
                       for (uint32_t i = 0; use.reads && i < use.count; ++i)
                         visit(frame->base[use.first + i]);
                     });
    }
  }
}

/// Follows pointers from what the program can still use.
class Reach {
public:
  Reach(const Core &core, LiveSlots liveAt) : core_(core) {
    auto follow = [&](uint64_t word) { reach(word); };
    auto scan = [&](const Object &object) {
      forEachWord(core.state, object, follow);
    };
    forEachRegister(core, liveAt, follow);
    core.state.forEachIn(core.state.globals(), scan);
    for (uint32_t id = 0; id < core.state.threadCount(); ++id) {
      const ThreadNode &thread = core.state.thread(id);
      if (isLive(thread))
        core.state.forEachIn(thread.stack, scan);
      core.state.forEachIn(thread.heap, [&](const Object &object) {
        if (object.kind == ObjectKind::Tls ||
            object.alloc == AllocKind::Internal)
          scan(object);
      });
    }
    while (!work_.empty()) {
      const Object *object = work_.back();
      work_.pop_back();
      scan(*object);
    }
  }

  bool has(const Object &object) const { return seen_.contains(object.base); }

private:
  void reach(uint64_t word) {
    const Object *object = pointedTo(core_.state, word);
    if (object && seen_.insert(object->base).second)
      work_.push_back(object);
  }

  const Core &core_;
  llvm::DenseSet<uint64_t> seen_;
  std::vector<const Object *> work_;
};

/// Blocks that are lost, and which of them lead to which.
class Lost {
public:
  Lost(const Core &core, std::vector<const Object *> blocks)
      : blocks_(std::move(blocks)), next_(blocks_.size()),
        isSeen_(blocks_.size()) {
    llvm::DenseMap<const Object *, uint32_t> numbers;
    for (uint32_t i = 0; i < blocks_.size(); ++i)
      numbers[blocks_[i]] = i;
    for (uint32_t i = 0; i < blocks_.size(); ++i)
      forEachWord(core.state, *blocks_[i], [&](uint64_t word) {
        auto found = numbers.find(pointedTo(core.state, word));
        if (found != numbers.end() && found->second != i)
          next_[i].push_back(found->second);
      });
  }

  /// Those that no other leads to; of a circle that nothing else leads to, the
  /// first. (Of what a walk through all leaves last nobody leads there but what
  /// it leads to itself.)
  std::vector<LeakedBlock> roots() {
    std::vector<uint32_t> left;
    for (uint32_t i = 0; i < blocks_.size(); ++i)
      walk(i, [&](uint32_t block) { left.push_back(block); });
    isSeen_.assign(blocks_.size(), false);
    std::vector<LeakedBlock> roots;
    for (size_t i = left.size(); i-- > 0;) {
      if (isSeen_[left[i]])
        continue;
      LeakedBlock root{blocks_[left[i]]->base, blocks_[left[i]]->size, 0, 0};
      walk(left[i], [&](uint32_t block) {
        root.moreBlocks += block != left[i];
        root.moreBytes += block != left[i] ? blocks_[block]->size : 0;
      });
      roots.push_back(root);
    }
    std::sort(roots.begin(), roots.end(),
              [](const LeakedBlock &a, const LeakedBlock &b) {
                return a.base < b.base;
              });
    return roots;
  }

private:
  /// Depth first from a block, through all that were not seen; leave(block)
  /// behind all that a block leads to.
  template <typename Leave> void walk(uint32_t from, Leave leave) {
    if (isSeen_[from])
      return;
    struct At {
      uint32_t block;
      size_t next;
    };
    std::vector<At> path{{from, 0}};
    isSeen_[from] = true;
    while (!path.empty()) {
      At &at = path.back();
      if (at.next == next_[at.block].size()) {
        leave(at.block);
        path.pop_back();
        continue;
      }
      const uint32_t to = next_[at.block][at.next++];
      if (!isSeen_[to]) {
        isSeen_[to] = true;
        path.push_back({to, 0});
      }
    }
  }

  std::vector<const Object *> blocks_;      ///< by address
  std::vector<std::vector<uint32_t>> next_; ///< of each: where it leads
  std::vector<bool> isSeen_;
};

} // namespace

static std::vector<const Object *> lostBlocks(const Core &core) {
  std::vector<const Object *> blocks;
  for (uint32_t id = 0; id < core.state.threadCount(); ++id)
    core.state.forEachIn(core.state.thread(id).heap, [&](const Object &object) {
      if (object.kind == ObjectKind::Heap &&
          object.alloc != AllocKind::Internal)
        blocks.push_back(&object);
    });
  if (blocks.empty())
    return blocks;
  const Reach reach(core, nullptr);
  std::erase_if(blocks, [&](const Object *block) { return reach.has(*block); });
  return blocks;
}

std::vector<uint64_t> MachineQuestions::findLost() {
  std::vector<uint64_t> lost;
  for (const Object *block : lostBlocks(*core_))
    lost.push_back(block->base);
  return lost;
}

std::vector<LeakedBlock> MachineQuestions::findLeaks() {
  std::vector<const Object *> blocks = lostBlocks(*core_);
  if (blocks.empty())
    return {};
  return Lost(*core_, std::move(blocks)).roots();
}

bool MachineQuestions::isReached(uint64_t base, LiveSlots liveAt) {
  const Object *object = core_->state.find(base);
  return object && Reach(*core_, liveAt).has(*object);
}

} // namespace rbcheck
