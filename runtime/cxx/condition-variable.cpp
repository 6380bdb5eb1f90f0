//===- runtime/cxx/condition-variable.cpp - On pthread_cond_* -------------===//
//
// Also the list of what is to be done when a thread has ended: it hangs on a
// pthread key, whose destructor runs after those of thread-local objects.
// Tested by test/cxx/condition-variable*.cpp and at-thread-exit.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/at-thread-exit.h"

#include <condition_variable>
#include <memory>

#include <pthread.h>

namespace std {

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex> &lock) {
  _M_cond.wait(*lock.mutex());
}
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

namespace {

pthread_once_t keyIsMade = PTHREAD_ONCE_INIT;
pthread_key_t key;

void runAll(void *first) {
  auto *element = static_cast<__at_thread_exit_elt *>(first);
  while (element) {
    __at_thread_exit_elt *next = element->_M_next;
    element->_M_cb(element); // may delete it
    element = next;
  }
}

void makeKey() { pthread_key_create(&key, runAll); }

struct Notifier : __at_thread_exit_elt {
  Notifier(condition_variable &condition, mutex *held)
      : condition(condition), held(held) {}
  condition_variable &condition;
  mutex *held;
};

void notify(void *element) {
  unique_ptr<Notifier> notifier(
      static_cast<Notifier *>(static_cast<__at_thread_exit_elt *>(element)));
  notifier->held->unlock();
  notifier->condition.notify_all();
}

} // namespace

void rbAtThreadExit(__at_thread_exit_elt *element) {
  pthread_once(&keyIsMade, makeKey);
  element->_M_next =
      static_cast<__at_thread_exit_elt *>(pthread_getspecific(key));
  pthread_setspecific(key, element);
}

void notify_all_at_thread_exit(condition_variable &condition,
                               unique_lock<mutex> lock) {
  auto *notifier = new Notifier(condition, lock.release());
  notifier->_M_cb = notify;
  rbAtThreadExit(notifier);
}

} // namespace std
