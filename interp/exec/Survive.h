//===- interp/exec/Survive.h - Doing as the library does ------------------===//
//
// Some errors are defined by the library all the same: misuse that it answers
// with an error code or lets pass, and a lock that is taken twice, which just
// blocks. A search reports them; `--run`, which is there to do what the library
// does, warns and goes on. Tested by test/models/as-library.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace rbcheck {

class ModelCall;

/// A value of MachineOptions::survives: all misuse that models know how to go on
/// behind, but nothing else.
constexpr uint32_t kAsLibrary = ~0u;

bool isAsLibrary(ModelCall &call);

} // namespace rbcheck
