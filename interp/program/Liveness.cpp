//===- interp/program/Liveness.cpp - Which slots still matter where -------===//
//
// The usual backward analysis over basic blocks. Most slots are written and
// read within one block; bit vectors hold only those that some block reads
// before it writes them ("carried" slots), which keeps large functions cheap.
//
//===----------------------------------------------------------------------===//
#include "interp/program/Liveness.h"

#include "interp/program/OperandInfo.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace rbcheck {
namespace {

/// A set of slots that is cheap to change and to list.
class SlotSet {
public:
  explicit SlotSet(size_t slots) : position_(slots, kAbsent) {}

  void insert(uint32_t slot) {
    if (position_[slot] != kAbsent)
      return;
    position_[slot] = uint32_t(members_.size());
    members_.push_back(slot);
  }
  void erase(uint32_t slot) {
    uint32_t at = position_[slot];
    if (at == kAbsent)
      return;
    members_[at] = members_.back();
    position_[members_[at]] = at;
    members_.pop_back();
    position_[slot] = kAbsent;
  }
  void clear() {
    for (uint32_t slot : members_)
      position_[slot] = kAbsent;
    members_.clear();
  }
  const std::vector<uint32_t> &members() const { return members_; }

private:
  static constexpr uint32_t kAbsent = ~0u;
  std::vector<uint32_t> position_;
  std::vector<uint32_t> members_;
};

struct Block {
  uint32_t begin = 0;
  uint32_t end = 0;
  SmallVector<uint32_t, 2> successors; ///< numbers of blocks
  BitVector uses, kills, liveIn;       ///< over carried slots
};

class Liveness {
public:
  Liveness(const Program &program, Function &function, LiveAt places)
      : program_(program), function_(function), places_(places),
        live_(function.frameSlots) {}

  void run() {
    function_.liveIndex.assign(function_.code.size(), kNoLive);
    if (function_.returnsTwice)
      return keepAll();
    findBlocks();
    findCarried();
    solve();
    for (const Block &block : blocks_)
      record(block);
  }

private:
  bool isConstant(uint32_t slot) const {
    return slot >= function_.constBase &&
           slot < function_.constBase + function_.constants.size();
  }

  template <typename Visit> void forEachUse(const Insn &insn, Visit visit) {
    forEachSlotUse(program_.layouts, function_, insn, [&](const SlotUse &use) {
      if (!isConstant(use.first))
        visit(use);
    });
  }

  void forEachTarget(uint32_t pc, function_ref<void(uint32_t)> visit) const;
  void findBlocks();
  void findCarried();
  void solve();
  void record(const Block &block);
  void store(uint32_t pc, std::vector<uint16_t> slots);
  void storeLive(uint32_t pc);
  void keepAll();
  void stepOver(const Insn &insn);
  bool isWanted(const Insn &insn) const {
    return places_ == LiveAt::Decisions ||
           (insn.op != Op::Call &&
            (places_ == LiveAt::Everywhere || canPark(insn) ||
             endsLives(insn.op)));
  }

