//===- interp/exec/Audit.cpp - Are the declared effects all there are? ----===//
#include "interp/exec/Audit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

bool Audit::isCovered(uint64_t byte, bool write) const {
  return llvm::any_of(declared_.accesses, [&](const Access &access) {
    return (access.write || !write) && byte >= access.address &&
           byte - access.address < access.size;
  });
}

void Audit::touched(uint64_t address, uint64_t size, bool write) const {
  for (uint64_t i = 0; isOn_ && i < size; ++i)
    if (!isCovered(address + i, write))
      llvm::report_fatal_error(
          "the effects of " + llvm::Twine(what_) + " do not say that it " +
              (write ? "writes" : "reads") + " byte " + llvm::Twine(i) +
              " of " + llvm::Twine(size) + " at 0x" +
              llvm::utohexstr(address),
          false);
}

} // namespace rbcheck
