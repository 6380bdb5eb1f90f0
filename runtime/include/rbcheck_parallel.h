//===- runtime/include/rbcheck_parallel.h - Parallel algorithms -----------===//
//
// What libstdc++'s parallel algorithms (std::execution::par) stand on: it cuts a
// range in the middle, a new thread does the second half. It takes the place of
// the library's own way for one thread, so it has its names; the inner namespace
// tells the two apart. Included by `execution` beside it; docs/openmp.md.
// Tested by test/cxx/parallel-*.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma GCC system_header

#define _PSTL_PARALLEL_BACKEND_SERIAL_H

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

/// Names what a verdict holds for; nothing in a native program.
extern "C" __attribute__((weak)) void __rb_approximate(const char *name,
                                                       const char *who);

namespace __pstl {
namespace __serial_backend {
inline namespace __rbcheck {

template <typename T> class __buffer {
public:
  explicit __buffer(std::size_t size)
      : size_(size), memory_(std::allocator<T>().allocate(size)) {}
  ~__buffer() { std::allocator<T>().deallocate(memory_, size_); }
  __buffer(const __buffer &) = delete;
  __buffer &operator=(const __buffer &) = delete;

  explicit operator bool() const { return memory_ != nullptr; }
  T *get() const { return memory_; }

private:
  std::size_t size_;
  T *memory_;
};

/// Threads that are at it go on: what they find is not looked at.
inline void __cancel_execution() {}

/// Both at once. An exception ends the program, as the algorithms demand.
template <typename First, typename Second>
void __at_once(First &&first, Second &&second) noexcept {
  if (__rb_approximate)
    __rb_approximate("openmp-team", "parallel algorithms on 2 threads");
  std::thread other([&] { second(); });
  first();
  other.join();
}

template <class Policy, typename First, typename Second>
void __parallel_invoke(Policy &&, First &&first, Second &&second) {
  __at_once(first, second);
}

template <class Policy, class Index, class Body>
void __parallel_for(Policy &&, Index first, Index last, Body body) {
  if (last - first < 2)
    return body(first, last);
  const Index middle = first + (last - first) / 2;
  __at_once([&] { body(first, middle); }, [&] { body(middle, last); });
}

template <class Policy, class Value, class Index, typename Body,
          typename Reduction>
Value __parallel_reduce(Policy &&, Index first, Index last,
                        const Value &identity, const Body &body,
                        const Reduction &reduction) {
  if (first == last)
    return identity;
  if (last - first < 2)
    return body(first, last, identity);
  const Index middle = first + (last - first) / 2;
  std::optional<Value> one, other;
  __at_once([&] { one.emplace(body(first, middle, identity)); },
            [&] { other.emplace(body(middle, last, identity)); });
  return reduction(*one, *other);
}

template <class Policy, class Index, class Unary, class T, class Binary,
          class Reduce>
T __parallel_transform_reduce(Policy &&, Index first, Index last, Unary unary,
                              T init, Binary combine, Reduce reduce) {
  if (last - first < 2)
    return reduce(first, last, init);
  const Index middle = first + (last - first) / 2;
  std::optional<T> one, other;
  __at_once([&] { one.emplace(reduce(first, middle, init)); },
            [&] { other.emplace(reduce(middle + 1, last, T(unary(middle)))); });
  return combine(*one, *other);
}

template <class Policy, typename Index, typename T, typename Reduce,
          typename Combine, typename Scan, typename Apex>
void __parallel_strict_scan(Policy &&, Index size, T initial, Reduce reduce,
                            Combine combine, Scan scan, Apex apex) {
  if (size < 2) {
    T sum = initial;
    if (size)
      sum = combine(sum, reduce(Index(0), size));
    apex(sum);
    if (size)
      scan(Index(0), size, initial);
    return;
  }
  const Index middle = size / 2;
  std::optional<T> one, other;
  __at_once([&] { one.emplace(reduce(Index(0), middle)); },
            [&] { other.emplace(reduce(middle, size - middle)); });
  const T sum = combine(initial, *one);
  apex(combine(sum, *other));
  __at_once([&] { scan(Index(0), middle, initial); },
            [&] { scan(middle, size - middle, sum); });
}

template <class Policy, class Index, class Unary, class T, class Binary,
          class Reduce, class Scan>
T __parallel_transform_scan(Policy &&, Index size, Unary, T init, Binary,
                            Reduce reduce, Scan scan) {
  if (size < 2)
    return scan(Index(0), size, init);
  const Index middle = size / 2;
  const T sum = reduce(Index(0), middle, init);
  std::optional<T> result;
  __at_once([&] { scan(Index(0), middle, init); },
            [&] { result.emplace(scan(middle, size, sum)); });
  return *result;
}

template <class Policy, typename Iterator, typename Compare, typename Sort>
void __parallel_stable_sort(Policy &&, Iterator first, Iterator last,
                            Compare compare, Sort sort, std::size_t = 0) {
  if (last - first < 2)
    return;
  const Iterator middle = first + (last - first) / 2;
  __at_once([&] { sort(first, middle, compare); },
            [&] { sort(middle, last, compare); });
  std::vector<typename std::iterator_traits<Iterator>::value_type> merged;
  const auto move = [](Iterator at) { return std::make_move_iterator(at); };
  std::merge(move(first), move(middle), move(middle), move(last),
             std::back_inserter(merged), compare);
  std::move(merged.begin(), merged.end(), first);
}

template <class Policy, typename Iterator1, typename Iterator2,
          typename Iterator3, typename Compare, typename Merge>
void __parallel_merge(Policy &&, Iterator1 first1, Iterator1 last1,
                      Iterator2 first2, Iterator2 last2, Iterator3 to,
                      Compare compare, Merge merge) {
  if (first1 == last1) {
    merge(first1, last1, first2, last2, to, compare);
    return;
  }
  const Iterator1 middle1 = first1 + (last1 - first1) / 2;
  const Iterator2 middle2 = std::lower_bound(first2, last2, *middle1, compare);
  const auto size = (middle1 - first1) + (middle2 - first2);
  __at_once([&] { merge(first1, middle1, first2, middle2, to, compare); },
            [&] { merge(middle1, last1, middle2, last2, to + size, compare); });
}

} // namespace __rbcheck
} // namespace __serial_backend
} // namespace __pstl
