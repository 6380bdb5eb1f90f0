//===- interp/state/weak/ViewTable.cpp - What everybody knows -------------===//
#include "interp/state/weak/ViewTable.h"

#include <algorithm>

namespace rbcheck {

namespace {

constexpr ViewTable::Set kAll[] = {
    ViewTable::Records, ViewTable::AfterAccess, ViewTable::AfterFence,
    ViewTable::Before,  ViewTable::Own,         ViewTable::Past};
constexpr ViewTable::Set kOfEvents[] = {
    ViewTable::AfterAccess, ViewTable::AfterFence, ViewTable::Before,
    ViewTable::Own, ViewTable::Past};
constexpr ViewTable::Set kOfViews[] = {
    ViewTable::Records, ViewTable::AfterAccess, ViewTable::AfterFence,
    ViewTable::Before};

} // namespace

void ViewTable::putAll(Set set, uint32_t row) {
  const uint32_t columns = columns_[set != Records];
  for (uint32_t i = 0; i < wordsOf(set); ++i) {
    const uint32_t left = columns - i * 64;
    word(set, row, i) = left >= 64 ? ~0ull : (1ull << left) - 1;
  }
}

void ViewTable::joinSet(Set to, uint32_t row, Set from, uint32_t other) {
  for (uint32_t i = 0; i < wordsOf(to); ++i)
    word(to, row, i) |= word(from, other, i);
}

bool ViewTable::isWithin(Set set, uint32_t row, Set in1, uint32_t row1, Set in2,
                         uint32_t row2) const {
  for (uint32_t i = 0; i < wordsOf(set); ++i)
    if (word(set, row, i) & ~(word(in1, row1, i) | word(in2, row2, i)))
      return false;
  return true;
}

bool ViewTable::isPastOrdered(uint32_t row, uint32_t other,
                              bool isOrdered) const {
  for (uint32_t i = 0; i < words_[1]; ++i) {
    const uint64_t past = word(Past, row, i) | word(Past, other, i);
    const uint64_t before = word(AfterAccess, row, i) |
                            word(AfterFence, row, i) |
                            word(AfterFence, other, i) |
                            (isOrdered ? word(AfterAccess, other, i) : 0);
    if (past & ~before)
      return false;
  }
  return true;
}

bool ViewTable::isPastBefore(uint32_t row, uint32_t other) const {
  for (uint32_t i = 0; i < words_[1]; ++i)
    if (word(Past, row, i) &
        ~(word(AfterAccess, other, i) | word(AfterFence, other, i) |
          word(Before, other, i)))
      return false;
  return true;
}

void ViewTable::join(uint32_t to, uint32_t from, bool isOrdered) {
  const size_t width = 2 * size_t(cells_);
  Index *mine = indices_.data() + to * width;
  const Index *other = indices_.data() + from * width;
  for (size_t i = 0; i < width; ++i)
    mine[i] = std::max(mine[i], other[i]);
  joinSet(Records, to, Records, from);
  joinSet(AfterFence, to, AfterFence, from);
  joinSet(Before, to, Before, from);
  if (isOrdered)
    joinSet(AfterAccess, to, AfterAccess, from);
}

void ViewTable::assign(uint32_t to, uint32_t from) {
  const size_t width = 2 * size_t(cells_);
  std::copy_n(indices_.begin() + from * width, width,
              indices_.begin() + to * width);
  for (Set set : kOfViews)
    for (uint32_t i = 0; i < wordsOf(set); ++i)
      word(set, to, i) = word(set, from, i);
}

void ViewTable::clear(uint32_t row) {
  const size_t width = 2 * size_t(cells_);
  std::fill_n(indices_.begin() + row * width, width, Index(0));
  std::fill_n(bits_.begin() + size_t(row) * stride(), stride(), 0);
}

bool ViewTable::isBelow(uint32_t row, uint32_t other, uint32_t second) const {
  const size_t width = 2 * size_t(cells_);
  for (size_t i = 0; i < width; ++i)
    if (indices_[row * width + i] > indices_[other * width + i] &&
        indices_[row * width + i] > indices_[second * width + i])
      return false;
  for (Set set : kAll) {
    const Set in = set == Own ? Before : set;
    if (!isWithin(set, row, in, other, in, second))
      return false;
  }
  return true;
}

void ViewTable::insertRow(uint32_t at) {
  const size_t width = 2 * size_t(cells_);
  indices_.insert(indices_.begin() + at * width, width, Index(0));
  bits_.insert(bits_.begin() + size_t(at) * stride(), stride(), 0);
  ++rows_;
}

void ViewTable::removeRow(uint32_t at) {
  const size_t width = 2 * size_t(cells_);
  indices_.erase(indices_.begin() + at * width,
                 indices_.begin() + (at + 1) * width);
  bits_.erase(bits_.begin() + size_t(at) * stride(),
              bits_.begin() + (size_t(at) + 1) * stride());
  --rows_;
}

void ViewTable::insertCell(uint32_t at) {
  std::vector<Index> wider;
  wider.reserve(size_t(rows_) * 2 * (cells_ + 1));
  for (uint32_t half = 0; half < 2 * rows_; ++half) {
    auto from = indices_.begin() + size_t(half) * cells_;
    wider.insert(wider.end(), from, from + at);
    wider.push_back(0);
    wider.insert(wider.end(), from + at, from + cells_);
  }
  indices_ = std::move(wider);
  ++cells_;
}

void ViewTable::removeCell(uint32_t at) {
  size_t to = 0;
  for (size_t i = 0; i < indices_.size(); ++i)
    if (i % cells_ != at)
      indices_[to++] = indices_[i];
  indices_.resize(to);
  --cells_;
}

void ViewTable::resizeWords(unsigned kind, uint32_t words) {
  const uint32_t before[2] = {words_[0], words_[1]};
  const uint32_t wasStride = stride();
  words_[kind] = words;
  std::vector<uint64_t> moved(size_t(rows_) * stride());
  for (uint32_t row = 0; row < rows_; ++row)
    for (Set set : kAll) {
      const bool ofEvents = set != Records;
      const uint32_t offset = ofEvents ? before[0] + (set - 1) * before[1] : 0;
      std::copy_n(bits_.begin() + size_t(row) * wasStride + offset,
                  std::min(before[ofEvents], words_[ofEvents]),
                  moved.begin() + size_t(row) * stride() + offsetOf(set));
    }
  bits_ = std::move(moved);
}

void ViewTable::insertColumn(unsigned kind, uint32_t at) {
  if (columns_[kind] == words_[kind] * 64)
    resizeWords(kind, words_[kind] + 1);
  ++columns_[kind];
  for (uint32_t row = 0; row < rows_; ++row)
    for (Set set : kAll) {
      if ((set != Records) != bool(kind))
        continue;
      for (uint32_t i = wordsOf(set); i-- > at / 64;) {
        uint64_t &here = word(set, row, i);
        const uint64_t carry = i > at / 64 ? word(set, row, i - 1) >> 63 : 0;
        const uint64_t low =
            i == at / 64 ? (1ull << (at % 64)) - 1 : 0; // stays where it is
        here = (here & low) | (here & ~low) << 1 | carry;
      }
    }
}

void ViewTable::removeColumn(unsigned kind, uint32_t at) {
  for (uint32_t row = 0; row < rows_; ++row)
    for (Set set : kAll) {
      if ((set != Records) != bool(kind))
        continue;
      for (uint32_t i = at / 64; i < wordsOf(set); ++i) {
        uint64_t &here = word(set, row, i);
        const uint64_t low = i == at / 64 ? (1ull << (at % 64)) - 1 : 0;
        const uint64_t carry =
            i + 1 < wordsOf(set) ? word(set, row, i + 1) << 63 : 0;
        here = (here & low) | ((here >> 1) & ~low) | carry;
      }
    }
  --columns_[kind];
  const uint32_t needed = (columns_[kind] + 63) / 64;
  if (needed != words_[kind])
    resizeWords(kind, needed);
}

bool ViewTable::areAlike(uint32_t a, uint32_t b, uint32_t cell,
                         uint32_t index) const {
  const auto merged = [&](uint32_t at, Index value) -> Index {
    return at == cell && value > index ? value - 1 : value;
  };
  for (uint32_t i = 0; i < cells_; ++i)
    if (merged(i, seen(a, i)) != merged(i, seen(b, i)) ||
        merged(i, hbw(a, i)) != merged(i, hbw(b, i)))
      return false;
  for (uint32_t i = 0; i < wordsOf(Records); ++i)
    if (word(Records, a, i) != word(Records, b, i))
      return false;
  return true;
}

void ViewTable::blendEvents(uint32_t to, uint32_t from) {
  for (Set set : kOfEvents)
    for (uint32_t i = 0; i < wordsOf(set); ++i)
      if (set == Past)
        word(set, to, i) |= word(set, from, i);
      else
        word(set, to, i) &= word(set, from, i);
}

bool ViewTable::areAlikeRecords(uint32_t a, uint32_t b) const {
  for (uint32_t row = 0; row < rows_; ++row)
    if (has(Records, row, a) != has(Records, row, b))
      return false;
  return true;
}

bool ViewTable::areAlikeEvents(uint32_t a, uint32_t b) const {
  for (uint32_t row = 0; row < rows_; ++row)
    for (Set set : kOfEvents)
      if (has(set, row, a) != has(set, row, b))
        return false;
  return true;
}

void ViewTable::copyRecord(uint32_t to, uint32_t from) {
  for (uint32_t row = 0; row < rows_; ++row)
    put(Records, row, to, has(Records, row, from));
}

void ViewTable::reorderEvents(const std::vector<uint32_t> &order) {
  const ViewTable before = *this;
  for (uint32_t row = 0; row < rows_; ++row)
    for (Set set : kOfEvents)
      for (uint32_t to = 0; to < order.size(); ++to)
        put(set, row, to, before.has(set, row, order[to]));
}

} // namespace rbcheck
