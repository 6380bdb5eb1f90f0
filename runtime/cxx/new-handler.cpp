//===- runtime/cxx/new-handler.cpp - What operator new calls when it fails ===//
//
// Kept for the program; memory that runs out is explored without it.
// Tested by test/cxx/new.cpp.
//
//===----------------------------------------------------------------------===//
#include <new>

namespace std {

static new_handler handler;

new_handler set_new_handler(new_handler next) noexcept {
  return __atomic_exchange_n(&handler, next, __ATOMIC_SEQ_CST);
}
new_handler get_new_handler() noexcept {
  return __atomic_load_n(&handler, __ATOMIC_SEQ_CST);
}

const nothrow_t nothrow{};

} // namespace std
