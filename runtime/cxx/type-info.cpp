//===- runtime/cxx/type-info.cpp - Types at run time ----------------------===//
//
// The classes of <cxxabi.h> that describe types, so that the program has their
// virtual tables, and what is asked of them: is one class a base of another,
// and does a handler for one type take an exception of another.
//
// Walking a hierarchy needs one virtual function, "visit the direct bases". Of
// those the header declares, __do_upcast with a result object serves for it.
// Tested by test/cxx/rtti*.cpp, test/cxx/exceptions*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/type-info.h"
#include "runtime/cxx/unwind.h"

#include <cstddef>

using rbcheck::BaseVisitor;

namespace std {

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info *thrown, void **object,
                           unsigned) const {
  return rbcheck::isCaught(*this, *thrown, *object);
}
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *,
                            void **) const {
  return false;
}

} // namespace std

namespace __cxxabiv1 {

// Key functions: the compiler puts the infos of int, char, ... with the first.
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
__enum_type_info::~__enum_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

bool __function_type_info::__is_function_p() const { return true; }
bool __pointer_type_info::__is_pointer_p() const { return true; }

bool __pbase_type_info::__do_catch(const std::type_info *thrown, void **object,
                                   unsigned) const {
  return rbcheck::isCaught(*this, *thrown, *object);
}
bool __pointer_type_info::__pointer_catch(const __pbase_type_info *thrown,
                                          void **object, unsigned) const {
  return rbcheck::isCaught(*this, *thrown, *object);
}
bool __pointer_to_member_type_info::__pointer_catch(
    const __pbase_type_info *thrown, void **object, unsigned) const {
  return rbcheck::isCaught(*this, *thrown, *object);
}
bool __class_type_info::__do_catch(const std::type_info *thrown, void **object,
                                   unsigned) const {
  return rbcheck::isCaught(*this, *thrown, *object);
}
bool __class_type_info::__do_upcast(const __class_type_info *wanted,
                                    void **object) const {
  rbcheck::Subobject found = rbcheck::findBase(*this, *object, *wanted);
  if (!found.isUsable())
    return false;
  *object = const_cast<void *>(found.object);
  return true;
}

/// A class without bases.
bool __class_type_info::__do_upcast(const __class_type_info *, const void *,
                                    __upcast_result &) const {
  return true;
}

/// One public base that is not virtual, at the start of the object.
bool __si_class_type_info::__do_upcast(const __class_type_info *,
                                       const void *object,
                                       __upcast_result &result) const {
  static_cast<BaseVisitor &>(result).base(*__base_type, object, true);
  return true;
}

bool __vmi_class_type_info::__do_upcast(const __class_type_info *,
                                        const void *object,
                                        __upcast_result &result) const {
  for (unsigned i = 0; i < __base_count; ++i) {
    const __base_class_type_info &info = __base_info[i];
    const void *at = object;
    if (object) {
      ptrdiff_t offset = info.__offset();
      // A virtual base's offset stands in the virtual table.
      if (info.__is_virtual_p())
        offset = *reinterpret_cast<const ptrdiff_t *>(
            *static_cast<const char *const *>(object) + offset);
      at = static_cast<const char *>(object) + offset;
    }
    static_cast<BaseVisitor &>(result).base(*info.__base_type, at,
                                            info.__is_public_p());
  }
  return true;
}

// Declared by the header for another way to do the same; nothing calls them.
bool __class_type_info::__do_dyncast(ptrdiff_t, __sub_kind,
                                     const __class_type_info *, const void *,
                                     const __class_type_info *, const void *,
                                     __dyncast_result &) const {
  return false;
}
bool __si_class_type_info::__do_dyncast(ptrdiff_t, __sub_kind,
                                        const __class_type_info *, const void *,
                                        const __class_type_info *, const void *,
                                        __dyncast_result &) const {
  return false;
}
bool __vmi_class_type_info::__do_dyncast(ptrdiff_t, __sub_kind,
                                         const __class_type_info *,
                                         const void *,
                                         const __class_type_info *,
                                         const void *,
                                         __dyncast_result &) const {
  return false;
}
__class_type_info::__sub_kind
__class_type_info::__do_find_public_src(ptrdiff_t, const void *,
                                        const __class_type_info *,
                                        const void *) const {
  return __unknown;
}
__class_type_info::__sub_kind
__si_class_type_info::__do_find_public_src(ptrdiff_t, const void *,
                                           const __class_type_info *,
                                           const void *) const {
  return __unknown;
}
__class_type_info::__sub_kind
__vmi_class_type_info::__do_find_public_src(ptrdiff_t, const void *,
                                            const __class_type_info *,
                                            const void *) const {
  return __unknown;
}

} // namespace __cxxabiv1

