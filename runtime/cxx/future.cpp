//===- runtime/cxx/future.cpp - Shared states of futures ------------------===//
//
// Tested by test/cxx/future*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/at-thread-exit.h"
#include "runtime/cxx/error-category.h"

#include <future>

namespace std {

namespace {

struct FutureCategory final : error_category {
  const char *name() const noexcept override { return "future"; }
  string message(int value) const override {
    switch (future_errc(value)) {
    case future_errc::broken_promise:
      return "Broken promise";
    case future_errc::future_already_retrieved:
      return "Future already retrieved";
    case future_errc::promise_already_satisfied:
      return "Promise already satisfied";
    case future_errc::no_state:
      return "No associated state";
    }
    return "Unknown error";
  }
};

RB_CATEGORY(FutureCategory) kFuture;

} // namespace

const error_category &future_category() noexcept { return kFuture; }

future_error::~future_error() noexcept = default;
const char *future_error::what() const noexcept { return logic_error::what(); }

void __throw_future_error(int value) {
  throw future_error(make_error_code(future_errc(value)));
}

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

/// The promise was told to make its result known at the end of the thread.
void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = &_Make_ready::_S_run;
  rbAtThreadExit(this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void *element) {
  unique_ptr<_Make_ready> self(static_cast<_Make_ready *>(
      static_cast<__at_thread_exit_elt *>(element)));
  if (auto state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready,
                                         memory_order_release);
}

} // namespace std
