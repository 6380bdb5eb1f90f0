//===- interp/models/Demangle.cpp - Names of C++ for people ---------------===//
//
// By LLVM's demangler, whose texts are those of libstdc++'s but for a few that
// have more than one spelling. Tested by test/cxx/demangle.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Model.h"

#include "llvm/Demangle/Demangle.h"

#include <cstdlib>

namespace rbcheck {
namespace {

/// size_t __rb_demangle(const char *name, char *to, size_t size)
/// The size that is needed, with the end; 0 if it is no mangled name. Writes
/// the text if there is room.
ModelResult demangle(ModelCall &call) {
  std::string name;
  if (!call.readString(call.arg(0), name, 1 << 20))
    return call.failed();
  char *text = llvm::itaniumDemangle(name);
  if (!text)
    return call.ret(0);
  std::string found(text);
  std::free(text);
  if (call.arg(2) > found.size() &&
      !call.write(call.arg(1), found.c_str(), found.size() + 1))
    return call.failed();
  return call.ret(found.size() + 1);
}

const RegisterModels kDemangleModels({
    {"__rb_demangle", Fidelity::Exact, Visible::No, demangle},
});

} // namespace
} // namespace rbcheck
