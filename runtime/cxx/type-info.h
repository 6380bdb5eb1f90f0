//===- runtime/cxx/type-info.h - Class hierarchies at run time ------------===//
#pragma once

#include <cxxabi.h>

/// What a walk over the direct bases of a class tells.
struct __cxxabiv1::__class_type_info::__upcast_result {};

namespace rbcheck {

class BaseVisitor : public __cxxabiv1::__class_type_info::__upcast_result {
public:
  /// `object` is the base's subobject; null if there is no object.
  virtual void base(const __cxxabiv1::__class_type_info &type,
                    const void *object, bool isPublic) = 0;

protected:
  ~BaseVisitor() = default;
};

/// A base class subobject that was looked for.
struct Subobject {
  const void *object = nullptr;
  bool isFound = false;
  bool isPublic = false;
  bool isAmbiguous = false;

  bool isUsable() const { return isFound && isPublic && !isAmbiguous; }
  /// One more way leads to `at`.
  void add(const void *at, bool byPublicWay) {
    isAmbiguous |= isFound && at != object;
    isPublic |= byPublicWay;
    object = at;
    isFound = true;
  }
};

/// The subobjects of class `wanted` in an object of class `type`.
Subobject findBase(const __cxxabiv1::__class_type_info &type,
                   const void *object,
                   const __cxxabiv1::__class_type_info &wanted);

} // namespace rbcheck
