//===- runtime/cxx/dynamic-cast.cpp - dynamic_cast ------------------------===//
//
// First downwards: a subobject of the wanted class that contains the given one
// as a public base, if there is exactly one. Else across: the given one must
// be a public base of the whole object, and so must the wanted class, without
// ambiguity.
// Tested by test/cxx/rtti*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/type-info.h"

#include <cstddef>

using namespace __cxxabiv1;

namespace {

/// Looks for the object itself among the subobjects of its class.
class Contains : public rbcheck::BaseVisitor {
public:
  Contains(const __class_type_info &type, const void *object)
      : type_(type), object_(object) {}

  bool isPublicBaseOf(const __class_type_info &type, const void *object) {
    look(type, object, true);
    return isFound_;
  }
  void base(const __class_type_info &type, const void *object,
            bool isPublic) override {
    if (isPublic)
      look(type, object, true);
  }

private:
  void look(const __class_type_info &type, const void *object, bool) {
    if (type == type_)
      isFound_ |= object == object_;
    else
      type.__do_upcast(nullptr, object, *this);
  }

  const __class_type_info &type_;
  const void *object_;
  bool isFound_ = false;
};

/// All subobjects of the wanted class that contain the given object publicly.
class Downwards : public rbcheck::BaseVisitor {
public:
  Downwards(const __class_type_info &wanted, const __class_type_info &type,
            const void *object)
      : wanted_(wanted), type_(type), object_(object) {}

  void base(const __class_type_info &type, const void *object, bool) override {
    if (type == wanted_) {
      if (Contains(type_, object_).isPublicBaseOf(type, object))
        found.add(object, true);
      return;
    }
    type.__do_upcast(nullptr, object, *this);
  }

  rbcheck::Subobject found;

private:
  const __class_type_info &wanted_;
  const __class_type_info &type_;
  const void *object_;
};

} // namespace

extern "C" void *__cxxabiv1::__dynamic_cast(const void *object,
                                            const __class_type_info *type,
                                            const __class_type_info *wanted,
                                            ptrdiff_t) {
  // Before the functions of a virtual table: type, and offset to the whole.
  auto table = *static_cast<const ptrdiff_t *const *>(object);
  const void *whole = static_cast<const char *>(object) + table[-2];
  auto *wholeType = reinterpret_cast<const __class_type_info *>(table[-1]);

  Downwards downwards(*wanted, *type, object);
  downwards.base(*wholeType, whole, true);
  if (downwards.found.isUsable())
    return const_cast<void *>(downwards.found.object);
  if (downwards.found.isFound)
    return nullptr;
  rbcheck::Subobject across = rbcheck::findBase(*wholeType, whole, *wanted);
  if (!across.isUsable() ||
      !Contains(*type, object).isPublicBaseOf(*wholeType, whole))
    return nullptr;
  return const_cast<void *>(across.object);
}
