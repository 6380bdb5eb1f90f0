//===- interp/state/weak/WeakMemory.cpp - Memory as the standard has it ---===//
#include "interp/state/weak/WeakMemory.h"

#include <algorithm>

namespace rbcheck {

WeakMemory::WeakMemory(const WeakFacts *facts) : facts_(facts) {
  table_.insertRow(kFences);
  table_.insertRow(kAccesses);
}

// Threads and what they synchronise on ----------------------------------------

void WeakMemory::addThread(std::optional<uint32_t> parent) {
  const uint32_t thread = threads_++;
  buffers_.emplace_back();
  for (unsigned i = 0; i < 3; ++i)
    table_.insertRow(cur(thread));
  if (!parent)
    return;
  table_.assign(cur(thread), cur(*parent));
  table_.assign(acq(thread), cur(*parent));
  table_.joinPast(cur(thread), cur(*parent));
}

void WeakMemory::endThread(uint32_t thread) {
  table_.clear(acq(thread));
  table_.clear(rel(thread));
}

void WeakMemory::forgetThread(uint32_t thread) { table_.clear(cur(thread)); }

void WeakMemory::joinThread(uint32_t thread, uint32_t row, bool isOrdered) {
  table_.join(cur(thread), row, isOrdered);
  table_.join(acq(thread), row, isOrdered);
}

void WeakMemory::learnFromThread(uint32_t thread, uint32_t other) {
  joinThread(thread, cur(other));
  table_.joinPast(cur(thread), cur(other));
}

void WeakMemory::learnFromObject(uint32_t thread, const SyncObject &object) {
  auto at = std::lower_bound(objects_.begin(), objects_.end(), object);
  if (at == objects_.end() || *at != object)
    return;
  const uint32_t row = rowOfObject(uint32_t(at - objects_.begin()));
  joinThread(thread, row);
  table_.joinPast(cur(thread), row);
}

void WeakMemory::learnFromBytes(uint32_t thread, uint64_t address,
                                uint32_t size) {
  for (size_t i = 0; i < objects_.size(); ++i)
    if (objects_[i].address < address + size &&
        address < objects_[i].address + objects_[i].size)
      learnFromObject(thread, objects_[i]);
}

void WeakMemory::teachObject(uint32_t thread, const SyncObject &object) {
  auto at = std::lower_bound(objects_.begin(), objects_.end(), object);
  const uint32_t row = rowOfObject(uint32_t(at - objects_.begin()));
  if (at == objects_.end() || *at != object) {
    objects_.insert(at, object);
    table_.insertRow(row);
  }
  table_.join(row, cur(thread));
  table_.joinPast(row, cur(thread));
}

void WeakMemory::forgetObjects(uint64_t from, uint64_t to) {
  for (size_t i = objects_.size(); i-- > 0;)
    if (objects_[i].size && objects_[i].address < to &&
        from < objects_[i].address + objects_[i].size) {
      table_.removeRow(rowOfObject(uint32_t(i)));
      objects_.erase(objects_.begin() + i);
    }
}

void WeakMemory::forgetRange(uint64_t from, uint64_t to) {
  closeCells(from, to);
  forgetObjects(from, to);
  for (size_t i = records_.size(); i-- > 0;)
    carve(i, from, to);
}

// Store buffers ---------------------------------------------------------------

BufferedStore WeakMemory::pop(uint32_t thread) {
  BufferedStore first = std::move(buffers_[thread].front());
  buffers_[thread].erase(buffers_[thread].begin());
  return first;
}

void WeakMemory::dropStores(uint64_t from, uint64_t to) {
  for (std::vector<BufferedStore> &buffer : buffers_)
    std::erase_if(buffer, [&](const BufferedStore &store) {
      return store.address < to && from < store.address + store.bytes.size();
    });
}

// Cells -----------------------------------------------------------------------

uint32_t WeakMemory::firstOf(uint32_t cell) const {
  uint32_t first = 0;
  for (uint32_t i = 0; i < cell; ++i)
    first += cells_[i].count;
  return first;
}

std::optional<uint32_t> WeakMemory::findCell(uint64_t address, uint32_t size,
                                             bool &clashes) const {
  clashes = false;
  for (uint32_t i = 0; i < cells_.size(); ++i) {
    const Cell &cell = cells_[i];
    if (cell.address == address && cell.size == size)
      return i;
    clashes |=
        cell.address < address + size && address < cell.address + cell.size;
  }
  return std::nullopt;
}

bool WeakMemory::coversCells(uint64_t address, uint32_t size) const {
  return std::all_of(cells_.begin(), cells_.end(), [&](const Cell &cell) {
    const bool isOutside =
        cell.address + cell.size <= address || address + size <= cell.address;
    return isOutside || (address <= cell.address &&
                         cell.address + cell.size <= address + size);
  });
}

void WeakMemory::readCells(uint32_t thread, uint64_t address, uint32_t size,
                           AtomicOrder order) {
  for (uint32_t i = 0; i < cells_.size(); ++i)
    if (cells_[i].address < address + size &&
        address < cells_[i].address + cells_[i].size)
      read(thread, i, cells_[i].count - 1, order);
}

uint32_t WeakMemory::openCell(uint64_t address, uint32_t size, CellValue value,
                              bool isMixed) {
  uint32_t at = 0;
  while (at < cells_.size() && cells_[at].address < address)
    ++at;
  cells_.insert(cells_.begin() + at, Cell{address, size, 0, isMixed});
  table_.insertCell(at);
  Message first;
  first.value = value;
  insertMessage(at, 0, first);
  return at;
}

void WeakMemory::insertMessage(uint32_t cell, uint32_t place,
                               const Message &message) {
  const uint32_t at = firstOf(cell) + place;
  messages_.insert(messages_.begin() + at, message);
  table_.insertRow(2 + 3 * threads_ + at);
  if (cells_[cell].count++ == 0)
    return;
  for (uint32_t row = 0; row < table_.rows(); ++row)
    for (auto *index : {&table_.seen(row, cell), &table_.hbw(row, cell)})
      if (*index >= place)
        ++*index;
}

void WeakMemory::removeMessage(uint32_t cell, uint32_t index) {
  const uint32_t at = firstOf(cell) + index;
  table_.removeRow(rowOfMessage(at));
  messages_.erase(messages_.begin() + at);
  --cells_[cell].count;
  // Who was at it is at the one that has its place now; or, of those before, at
  // the first one.
  for (uint32_t row = 0; row < table_.rows(); ++row)
    for (auto *at : {&table_.seen(row, cell), &table_.hbw(row, cell)})
      if (*at > index)
        --*at;
}

void WeakMemory::removeCell(uint32_t cell) {
  while (cells_[cell].count) {
    const uint32_t at = firstOf(cell);
    table_.removeRow(rowOfMessage(at));
    messages_.erase(messages_.begin() + at);
    --cells_[cell].count;
  }
  table_.removeCell(cell);
  cells_.erase(cells_.begin() + cell);
}

void WeakMemory::closeCells(uint64_t from, uint64_t to) {
  for (uint32_t i = uint32_t(cells_.size()); i-- > 0;)
    if (cells_[i].address < to && from < cells_[i].address + cells_[i].size)
      removeCell(i);
}

// Operations ------------------------------------------------------------------

bool WeakMemory::takesOrder(uint32_t cell, uint32_t message,
                            bool isSeqCst) const {
  return !cells_[cell].isMixed || (isSeqCst && messages_[message].isSeqCst);
}

void WeakMemory::readWays(uint32_t thread, uint32_t cell, AtomicOrder order,
                          bool isUpdate,
                          llvm::SmallVectorImpl<WeakWay> &out) const {
  const uint32_t first = firstOf(cell);
  const uint32_t seen = table_.seen(cur(thread), cell);
  const uint32_t bound =
      order.isSeqCst ? std::max<uint32_t>(seen, table_.seen(kAccesses, cell))
                     : seen;
  for (uint32_t i = cells_[cell].count; i-- > bound;)
    if (!isUpdate || !messages_[first + i].isClosed)
      out.push_back({i, false});
  if (!order.isSeqCst || !facts_->lateOperations)
    return;
  const uint32_t mine = cur(thread);
  for (uint32_t i = cells_[cell].count; i-- > seen;) {
    if (isUpdate && messages_[first + i].isClosed)
      continue;
    // As if it had acquired the message.
    if (!table_.isPastOrdered(mine, rowOfMessage(first + i),
                              takesOrder(cell, first + i, true)))
      out.push_back({i, true});
  }
}

void WeakMemory::storeWays(uint32_t thread, uint32_t cell, AtomicOrder order,
                           llvm::SmallVectorImpl<WeakWay> &out) const {
  const uint32_t first = firstOf(cell);
  const uint32_t mine = cur(thread);
  const uint32_t seen = table_.seen(mine, cell);
  const auto add = [&](uint32_t bound, bool isLate) {
    for (uint32_t place = cells_[cell].count; place > bound; --place)
      if (!messages_[first + place - 1].isClosed)
        out.push_back({place, isLate});
  };
  add(order.isSeqCst ? std::max<uint32_t>(seen, table_.seen(kAccesses, cell))
                     : seen,
      false);
  if (order.isSeqCst && canAccessLate(thread))
    add(seen, true);
}

bool WeakMemory::canAccessLate(uint32_t thread) const {
  return facts_->lateOperations &&
         !table_.isPastOrdered(cur(thread), cur(thread), true);
}

bool WeakMemory::canFenceLate(uint32_t thread) const {
  // Whatever happens before a fence is before it in the order, but for a write
  // that the thread itself has read by a relaxed load.
  return facts_->lateOperations &&
         !table_.isPastBefore(cur(thread), acq(thread));
}

void WeakMemory::countSeqCst(uint32_t thread, bool isFence, bool isLate) {
  if (!facts_->lateOperations)
    return;
  const uint32_t event = table_.addEvent();
  table_.put(ViewTable::Past, cur(thread), event, true);
  table_.put(ViewTable::Before, cur(thread), event, true);
  table_.put(ViewTable::Before, acq(thread), event, true);
  const ViewTable::Set set =
      isFence ? ViewTable::AfterFence : ViewTable::AfterAccess;
  for (uint32_t row : {cur(thread), acq(thread)}) {
    if (!isLate) {
      table_.putAll(set, row);
      continue;
    }
    if (isFence)
      table_.joinSet(ViewTable::AfterFence, row, ViewTable::AfterAccess, row);
    table_.put(set, row, event, true);
  }
}

void WeakMemory::read(uint32_t thread, uint32_t cell, uint32_t index,
                      AtomicOrder order) {
  const uint32_t message = firstOf(cell) + index;
  const uint32_t row = rowOfMessage(message);
  const bool isOrdered = takesOrder(cell, message, order.isSeqCst);
  table_.joinPast(cur(thread), row);
  if (order.acquires) {
    joinThread(thread, row, isOrdered);
    table_.joinSet(ViewTable::Before, cur(thread), ViewTable::Own, row);
    table_.joinSet(ViewTable::Before, acq(thread), ViewTable::Own, row);
  }
  if (!order.acquires && facts_->acquireFences)
    table_.join(acq(thread), row, isOrdered);
  for (uint32_t mine : {cur(thread), acq(thread)})
    table_.seen(mine, cell) =
        std::max<ViewTable::Index>(table_.seen(mine, cell), index);
}

void WeakMemory::write(uint32_t thread, uint32_t cell, uint32_t place,
                       const Message &message, AtomicOrder order,
                       bool isUpdate) {
  insertMessage(cell, place, message);
  const uint32_t at = firstOf(cell) + place;
  const uint32_t row = rowOfMessage(at);
  for (uint32_t mine : {cur(thread), acq(thread)}) {
    table_.seen(mine, cell) = ViewTable::Index(place);
    if (facts_->seqCstFences)
      table_.hbw(mine, cell) = ViewTable::Index(place);
  }
  if (order.isSeqCst)
    table_.seen(kAccesses, cell) = std::max<ViewTable::Index>(
        table_.seen(kAccesses, cell), ViewTable::Index(place));
  table_.join(row, order.releases ? cur(thread) : rel(thread));
  table_.joinPast(row, cur(thread));
  table_.seen(row, cell) = ViewTable::Index(place);
  if (order.isSeqCst && facts_->lateOperations) {
    const uint32_t event = table_.events() - 1; // it was just counted
    table_.put(ViewTable::Before, row, event, false);
    table_.put(ViewTable::Own, row, event, true);
  }
  if (!isUpdate)
    return;
  messages_[at - 1].isClosed = true;
  table_.join(row, row - 1);
  table_.joinPast(row, row - 1);
  table_.joinSet(ViewTable::Own, row, ViewTable::Own, row - 1);
}

void WeakMemory::acquireFence(uint32_t thread) {
  table_.join(cur(thread), acq(thread));
}

void WeakMemory::releaseFence(uint32_t thread) {
  if (facts_->releaseFences)
    table_.assign(rel(thread), cur(thread));
}

void WeakMemory::seqCstFence(uint32_t thread, bool isLate) {
  acquireFence(thread);
  const uint32_t mine = cur(thread);
  countSeqCst(thread, true, isLate);
  for (uint32_t cell = 0; cell < cells_.size(); ++cell) {
    auto &seen = table_.seen(mine, cell);
    if (!isLate)
      seen = std::max(
          {seen, table_.seen(kFences, cell), table_.seen(kAccesses, cell)});
    table_.seen(acq(thread), cell) =
        std::max(table_.seen(acq(thread), cell), seen);
    table_.seen(kFences, cell) = std::max(table_.seen(kFences, cell), seen);
    table_.seen(kAccesses, cell) =
        std::max(table_.seen(kAccesses, cell), table_.hbw(mine, cell));
  }
  releaseFence(thread);
}

} // namespace rbcheck
