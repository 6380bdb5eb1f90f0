//===- tools/mpi/MpiAbi.h - Between rbcheck and its MPI library -----------===//
//
// MPI costs a process tens of milliseconds and megabytes, so rbcheck is not
// linked with it: lib/rbcheck/rbcheck-mpi.so is, and is loaded only by a
// process that mpirun started. This is all that it offers; plain C.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" {

struct RbMpi {
  uint32_t rank, count;
  /// Keeps a copy of the bytes; never waits.
  void (*send)(uint32_t to, const char *bytes, size_t size);
  /// Returns 0 if no message is there; never waits. The bytes stay valid until
  /// the next call.
  int (*receive)(uint32_t *from, const char **bytes, size_t *size);
  /// The last call. If not all ranks make it too (`isClean`), those that are
  /// left are ended, and so is this process, with the exit code `code`.
  void (*finish)(int isClean, int code);
};

/// Returns 0 if MPI cannot be used.
using RbMpiStart = int (*)(RbMpi *mpi);
#define RB_MPI_START "rbMpiStart"
}
