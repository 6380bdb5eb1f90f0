//===- search/triage/static/Assumptions.cpp - What the program may do -----===//
#include "search/triage/static/Assumptions.h"

#include "search/triage/static/Held.h"

#include "interp/state/Address.h"

#include <algorithm>
#include <cstring>

namespace rbcheck {

Assumptions::Assumptions(const Program &program) : program_(program) {
  // Addresses in memory from the start.
  auto scan = [&](const Global &global) {
    for (size_t at = 0; at + 8 <= global.image.size(); ++at) {
      uint64_t value;
      std::memcpy(&value, global.image.data() + at, sizeof(value));
      show(Value::of(value));
    }
  };
  for (const Global &global : program.globals)
    scan(global);
  for (const Global &global : program.tls)
    scan(global);
}

std::optional<uint32_t> Assumptions::globalAt(uint64_t address) const {
  if (isNearNull(address) || address >> 45)
    return std::nullopt;
  const Global *global = program_.globalAt(globalIndexOf(address));
  if (!global)
    return std::nullopt;
  return uint32_t(global - program_.globals.data());
}

void Assumptions::show(const Value &value) {
  if (value.is(Value::Kind::InGlobal))
    insert(shown_, value.id);
  else if (value.is(Value::Kind::Number))
    if (std::optional<uint32_t> global = globalAt(value.number))
      insert(shown_, *global);
  if (value.is(Value::Kind::InHeap))
    leak(value.id);
}

uint32_t Assumptions::site(CodePlace place) {
  auto known = std::find(sites_.begin(), sites_.end(), place);
  if (known == sites_.end())
    known = sites_.insert(known, place);
  return uint32_t(known - sites_.begin());
}

void Assumptions::publish(uint32_t site, const PublishedObject &object) {
  if (isLooking)
    return;
  auto [at, isNew] = published_.insert({site, object});
  const PublishedObject before = at->second;
  at->second.meet(object);
  grew |= isNew || !(at->second == before);
}

Value Assumptions::field(uint32_t site, uint64_t offset, uint64_t size) const {
  auto known = published_.find(site);
  return known == published_.end() ? Value::any()
                                   : known->second.at(offset, size);
}

void Assumptions::writeField(const HeapRange &range, const Value &value) {
  if (isLooking)
    return;
  PublishedObject &object = published_[range.site];
  const size_t before = object.fields.size();
  object.write(range.offset, range.size, value);
  grew |= object.fields.size() != before;
}

void Assumptions::useLock(uint64_t lock, Family family) {
  lock = ofAnyObject(lock);
  auto [at, isNew] = locks_.insert({lock, family});
  grew |= isNew;
  if (at->second != family)
    insert(confused_, lock);
}

void Assumptions::spoil(uint64_t address, uint64_t size) {
  address = ofAnyObject(address);
  insert(spoiled_, std::pair(address, address + size));
}

void Assumptions::spoilGlobal(uint32_t global) {
  insert(spoiledGlobals_, global);
}

static bool overlapsAny(const std::set<std::pair<uint64_t, uint64_t>> &ranges,
                        uint64_t address, uint64_t end) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto &range) {
    return range.first < end && address < range.second;
  });
}

bool Assumptions::hasAttributes(uint64_t lock) const {
  lock = ofAnyObject(lock);
  const uint64_t end = lock + bytesOf(Family::Mutex);
  if (isHeapLock(lock))
    return overlapsAny(withAttributes_, lock, end);
  std::optional<uint32_t> global = globalAt(lock);
  if (!global || overlapsAny(withAttributes_, lock, end) ||
      (shownHaveAttributes_ && isShown(*global)))
    return true;
  // All zero is a plain one (interp/roles/MutexLayout.h).
  const std::vector<uint8_t> &image = program_.globals[*global].image;
  const uint64_t offset = lock - globalAddress(program_.globals[*global].index);
  for (uint64_t at = offset; at < offset + bytesOf(Family::Mutex); ++at)
    if (at < image.size() && image[at])
      return true;
  return false;
}

bool Assumptions::isReliable(uint64_t lock, Family family) const {
  if (lock == kAtomicSection)
    return true;
  lock = ofAnyObject(lock);
  if (confused_.count(lock) || (hasRobust && hasAttributes(lock)))
    return false;
  if (isHeapLock(lock)) {
    // Whoever shares the object, shares it with a lock that was made.
    auto object = published_.find(siteOfLock(lock));
    if (isLeaked(siteOfLock(lock)) || object == published_.end() ||
        !object->second.locks.count(offsetOfLock(lock)))
      return false;
  } else if (std::optional<uint32_t> global = globalAt(lock);
             !global || spoiledGlobals_.count(*global) ||
             (spoilsShown_ && isShown(*global))) {
    return false;
  }
  const uint64_t end = lock + bytesOf(family);
  if (overlapsAny(spoiled_, lock, end))
    return false;
  // No other lock shares a byte with it.
  return std::none_of(locks_.begin(), locks_.end(), [&](const auto &other) {
    return other.first != lock && other.first < end &&
           lock < other.first + bytesOf(other.second);
  });
}

bool Assumptions::mayReleaseByAnybody(uint64_t lock) const {
  if (isHeapLock(lock)) // it would need its address
    return false;
  std::optional<uint32_t> global = globalAt(lock);
  return released_.count(lock) || !global || releasedGlobals_.count(*global) ||
         (releasesShown_ && isShown(*global));
}

uint32_t Assumptions::maker(CodePlace place, uint32_t function,
                            const Value &argument) {
  for (uint32_t i = 0; i < makers_.size(); ++i) {
    Maker &maker = makers_[i];
    if (maker.place != place || maker.function != function)
      continue;
    if (maker.argument != argument && !maker.argument.is(Value::Kind::Any)) {
      show(maker.argument);
      maker.argument = Value::any();
      grew = true;
    }
    if (maker.argument.is(Value::Kind::Any))
      show(argument);
    return i;
  }
  makers_.push_back({place, function, argument});
  grew = true;
  return uint32_t(makers_.size() - 1);
}

bool Assumptions::mayLeave(Root root) const {
  if (leaving_.count(root))
    return true;
  return endsAnywhere_ &&
         std::any_of(creators_.begin(), creators_.end(),
                     [&](const auto &one) { return one.second == root; });
}

std::vector<Root> Assumptions::creatorsOf(uint32_t maker) const {
  std::vector<Root> all;
  for (const auto &[made, by] : creators_)
    if (made == maker)
      all.push_back(by);
  return all;
}

} // namespace rbcheck
