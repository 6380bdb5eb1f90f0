//===- interp/state/Footprint.cpp - What a thread touched lately ----------===//
#include "interp/state/Footprint.h"

#include <algorithm>
#include <set>

namespace rbcheck {

namespace {

/// Adds a range behind all others, joined with the last one if that is the same.
void append(std::vector<FootRange> &to, const FootRange &range) {
  if (!to.empty() && to.back().end == range.address &&
      to.back().mode == range.mode && to.back().place == range.place)
    to.back().end = range.end;
  else
    to.push_back(range);
}

/// Where a range begins or ends.
struct Border {
  uint64_t at;
  uint32_t range;
  bool isEnd;
};

/// Goes over the borders of all ranges; in between, the strongest mode counts,
/// and of several ranges with that mode the first one.
std::vector<FootRange> flatten(llvm::ArrayRef<FootRange> log) {
  std::vector<Border> borders;
  borders.reserve(2 * log.size());
  for (uint32_t i = 0; i < log.size(); ++i) {
    borders.push_back({log[i].address, i, false});
    borders.push_back({log[i].end, i, true});
  }
  std::sort(borders.begin(), borders.end(),
            [](const Border &a, const Border &b) { return a.at < b.at; });
  std::vector<FootRange> flat;
  std::set<uint32_t> open[3]; // by mode
  uint64_t from = 0;
  for (const Border &border : borders) {
    for (int mode = 2; mode >= 0 && from < border.at; --mode)
      if (!open[mode].empty()) {
        append(flat, {from, border.at, TouchMode(mode),
                      log[*open[mode].begin()].place});
        break;
      }
    from = border.at;
    std::set<uint32_t> &same = open[unsigned(log[border.range].mode)];
    if (border.isEnd)
      same.erase(border.range);
    else
      same.insert(border.range);
  }
  return flat;
}

} // namespace

Footprint::Footprint(std::vector<FootRange> sorted)
    : ranges_(std::move(sorted)) {
  const auto words = coverage();
  hash_ = hashBytes(words.data(), words.size() * sizeof(uint64_t),
                    0x746f7563686564ull);
}

llvm::SmallVector<uint64_t, 16> Footprint::coverage() const {
  llvm::SmallVector<uint64_t, 16> words;
  for (const FootRange &range : ranges_) {
    const size_t n = words.size();
    if (n && words[n - 2] == range.address && words[n - 1] == uint64_t(range.mode))
      words[n - 2] = range.end;
    else
      words.append({range.address, range.end, uint64_t(range.mode)});
  }
  return words;
}

bool areEqual(const FootprintRef &a, const FootprintRef &b) {
  if (a == b)
    return true;
  return a && b && a->hash() == b->hash() && a->coverage() == b->coverage();
}

bool findConflict(const Footprint &mine, const Footprint &other,
                  TouchConflict &found) {
  auto a = mine.ranges().begin(), aEnd = mine.ranges().end();
  auto b = other.ranges().begin(), bEnd = other.ranges().end();
  while (a != aEnd && b != bEnd) {
    if (a->end <= b->address) {
      ++a;
    } else if (b->end <= a->address) {
      ++b;
    } else if (a->mode != TouchMode::Read || b->mode != TouchMode::Read) {
      found = {*a, *b};
      return true;
    } else if (a->end < b->end) {
      ++a;
    } else {
      ++b;
    }
  }
  return false;
}

void FootprintLog::resume(const FootprintRef &before) {
  clear();
  if (before)
    log_.assign(before->ranges().begin(), before->ranges().end());
  sorted_ = log_.size();
}

void FootprintLog::add(uint64_t address, uint64_t size, TouchMode mode,
                       uint64_t place) {
  if (size == 0)
    return;
  const uint64_t end = address + size;
  // Loops touch the same few variables, or one element after another.
  constexpr size_t kRecent = 6;
  for (size_t i = 0, n = std::min(kRecent, log_.size()); i < n; ++i) {
    FootRange &known = log_[log_.size() - 1 - i];
    if (known.address <= address && end <= known.end && mode <= known.mode)
      return;
    if (known.end == address && known.mode == mode && known.place == place) {
      known.end = end;
      return;
    }
  }
  log_.push_back({address, end, mode, place});
  constexpr size_t kSlack = 64;
  if (log_.size() > 2 * sorted_ + kSlack)
    sort();
}

void FootprintLog::sort() {
  log_ = flatten(log_);
  sorted_ = log_.size();
}

FootprintRef FootprintLog::footprint() {
  if (log_.empty())
    return nullptr;
  sort();
  return std::make_shared<const Footprint>(log_);
}

} // namespace rbcheck
