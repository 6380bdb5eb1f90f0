//===- tools/rbbuild/Driver.h - A compiler that leaves bitcode, too -------===//
//
// rbcc and rbc++: run the compiler as it was called, then see to the bitcode.
// Objects get theirs attached, and beside every linked program `prog` there is
// `prog.bc` afterwards. What goes wrong with bitcode is a warning and never
// breaks a build. Tests that a configure script or CMake makes of the compiler
// are left alone.
// Tested by test/build.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace rbcheck {

/// The environment between rbbuild and the drivers that it makes a build start.
inline constexpr char kDriverVariable[] = "RBBUILD_DRIVER";
inline constexpr char kLogVariable[] = "RBBUILD_LOG";

/// The first argument of a driver that was started in place of a compiler.
inline constexpr char kAsOption[] = "--rbbuild-as=";

/// `name`: rbcc or rbc++. The exit code is the compiler's.
int runDriver(const char *argv0, llvm::StringRef name,
              llvm::ArrayRef<const char *> arguments);

} // namespace rbcheck
