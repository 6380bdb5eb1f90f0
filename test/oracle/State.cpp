//===- test/oracle/State.cpp - Changing and comparing states --------------===//
#include "test/oracle/State.h"

#include "test/oracle/Program.h"

#include <cstring>
#include <set>

namespace oracle {

Object &State::change(uint32_t name) {
  std::shared_ptr<const Object> &object = objects.at(name);
  if (object.use_count() > 1)
    object = std::make_shared<Object>(*object);
  return const_cast<Object &>(*object);
}

Frame &State::change(uint32_t thread, size_t frame) {
  std::shared_ptr<const Frame> &shared = threads[thread].frames[frame];
  if (shared.use_count() > 1)
    shared = std::make_shared<Frame>(*shared);
  return const_cast<Frame &>(*shared);
}

void State::remove(uint32_t name) {
  objects.erase(name);
  auto at = syncs.lower_bound(uint64_t(name) << 32);
  while (at != syncs.end() && nameOf(at->first) == name)
    at = syncs.erase(at);
}

uint32_t State::freshLocal(uint32_t thread) const {
  std::set<uint32_t> taken;
  auto see = [&](uint64_t word) {
    uint32_t name = nameOf(word);
    if (regionOf(name) == Region::Stack && threadOf(name) == thread)
      taken.insert(name);
  };
  for (const auto &[name, object] : objects) {
    taken.insert(name);
    for (size_t at = 0; at + 8 <= object->bytes.size(); at += 8) {
      uint64_t word;
      std::memcpy(&word, &object->bytes[at], 8);
      see(word);
    }
  }
  for (const Thread &other : threads) {
    see(other.result);
    for (const auto &frame : other.frames)
      for (const Value &value : frame->registers)
        for (uint64_t scalar : value)
          see(scalar);
  }
  uint32_t name = objectName(Region::Stack, thread, 0);
  while (taken.count(name))
    ++name;
  return name;
}

// Keys
// -----------------------------------------------------------------------------

namespace {

class Writer {
public:
  template <typename T> Writer &operator<<(T value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
    return *this;
  }
  std::string text;
};

std::string contents(uint32_t name, const Object &object) {
  Writer out;
  out << 'o' << name << object.family << object.isConstant << object.isOpaque;
  out.text.append(object.bytes.begin(), object.bytes.end());
  return std::move(out.text);
}

std::string contents(const Frame &frame) {
  Writer out;
  out << 'f' << frame.function->number << frame.pc << frame.isFreeStanding
      << frame.stage << uint32_t(frame.locals.size());
  for (uint32_t local : frame.locals)
    out << local;
  for (const Value &value : frame.registers) {
    out << uint32_t(value.size());
    for (uint64_t scalar : value)
      out << scalar;
  }
  return std::move(out.text);
}

void write(Writer &out, const Thread &thread) {
  out << thread.isFinished << thread.isDetached << thread.isJoined
      << thread.isExiting << thread.exitBase << thread.exitStatus
      << thread.result << thread.heapCount << thread.atomicDepth << thread.phase
      << thread.waitsAt << thread.waitsWith;
}

void write(Writer &out, const Sync &sync) {
  out << sync.kind << sync.isDestroyed << sync.type << sync.owner << sync.count
      << sync.total << uint32_t(sync.readers.size());
  for (auto [thread, times] : sync.readers)
    out << thread << times;
}

} // namespace

template <typename T, typename Contents>
uint32_t Keys::number(std::shared_ptr<const T> &part, Contents contents) {
  if (auto at = known_.find(part.get()); at != known_.end())
    return at->second;
  auto [at, isNew] = parts_.try_emplace(contents());
  if (isNew) {
    at->second = {uint32_t(known_.size()), part};
    known_.emplace(part.get(), at->second.number);
  } else {
    part = std::static_pointer_cast<const T>(at->second.first);
  }
  return at->second.number;
}

std::string Keys::keyOf(State &state) {
  Writer out;
  out << uint32_t(state.objects.size()) << uint32_t(state.threads.size())
      << uint32_t(state.syncs.size());
  for (auto &entry : state.objects)
    out << number(entry.second,
                  [&] { return contents(entry.first, *entry.second); });
  for (Thread &thread : state.threads) {
    write(out, thread);
    out << uint32_t(thread.frames.size());
    for (auto &frame : thread.frames)
      out << number(frame, [&] { return contents(*frame); });
  }
  for (const auto &[address, sync] : state.syncs) {
    out << address;
    write(out, sync);
  }
  for (auto [function, argument] : state.atExit)
    out << function << argument;
  return std::move(out.text);
}

} // namespace oracle
