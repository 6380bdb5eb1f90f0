//===- search/result/Bytes.h - Plain data as bytes, and back --------------===//
//
// Numbers and lists of numbers as they lie in memory: for files and messages
// that the same build of rbcheck reads again. Reading more than there is gives
// nothing and is remembered: ask isAtEnd() once, at the end.
//
// A function that transfers a struct is written once for both directions:
//
//   template <typename Stream, typename Value>
//   void transfer(Stream &stream, Value &work) { stream.list(work.schedule); }
//
// Tested by test/search/checkpoint.test and test/unit/RanksTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace rbcheck {

class ByteWriter {
public:
  explicit ByteWriter(llvm::raw_ostream &out) : out_(out) {}
  template <typename T> void number(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out_.write(reinterpret_cast<const char *>(&value), sizeof(T));
  }
  template <typename List> void list(const List &values) {
    number(uint64_t(values.size()));
    for (const auto &value : values)
      number(value);
  }
  /// The same for what is no plain number: transfer(stream, element).
  template <typename List, typename Transfer>
  void each(const List &values, Transfer transfer) {
    number(uint64_t(values.size()));
    for (const auto &value : values)
      transfer(*this, value);
  }

private:
  llvm::raw_ostream &out_;
};

class ByteReader {
public:
  explicit ByteReader(llvm::StringRef bytes) : bytes_(bytes) {}
  template <typename T> void number(T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    isWhole_ &= bytes_.size() >= sizeof(T);
    if (!isWhole_)
      return;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.drop_front(sizeof(T));
  }
  template <typename List> void list(List &values) {
    uint64_t count = 0;
    number(count);
    isWhole_ &= count <= bytes_.size() / sizeof(values[0]);
    if (!isWhole_)
      return;
    values.resize(count);
    for (auto &value : values)
      number(value);
  }
  template <typename List, typename Transfer>
  void each(List &values, Transfer transfer) {
    uint64_t count = 0;
    number(count);
    for (; count && isWhole_; --count)
      transfer(*this, values.emplace_back());
  }
  /// What was not read yet.
  llvm::StringRef rest() const { return bytes_; }
  bool isWhole() const { return isWhole_; }
  bool isAtEnd() const { return isWhole_ && bytes_.empty(); }

private:
  llvm::StringRef bytes_;
  bool isWhole_ = true;
};

/// Calls visit(number) for each of some that lie behind each other.
template <typename T, typename Visit>
void forEachNumber(llvm::StringRef bytes, Visit visit) {
  for (; bytes.size() >= sizeof(T); bytes = bytes.drop_front(sizeof(T))) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof(value));
    visit(value);
  }
}

} // namespace rbcheck