namespace rbcheck {

using namespace __cxxabiv1;

namespace {

class BaseFinder : public BaseVisitor {
public:
  explicit BaseFinder(const __class_type_info &wanted) : wanted_(wanted) {}

  void look(const __class_type_info &type, const void *object, bool isPublic) {
    if (type == wanted_) {
      found.add(object, isPublic);
      return;
    }
    bool outer = isPublic_;
    isPublic_ = isPublic;
    type.__do_upcast(nullptr, object, *this);
    isPublic_ = outer;
  }
  void base(const __class_type_info &type, const void *object,
            bool isPublic) override {
    look(type, object, isPublic && isPublic_);
  }

  Subobject found;

private:
  const __class_type_info &wanted_;
  bool isPublic_ = true; ///< the way to the class whose bases are visited
};

bool isClass(const std::type_info &type) {
  const std::type_info &kind = typeid(type);
  return kind == typeid(__si_class_type_info) ||
         kind == typeid(__class_type_info) ||
         kind == typeid(__vmi_class_type_info);
}

bool isMemberPointer(const std::type_info &type) {
  return typeid(type) == typeid(__pointer_to_member_type_info);
}

bool converts(const std::type_info &wanted, const std::type_info &thrown,
              void *&object, unsigned depth, bool isConstSoFar);

/// Pointers `wanted` and `thrown`, and what they point to.
bool pointerConverts(const __pbase_type_info &wanted,
                     const __pbase_type_info &thrown, void *&object,
                     unsigned depth, bool isConstSoFar) {
  constexpr unsigned kQualifiers = __pbase_type_info::__const_mask |
                                   __pbase_type_info::__volatile_mask |
                                   __pbase_type_info::__restrict_mask;
  unsigned lost = thrown.__flags & ~wanted.__flags & kQualifiers;
  unsigned added = wanted.__flags & ~thrown.__flags & kQualifiers;
  if (lost || (added && !isConstSoFar))
    return false;
  if (wanted.__flags & ~thrown.__flags & __pbase_type_info::__noexcept_mask)
    return false;
  bool isConst =
      isConstSoFar && (wanted.__flags & __pbase_type_info::__const_mask);
  if (depth == 0 && *wanted.__pointee == typeid(void))
    return !thrown.__pointee->__is_function_p();
  return converts(*wanted.__pointee, *thrown.__pointee, object, depth + 1,
                  isConst);
}

/// depth: pointers followed. Classes convert to their bases at depth 0 and 1,
/// qualifiers are added below pointers that are const all the way.
bool converts(const std::type_info &wanted, const std::type_info &thrown,
              void *&object, unsigned depth, bool isConstSoFar) {
  if (wanted == thrown)
    return true;
  if (wanted.__is_pointer_p() && thrown.__is_pointer_p())
    return pointerConverts(static_cast<const __pbase_type_info &>(wanted),
                           static_cast<const __pbase_type_info &>(thrown),
                           object, depth, isConstSoFar || depth == 0);
  if (depth == 0 && isMemberPointer(wanted) && isMemberPointer(thrown)) {
    auto &to = static_cast<const __pointer_to_member_type_info &>(wanted);
    auto &from = static_cast<const __pointer_to_member_type_info &>(thrown);
    return *to.__context == *from.__context &&
           pointerConverts(to, from, object, 1, true);
  }
  if (depth > 1 || !isClass(wanted) || !isClass(thrown))
    return false;
  Subobject found =
      findBase(static_cast<const __class_type_info &>(thrown), object,
               static_cast<const __class_type_info &>(wanted));
  if (!found.isUsable())
    return false;
  object = const_cast<void *>(found.object);
  return true;
}

} // namespace

Subobject findBase(const __class_type_info &type, const void *object,
                   const __class_type_info &wanted) {
  BaseFinder finder(wanted);
  finder.look(type, object, true);
  return finder.found;
}

bool isCaught(const std::type_info &wanted, const std::type_info &thrown,
              void *&object) {
  void *adjusted = object;
  // A handler for a pointer gets the pointer itself.
  if (thrown.__is_pointer_p())
    adjusted = *static_cast<void **>(adjusted);
  bool isNull = thrown == typeid(decltype(nullptr));
  if (isNull && wanted.__is_pointer_p())
    adjusted = nullptr;
  else if (!converts(wanted, thrown, adjusted, 0, true))
    return false;
  object = adjusted;
  return true;
}

} // namespace rbcheck
