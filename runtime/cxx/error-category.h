//===- runtime/cxx/error-category.h - Error categories as constants -------===//
//
// A category is an object without data that lives for ever: it is a constant
// with no destructor call, so that using one is never a visible operation.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <system_error>

/// static RB_CATEGORY(Type) name;
#define RB_CATEGORY(type) [[clang::no_destroy]] constinit const type
