//===- runtime/cxx/thread.cpp - std::thread on pthreads -------------------===//
//
// Tested by test/cxx/thread*.cpp.
//
//===----------------------------------------------------------------------===//
#include <memory>
#include <system_error>
#include <thread>

#include <cerrno>
#include <pthread.h>
#include <time.h>

namespace std {

thread::_State::~_State() = default;

/// What a new thread runs: the callable that the creator left for it.
static void *runThread(void *argument) {
  unique_ptr<thread::_State> state(static_cast<thread::_State *>(argument));
  state->_M_run();
  return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  if (int error =
          pthread_create(&_M_id._M_thread, nullptr, runThread, state.get()))
    __throw_system_error(error);
  state.release();
}

void thread::join() {
  int error = EINVAL;
  if (joinable() && get_id() == this_thread::get_id())
    error = EDEADLK;
  else if (joinable())
    error = pthread_join(_M_id._M_thread, nullptr);
  if (error)
    __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  int error = EINVAL;
  if (joinable())
    error = pthread_detach(_M_id._M_thread);
  if (error)
    __throw_system_error(error);
  _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {

void __sleep_for(chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  timespec time = {time_t(seconds.count()), long(nanoseconds.count())};
  while (nanosleep(&time, &time) == -1 && errno == EINTR)
    ;
}

} // namespace this_thread
} // namespace std