  const Program &program_;
  Function &function_;
  const LiveAt places_;
  std::vector<Block> blocks_;
  std::vector<uint32_t> blockAt_;
  std::vector<uint32_t> carried_;       ///< slot of each carried number
  std::vector<uint32_t> carriedNumber_; ///< and back, or ~0
  std::map<std::vector<uint16_t>, uint32_t> pool_;
  SlotSet live_;
};

void Liveness::forEachTarget(uint32_t pc,
                             function_ref<void(uint32_t)> visit) const {
  const Insn &insn = function_.code[pc];
  if (insn.op == Op::Jmp || insn.op == Op::JmpBack) {
    visit(pc + uint32_t(insn.imm));
  } else if (isConditionalJump(insn.op)) {
    visit(pc + uint32_t(insn.imm));
    visit(pc + insn.c);
  } else if (insn.op == Op::Switch) {
    const SwitchTable &table = function_.switches[insn.c];
    visit(pc + uint32_t(table.defaultTarget));
    for (const SwitchTable::Case &one : table.cases)
      visit(pc + uint32_t(one.target));
  } else if (insn.op == Op::IndirectBr) {
    for (uint32_t target : function_.blocks)
      visit(target);
  }
}

void Liveness::findBlocks() {
  uint32_t size = uint32_t(function_.code.size());
  BitVector isLeader(size + 1);
  isLeader.set(0);
  for (uint32_t pc = 0; pc < size; ++pc) {
    forEachTarget(pc, [&](uint32_t target) { isLeader.set(target); });
    if (endsBlock(function_.code[pc].op))
      isLeader.set(pc + 1);
  }
  blockAt_.assign(size, 0);
  for (uint32_t pc = 0; pc < size; ++pc) {
    if (isLeader.test(pc)) {
      blocks_.emplace_back();
      blocks_.back().begin = pc;
    }
    blocks_.back().end = pc + 1;
    blockAt_[pc] = uint32_t(blocks_.size() - 1);
  }
  for (Block &block : blocks_) {
    uint32_t last = block.end - 1;
    forEachTarget(last, [&](uint32_t target) {
      block.successors.push_back(blockAt_[target]);
    });
    if (!endsBlock(function_.code[last].op) && block.end < size)
      block.successors.push_back(blockAt_[block.end]);
    llvm::sort(block.successors);
    block.successors.erase(
        std::unique(block.successors.begin(), block.successors.end()),
        block.successors.end());
  }
}

/// Finds the slots some block reads before it writes them, and per block which
/// of those it reads first and which it writes.
void Liveness::findCarried() {
  uint32_t slots = function_.frameSlots;
  carriedNumber_.assign(slots, ~0u);
  std::vector<uint32_t> writtenIn(slots, ~0u);
  for (uint32_t number = 0; number < blocks_.size(); ++number)
    for (uint32_t pc = blocks_[number].begin; pc < blocks_[number].end; ++pc) {
      forEachUse(function_.code[pc], [&](const SlotUse &use) {
        for (uint32_t s = use.first; use.reads && s < use.first + use.count;
             ++s)
          if (writtenIn[s] != number && carriedNumber_[s] == ~0u) {
            carriedNumber_[s] = uint32_t(carried_.size());
            carried_.push_back(s);
          }
      });
      forEachUse(function_.code[pc], [&](const SlotUse &use) {
        for (uint32_t s = use.first; use.writes && s < use.first + use.count;
             ++s)
          writtenIn[s] = number;
      });
    }
  for (Block &block : blocks_) {
    block.uses.resize(unsigned(carried_.size()));
    block.kills.resize(unsigned(carried_.size()));
    for (uint32_t pc = block.begin; pc < block.end; ++pc)
      for (bool wantsReads : {true, false})
        forEachUse(function_.code[pc], [&](const SlotUse &use) {
          if (wantsReads ? !use.reads : !use.writes)
            return;
          for (uint32_t s = use.first; s < use.first + use.count; ++s) {
            uint32_t n = carriedNumber_[s];
            if (n == ~0u)
              continue;
            if (!wantsReads)
              block.kills.set(n);
            else if (!block.kills.test(n))
              block.uses.set(n);
          }
        });
    block.liveIn = block.uses;
  }
}

void Liveness::solve() {
  std::vector<SmallVector<uint32_t, 2>> predecessors(blocks_.size());
  for (uint32_t i = 0; i < blocks_.size(); ++i)
    for (uint32_t successor : blocks_[i].successors)
      predecessors[successor].push_back(i);
  // Blocks are in reverse post order, so the last ones come first here.
  std::vector<uint32_t> work;
  BitVector isQueued(unsigned(blocks_.size()), true);
  for (uint32_t i = 0; i < blocks_.size(); ++i)
    work.push_back(i);
  BitVector out;
  while (!work.empty()) {
    uint32_t number = work.back();
    work.pop_back();
    isQueued.reset(number);
    Block &block = blocks_[number];
    out.clear();
    out.resize(unsigned(carried_.size()));
    for (uint32_t successor : block.successors)
      out |= blocks_[successor].liveIn;
    out.reset(block.kills);
    out |= block.uses;
    if (out == block.liveIn)
      continue;
    block.liveIn = out;
    for (uint32_t predecessor : predecessors[number])
      if (!isQueued.test(predecessor)) {
        isQueued.set(predecessor);
        work.push_back(predecessor);
      }
  }
}

//===--- Results ----------------------------------------------------------===//

void Liveness::store(uint32_t pc, std::vector<uint16_t> slots) {
  auto [entry, isNew] =
      pool_.try_emplace(std::move(slots), uint32_t(function_.livePool.size()));
  if (isNew) {
    function_.livePool.push_back(uint16_t(entry->first.size()));
    function_.livePool.insert(function_.livePool.end(), entry->first.begin(),
                              entry->first.end());
  }
  function_.liveIndex[pc] = entry->second;
}

void Liveness::storeLive(uint32_t pc) {
  std::vector<uint16_t> slots(live_.members().begin(), live_.members().end());
  std::sort(slots.begin(), slots.end());
  store(pc, std::move(slots));
}

void Liveness::stepOver(const Insn &insn) {
  forEachUse(insn, [&](const SlotUse &use) {
    for (uint32_t s = use.first; use.writes && s < use.first + use.count; ++s)
      live_.erase(s);
  });
  forEachUse(insn, [&](const SlotUse &use) {
    for (uint32_t s = use.first; use.reads && s < use.first + use.count; ++s)
      live_.insert(s);
  });
}

void Liveness::record(const Block &block) {
  live_.clear();
  for (uint32_t successor : block.successors)
    for (unsigned n : blocks_[successor].liveIn.set_bits())
      live_.insert(carried_[n]);
  for (uint32_t pc = block.end; pc-- > block.begin;) {
    const Insn &insn = function_.code[pc];
    if (insn.op == Op::Call && places_ != LiveAt::Decisions) {
      forEachUse(insn, [&](const SlotUse &use) {
        for (uint32_t i = 0; use.writes && i < use.count; ++i)
          live_.erase(use.first + i);
      });
      storeLive(pc);
    }
    stepOver(insn);
    if (isWanted(insn))
      storeLive(pc);
  }
}

/// setjmp: control may come back to it with any slot unread so far.
void Liveness::keepAll() {
  std::vector<uint16_t> all;
  for (uint32_t slot = 0; slot < function_.frameSlots; ++slot)
    if (!isConstant(slot))
      all.push_back(uint16_t(slot));
  for (uint32_t pc = 0; pc < function_.code.size(); ++pc)
    if (function_.code[pc].op == Op::Call || isWanted(function_.code[pc]))
      store(pc, all);
}

} // namespace

void computeLiveness(const Program &program, Function &function,
                     LiveAt places) {
  function.livePool.clear();
  if (function.code.empty())
    return function.liveIndex.clear();
  Liveness(program, function, places).run();
}

} // namespace rbcheck
