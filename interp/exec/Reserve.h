//===- interp/exec/Reserve.h - Large arrays that are touched as used ------===//
//
// Address space without memory behind it: registers, frames and shadows of a
// machine. To be given back with munmap().
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace rbcheck {

inline void *reserve(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "rbcheck: no address space left\n");
    std::abort();
  }
  return memory;
}

} // namespace rbcheck
