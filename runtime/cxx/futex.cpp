//===- runtime/cxx/futex.cpp - How futures wait ---------------------------===//
//
// On the futex system call (interp/models/Futex.cpp), like atomic::wait in the
// headers. Tested by test/cxx/future*.cpp.
//
//===----------------------------------------------------------------------===//
#include <bits/atomic_futex.h>

#include <cerrno>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace std {

/// False if the time was up, which is at an absolute time of `clock`.
static bool waitUntil(unsigned *address, unsigned value, bool timed,
                      chrono::seconds seconds, chrono::nanoseconds nanoseconds,
                      int clock) {
  timespec time = {time_t(seconds.count()), long(nanoseconds.count())};
  long result = syscall(SYS_futex, address,
                        FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG | clock, value,
                        timed ? &time : nullptr, nullptr,
                        FUTEX_BITSET_MATCH_ANY);
  return !(result == -1 && errno == ETIMEDOUT);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until(
    unsigned *address, unsigned value, bool timed, chrono::seconds seconds,
    chrono::nanoseconds nanoseconds) {
  return waitUntil(address, value, timed, seconds, nanoseconds,
                   FUTEX_CLOCK_REALTIME);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(
    unsigned *address, unsigned value, bool timed, chrono::seconds seconds,
    chrono::nanoseconds nanoseconds) {
  return waitUntil(address, value, timed, seconds, nanoseconds, 0);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *address) {
  syscall(SYS_futex, address, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX);
}

} // namespace std
