//===- interp/state/weak/WeakStates.cpp - Records, and when states match --===//
#include "interp/state/weak/WeakMemory.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace rbcheck {

// Records ---------------------------------------------------------------------

namespace {

bool isWrite(RecordKind kind) {
  return kind == RecordKind::PlainWrite || kind == RecordKind::AtomicWrite;
}
bool isAtomic(RecordKind kind) {
  return kind == RecordKind::AtomicRead || kind == RecordKind::AtomicWrite;
}

/// Accesses of these kinds to the same bytes race if nothing orders them.
bool doConflict(RecordKind a, RecordKind b) {
  return (isWrite(a) || isWrite(b)) && !(isAtomic(a) && isAtomic(b));
}

/// Whatever races with an access of kind `weak` races with one of kind
/// `strong`.
bool isAtLeast(RecordKind strong, RecordKind weak) {
  return strong == weak || strong == RecordKind::PlainWrite ||
         weak == RecordKind::AtomicRead;
}

bool overlap(const Record &record, uint64_t from, uint64_t to) {
  return record.address < to && from < record.end;
}

bool isBefore(const Record &a, const Record &b) {
  return std::tuple(a.address, a.thread, a.kind) <
         std::tuple(b.address, b.thread, b.kind);
}

} // namespace

llvm::SmallVector<Record, 2> WeakMemory::findRaces(const Record &access) const {
  llvm::SmallVector<Record, 2> found;
  for (size_t i = 0; i < records_.size(); ++i)
    if (records_[i].thread != access.thread &&
        overlap(records_[i], access.address, access.end) &&
        doConflict(records_[i].kind, access.kind) &&
        !table_.has(ViewTable::Records, cur(access.thread), uint32_t(i)))
      found.push_back(records_[i]);
  return found;
}

void WeakMemory::removeRecord(size_t at) {
  table_.removeRecord(uint32_t(at));
  records_.erase(records_.begin() + at);
}

void WeakMemory::insertRecord(const Record &record,
                              std::optional<size_t> alike) {
  auto place =
      std::lower_bound(records_.begin(), records_.end(), record, isBefore);
  const uint32_t at = uint32_t(place - records_.begin());
  records_.insert(place, record);
  table_.insertRecord(at);
  if (alike)
    table_.copyRecord(at, uint32_t(*alike + (at <= *alike)));
}

bool WeakMemory::carve(size_t at, uint64_t from, uint64_t to) {
  const Record record = records_[at];
  if (!overlap(record, from, to))
    return false;
  if (record.end > to) {
    Record right = record;
    right.address = to;
    insertRecord(right, at); // stands behind it
  }
  if (record.address < from) {
    records_[at].end = from;
    return false;
  }
  removeRecord(at);
  return true;
}

/// Record `at` stands for an access of the same thread that comes now: who will
/// know the one will know the other.
bool WeakMemory::standsFor(size_t at, const Record &access) const {
  const Record &record = records_[at];
  if (record.thread != access.thread || !isAtLeast(record.kind, access.kind) ||
      record.isGuess || record.address > access.address ||
      record.end < access.end)
    return false;
  for (uint32_t row = 0; row < table_.rows(); ++row)
    if (row != cur(access.thread) && row != acq(access.thread) &&
        table_.has(ViewTable::Records, row, uint32_t(at)))
      return false;
  return true;
}

void WeakMemory::renew(const Record &access) {
  for (size_t i = 0; i < records_.size(); ++i)
    if (standsFor(i, access))
      return;
  // Who knows a plain write knows all that happened before it. What it races
  // with did not, and stays: somebody may ask about that pair.
  const bool isPlainWrite = access.kind == RecordKind::PlainWrite;
  for (size_t i = records_.size(); i-- > 0;)
    if ((isPlainWrite &&
         table_.has(ViewTable::Records, cur(access.thread), uint32_t(i))) ||
        (records_[i].thread == access.thread &&
         isAtLeast(access.kind, records_[i].kind)))
      carve(i, access.address, access.end);
  insertRecord(access, std::nullopt);
  // It stands where carve() left nothing of its kind.
  const auto at =
      std::lower_bound(records_.begin(), records_.end(), access, isBefore);
  const uint32_t column = uint32_t(at - records_.begin());
  table_.put(ViewTable::Records, cur(access.thread), column, true);
  table_.put(ViewTable::Records, acq(access.thread), column, true);
}

// When states match -----------------------------------------------------------

bool WeakMemory::isKnownToAll(uint32_t row, llvm::ArrayRef<Live> live) const {
  for (const Live &one : live)
    if (!table_.isBelow(row, cur(one.thread), cur(one.joins)))
      return false;
  return true;
}

/// The message and the one behind it, which was made of it, say the same.
/// Events may differ: with the past of both and what both know to be before, a
/// reader can do all that it could with either, and loops of updates have an
/// end.
bool WeakMemory::isRepeated(uint32_t cell, uint32_t index) const {
  const uint32_t at = firstOf(cell) + index;
  const Message &one = messages_[at], &next = messages_[at + 1];
  return one.isClosed && one.value == next.value &&
         one.isSeqCst == next.isSeqCst &&
         table_.areAlike(rowOfMessage(at), rowOfMessage(at + 1), cell, index);
}

