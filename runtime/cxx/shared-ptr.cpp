//===- runtime/cxx/shared-ptr.cpp - Atomic access to shared_ptr -----------===//
//
// std::atomic_load and its relatives for shared_ptr lock one of a few mutexes,
// chosen by address. Tested by test/cxx/atomic-shared-ptr*.cpp.
//
//===----------------------------------------------------------------------===//
#include <memory>

#include <pthread.h>
#include <cstdint>
#include <utility>

namespace std {

namespace {

constexpr unsigned char kLocks = 16;
constexpr unsigned char kNone = kLocks;
#define RB_FOUR PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, \
                PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
pthread_mutex_t locks[kLocks] = {RB_FOUR, RB_FOUR, RB_FOUR, RB_FOUR};

unsigned char lockFor(const void *object) {
  uint64_t bits = reinterpret_cast<uint64_t>(object);
  return (bits >> 4 ^ bits >> 16 ^ bits >> 20) % kLocks;
}

} // namespace

_Sp_locker::_Sp_locker(const void *object) noexcept
    : _M_key1(lockFor(object)), _M_key2(kNone) {
  pthread_mutex_lock(&locks[_M_key1]);
}

_Sp_locker::_Sp_locker(const void *a, const void *b) noexcept
    : _M_key1(lockFor(a)), _M_key2(lockFor(b)) {
  if (_M_key1 > _M_key2) // always in the same order
    std::swap(_M_key1, _M_key2);
  if (_M_key1 == _M_key2)
    _M_key2 = kNone;
  pthread_mutex_lock(&locks[_M_key1]);
  if (_M_key2 != kNone)
    pthread_mutex_lock(&locks[_M_key2]);
}

_Sp_locker::~_Sp_locker() {
  if (_M_key2 != kNone)
    pthread_mutex_unlock(&locks[_M_key2]);
  pthread_mutex_unlock(&locks[_M_key1]);
}

} // namespace std
