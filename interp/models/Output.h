//===- interp/models/Output.h - Standard output and error -----------------===//
//
// Output goes to the observer at once: it is no part of a state, buffers do
// not exist, and flushing does nothing. A FILE is recognised by the descriptor
// inside it (runtime/libc/stdio.c).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Model.h"

namespace rbcheck {

/// The descriptor of the FILE at `file`; false after a fault.
bool descriptorOf(ModelCall &call, uint64_t file, int &fd);

/// The effect of descriptorOf() for the FILE of an argument. It is read as by
/// the library, under the FILE's own lock.
void readsFile(ModelCall &call, unsigned argument, Effects &to);

/// Writes to standard output or error and sets `value` as result. Any other
/// descriptor is a file of runtime/libc/files.c, which goes on with it; the
/// result is `failed` if that does not work (EOF of an int by default).
ModelResult emit(ModelCall &call, int fd, llvm::StringRef text, int64_t value,
                 uint64_t failed = 0xffffffff);

/// The same for a FILE.
ModelResult emitTo(ModelCall &call, uint64_t file, llvm::StringRef text,
                   int64_t value, uint64_t failed = 0xffffffff);

} // namespace rbcheck
