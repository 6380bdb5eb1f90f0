//===- interp/exec/Survive.h - Doing as the library does ------------------===//
//
// Some errors are defined by the library all the same: misuse that it answers
// with an error code or lets pass, and a mutex that is locked twice, which just
// blocks. A search reports them; `--run`, which is there to do what the library
// does, warns and goes on. Tested by test/models/as-library.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace rbcheck {

/// A value of MachineOptions::survives: all that models know how to survive.
constexpr uint32_t kAsLibrary = ~0u;

} // namespace rbcheck
