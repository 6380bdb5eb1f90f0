//===- search/triage/static/StaticState.cpp - What is known at a place ----===//
#include "search/triage/static/StaticState.h"

namespace rbcheck {

using Kind = Value::Kind;

Value meet(const Value &a, const Value &b, const Assumptions &facts,
           std::vector<Value> &lost) {
  if (a == b)
    return a;
  if (a.is(Kind::InLocal) && b.is(Kind::InLocal) && a.id == b.id)
    return Value::inLocal(a.id, kSomewhere);
  // Null is one of the values that an address in the heap may have.
  for (const auto &[one, other] : {std::pair(a, b), std::pair(b, a)})
    if (one.is(Kind::InHeap) && other.isNumber(0))
      return Value::inHeap(one.id, one.which, one.number, true);
  if (a.is(Kind::InHeap) && b.is(Kind::InHeap) && a.id == b.id)
    return Value::inHeap(a.id, a.which == b.which ? a.which : Which::Some,
                         a.number == b.number ? a.number : kSomewhere,
                         a.mayBeNull || b.mayBeNull);
  auto global = [&](const Value &value) -> std::optional<uint32_t> {
    if (value.is(Kind::InGlobal))
      return value.id;
    return value.is(Kind::Number) ? facts.globalAt(value.number) : std::nullopt;
  };
  if (global(a) && global(a) == global(b))
    return Value::inGlobal(*global(a));
  lost.push_back(a);
  lost.push_back(b);
  return Value::any();
}

Local *StaticState::find(uint32_t id) {
  for (Local &local : locals_)
    if (local.id == id)
      return &local;
  return nullptr;
}

void StaticState::add(Local local) {
  auto at = std::find_if(locals_.begin(), locals_.end(),
                         [&](const Local &l) { return l.id >= local.id; });
  locals_.insert(at, std::move(local));
}

void StaticState::drop(uint32_t id) {
  std::erase_if(locals_, [&](const Local &local) { return local.id == id; });
}

void StaticState::dropFrame(uint32_t depth) {
  auto isOwn = [&](uint32_t id) {
    return !isHeapId(id) && id >= localId(depth, 0);
  };
  std::erase_if(locals_, [&](const Local &local) { return isOwn(local.id); });
  std::erase_if(shown_, isOwn);
}

void StaticState::begin(uint32_t id, Assumptions &facts, uint32_t function) {
  if (find(id))
    return show(Value::inLocal(id, kSomewhere), facts);
  if (!std::binary_search(shown_.begin(), shown_.end(), id))
    add({id, {}, function});
}

void StaticState::reset(uint32_t id) {
  if (Local *local = find(id))
    local->words.clear();
}

void StaticState::noteShown(uint32_t id) {
  auto at = std::lower_bound(shown_.begin(), shown_.end(), id);
  if (at == shown_.end() || *at != id)
    shown_.insert(at, id);
}

void StaticState::unshow(const Local &local) {
  std::erase(shown_, local.id);
  add(local);
}

// Heap objects
// -----------------------------------------------------------------

void StaticState::publish(uint32_t site, Assumptions &facts) {
  Local *own = find(heapId(site));
  if (!own)
    return;
  Local gone = std::move(*own);
  drop(gone.id);
  PublishedObject object;
  for (const Local::Word &word : gone.words)
    if (word.value.is(Kind::Lock))
      object.locks.insert(word.offset);
    else
      object.set(word.offset, word.size, word.value);
  facts.publish(site, object);
  for (const Local::Word &word : gone.words)
    show(word.value, facts);
}

void StaticState::age(uint32_t site, Assumptions &facts) {
  publish(site, facts);
  auto make = [&](Value &value) {
    if (value.is(Kind::InHeap) && value.id == site &&
        value.which == Which::Newest)
      value.which = Which::Some;
  };
  for (Value &value : slots)
    make(value);
  for (Local &local : locals_)
    for (Local::Word &word : local.words)
      make(word.value);
  auto isIts = [&](uint64_t lock) {
    return isHeapLock(lock) && siteOfLock(lock) == site &&
           whichOfLock(lock) == Which::Newest;
  };
  held.removeIf([&](const Hold &hold) { return isIts(hold.lock); });
  forgetTries(isIts);
}

void StaticState::makeObject(uint32_t site, Assumptions &facts) {
  age(site, facts);
  add({heapId(site), {}});
}

Value StaticState::followed(const Value &address) const {
  if (address.is(Kind::InHeap) && address.which == Which::Newest &&
      find(heapId(address.id)))
    return Value::inLocal(heapId(address.id), address.number);
  return address;
}

void StaticState::show(const Value &value, Assumptions &facts) {
  if (value.is(Kind::InHeap) && value.which == Which::Newest)
    publish(value.id, facts);
  if (!value.is(Kind::InLocal))
    return facts.show(value);
  if (isHeapId(value.id))
    return publish(siteOf(value.id), facts);
  Local *local = find(value.id);
  if (!local)
    return;
  Local gone = std::move(*local);
  drop(gone.id);
  noteShown(gone.id);
  facts.showLocal({gone.function, pcOfLocal(gone.id)});
  for (const Local::Word &word : gone.words)
    show(word.value, facts);
}

static bool doesOverlap(const Local::Word &word, uint64_t offset,
                        uint64_t size) {
  return offset == kSomewhere || size == kSomewhere ||
         (word.offset < offset + size && offset < word.offset + word.size);
}

void StaticState::showContents(uint32_t id, uint64_t offset, uint64_t size,
                               Assumptions &facts) {
  Local *local = find(id);
  std::vector<Value> values;
  if (local)
    for (const Local::Word &word : local->words)
      if (doesOverlap(word, offset, size))
        values.push_back(word.value);
  for (const Value &value : values)
    show(value, facts);
}

Value StaticState::load(const Value &address, uint64_t offset, uint32_t size,
                        Assumptions &facts) {
  if (!address.is(Kind::InLocal))
    return Value::any();
  Local *local = find(address.id);
  if (!local)
    return Value::any();
  uint64_t at = address.number == kSomewhere || offset == kSomewhere
                    ? kSomewhere
                    : address.number + offset;
  if (at != kSomewhere)
    for (const Local::Word &word : local->words)
      if (word.offset == at && word.size == size)
        return word.value;
  showContents(address.id, at, size, facts);
  return Value::any();
}

void StaticState::store(uint32_t id, uint64_t offset, uint64_t size,
                        const Value &value, Assumptions &facts) {
  Local *local = find(id);
  if (!local)
    return show(value, facts);
  // Words that may stay as they are, or in part, are not known any longer.
  bool isKnown = offset != kSomewhere && size != kSomewhere;
  std::vector<Value> lost;
  for (const Local::Word &word : local->words)
    if (doesOverlap(word, offset, size) &&
        !(isKnown && offset <= word.offset &&
          word.offset + word.size <= offset + size))
      lost.push_back(word.value);
  std::erase_if(local->words, [&](const Local::Word &word) {
    return doesOverlap(word, offset, size);
  });
  if (!isKnown) {
    lost.push_back(value);
  } else if (!value.is(Kind::Any) && !value.is(Kind::Unset)) {
    auto at = std::find_if(
        local->words.begin(), local->words.end(),
        [&](const Local::Word &word) { return word.offset > offset; });
    local->words.insert(at, {offset, uint32_t(size), value});
  }
  for (const Value &one : lost)
    show(one, facts);
}

void StaticState::forgetTries(llvm::function_ref<bool(uint64_t)> isMeant) {
  auto isOld = [&](const Value &value) {
    return value.is(Kind::TryResult) && isMeant(value.number);
  };
  for (Value &value : slots)
    if (isOld(value))
      value = Value::any();
  for (Local &local : locals_)
    std::erase_if(local.words,
                  [&](const Local::Word &word) { return isOld(word.value); });
}

bool StaticState::meet(const StaticState &other, Assumptions &facts) {
  StaticState before = *this;
  std::vector<Value> lost;
  std::set<uint32_t> blurred; // sites whose newest object may be meant by Some
  auto join = [&](const Value &a, const Value &b) {
    if (a.is(Kind::InHeap) && b.is(Kind::InHeap) && a.which != b.which &&
        (a.which == Which::Newest || b.which == Which::Newest))
      blurred.insert({a.id, b.id});
    return rbcheck::meet(a, b, facts, lost);
  };
  for (size_t i = 0; i < slots.size(); ++i)
    slots[i] = join(slots[i], other.slots[i]);
  held.meet(other.held);
  children.meet(other.children);
  // Local variables: followed only if in both.
  std::vector<uint32_t> onlyOnce;
  StaticState its = other;
  for (Local &local : locals_) {
    Local *there = its.find(local.id);
    if (!there) {
      onlyOnce.push_back(local.id);
      continue;
    }
    std::vector<Local::Word> both;
    for (const Local::Word &word : local.words) {
      auto same = std::find_if(
          there->words.begin(), there->words.end(), [&](const Local::Word &w) {
            return w.offset == word.offset && w.size == word.size;
          });
      if (same == there->words.end()) {
        lost.push_back(word.value);
        continue;
      }
      Value value = join(word.value, same->value);
      if (!value.is(Kind::Any))
        both.push_back({word.offset, word.size, value});
      there->words.erase(same);
    }
    for (const Local::Word &word : there->words)
      lost.push_back(word.value);
    local.words = std::move(both);
  }
  std::vector<uint32_t> onlyThere;
  for (const Local &local : its.locals_)
    if (!find(local.id) && isHeapId(local.id)) {
      onlyThere.push_back(siteOf(local.id));
    } else if (!find(local.id)) {
      for (const Local::Word &word : local.words)
        lost.push_back(word.value);
      noteShown(local.id);
      facts.showLocal({local.function, pcOfLocal(local.id)});
    }
  for (uint32_t site : onlyThere)
    its.publish(site, facts);
  for (uint32_t site : blurred)
    publish(site, facts);
  for (uint32_t id : onlyOnce)
    show(Value::inLocal(id, kSomewhere), facts);
  for (uint32_t id : its.shown_) {
    show(Value::inLocal(id, kSomewhere), facts);
    noteShown(id);
  }
  for (const Value &value : lost)
    show(value, facts);
  return *this != before;
}

} // namespace rbcheck
