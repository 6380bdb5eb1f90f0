//===- runtime/cxx/abi-virtual.cpp - Calls of functions that are not there ===//
#include <exception>

extern "C" {
/// What a virtual table holds for functions without a definition.
[[noreturn]] void __cxa_pure_virtual() { std::terminate(); }
[[noreturn]] void __cxa_deleted_virtual() { std::terminate(); }
}