bool WeakMemory::trim(llvm::ArrayRef<Live> live) {
  bool isExact = true;
  for (uint32_t cell = 0; cell < cells_.size(); ++cell) {
    uint32_t least = cells_[cell].count - 1;
    for (const Live &one : live)
      least = std::min<uint32_t>(least,
                                 std::max(table_.seen(cur(one.thread), cell),
                                          table_.seen(cur(one.joins), cell)));
    for (; least; --least)
      removeMessage(cell, 0);
    for (uint32_t i = cells_[cell].count; i-- > 1;)
      if (isRepeated(cell, i - 1)) {
        const uint32_t row = rowOfMessage(firstOf(cell) + i);
        table_.blendEvents(row, row - 1);
        removeMessage(cell, i - 1);
      }
    while (cells_[cell].count > facts_->history) {
      removeMessage(cell, 0);
      isExact = false;
    }
  }
  return isExact;
}

void WeakMemory::dropRecords(llvm::ArrayRef<Live> live) {
  for (size_t i = records_.size(); i-- > 0;) {
    const uint32_t column = uint32_t(i);
    if (std::all_of(live.begin(), live.end(), [&](const Live &one) {
          return table_.has(ViewTable::Records, cur(one.thread), column) ||
                 table_.has(ViewTable::Records, cur(one.joins), column);
        }))
      removeRecord(i);
  }
}

/// Neighbours that are known to the same become one.
void WeakMemory::mergeRecords() {
  for (size_t i = 0; i < records_.size(); ++i)
    for (size_t k = i + 1;
         k < records_.size() && records_[k].address <= records_[i].end;) {
      const Record &other = records_[k];
      if (other.address == records_[i].end &&
          other.thread == records_[i].thread &&
          other.kind == records_[i].kind &&
          other.isGuess == records_[i].isGuess &&
          table_.areAlikeRecords(uint32_t(i), uint32_t(k))) {
        records_[i].end = other.end;
        removeRecord(k);
      } else {
        ++k;
      }
    }
}

/// Events are told apart by who knows them, and nothing else.
void WeakMemory::dropEvents(llvm::ArrayRef<Live> live) {
  for (uint32_t i = table_.events(); i-- > 0;) {
    const auto isBehind = [&](const Live &one) {
      for (uint32_t thread : {one.thread, one.joins})
        if (table_.has(ViewTable::AfterAccess, cur(thread), i) ||
            table_.has(ViewTable::AfterFence, cur(thread), i))
          return true;
      return false;
    };
    if (std::all_of(live.begin(), live.end(), isBehind))
      table_.removeEvent(i);
  }
  if (table_.events() == 0)
    return;
  std::vector<uint32_t> order(table_.events());
  for (uint32_t i = 0; i < order.size(); ++i)
    order[i] = i;
  const auto isLess = [&](uint32_t a, uint32_t b) {
    for (uint32_t row = 0; row < table_.rows(); ++row)
      for (ViewTable::Set set :
           {ViewTable::AfterAccess, ViewTable::AfterFence, ViewTable::Before,
            ViewTable::Own, ViewTable::Past})
        if (const bool has = table_.has(set, row, a);
            has != table_.has(set, row, b))
          return has;
    return false;
  };
  std::stable_sort(order.begin(), order.end(), isLess);
  table_.reorderEvents(order);
  for (uint32_t i = table_.events(); i-- > 1;)
    if (table_.areAlikeEvents(i - 1, i))
      table_.removeEvent(i);
}

bool WeakMemory::normalise(llvm::ArrayRef<Live> live) {
  const bool isExact = trim(live);
  dropRecords(live);
  dropEvents(live);
  for (uint32_t i = uint32_t(objects_.size()); i-- > 0;)
    if (isKnownToAll(rowOfObject(i), live)) {
      table_.removeRow(rowOfObject(i));
      objects_.erase(objects_.begin() + i);
    }
  for (uint32_t i = uint32_t(cells_.size()); i-- > 0;)
    if (cells_[i].count == 1 && isKnownToAll(rowOfMessage(firstOf(i)), live))
      removeCell(i);
  mergeRecords();
  return isExact;
}

void WeakMemory::encode(llvm::SmallVectorImpl<uint64_t> &out) const {
  out.append({threads_, cells_.size(), messages_.size(), objects_.size(),
              records_.size(), table_.events()});
  for (const Cell &cell : cells_)
    out.append({cell.address, uint64_t(cell.size) << 32 | cell.count});
  for (const Message &one : messages_)
    out.append({uint64_t(one.value), uint64_t(one.value >> 64),
                uint64_t(one.isClosed) << 1 | one.isSeqCst});
  for (const SyncObject &object : objects_)
    out.append({object.address, uint64_t(object.size) << 32 | object.kind});
  for (const Record &record : records_)
    out.append({record.address, record.end,
                uint64_t(record.thread) << 16 | uint64_t(record.kind) << 1 |
                    record.isGuess});
  const auto &indices = table_.indices();
  const size_t bytes = indices.size() * sizeof(ViewTable::Index);
  const size_t at = out.size();
  out.resize(at + (bytes + 7) / 8);
  if (bytes) // of an empty vector there is no data
    std::memcpy(out.data() + at, indices.data(), bytes);
  out.append(table_.bits().begin(), table_.bits().end());
  for (const std::vector<BufferedStore> &buffer : buffers_) {
    out.push_back(buffer.size());
    for (const BufferedStore &store : buffer) {
      out.append({store.address, store.bytes.size()});
      const size_t first = out.size();
      out.resize(first + (store.bytes.size() + 7) / 8);
      std::memcpy(out.data() + first, store.bytes.data(), store.bytes.size());
    }
  }
}

Hash128 WeakMemory::hash() const {
  llvm::SmallVector<uint64_t, 256> words;
  encode(words);
  return hashBytes(words.data(), words.size() * sizeof(uint64_t),
                   0x7765616b6d656d);
}

} // namespace rbcheck
