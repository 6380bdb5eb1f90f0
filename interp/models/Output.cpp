//===- interp/models/Output.cpp - puts, fwrite, write and relatives -------===//
//
// See Output.h. Formatted output is in Printf.cpp.
// Tested by test/models/output.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Output.h"

#include "interp/exec/Core.h"
#include "interp/models/Bytes.h"

#include "runtime/include/rbcheck_abi.h"

#include <cerrno>

namespace rbcheck {

bool descriptorOf(ModelCall &call, uint64_t file, int &fd) {
  return call.load(file + RB_FILE_FD_OFFSET, fd);
}

void readsFile(ModelCall &call, unsigned argument, Effects &to) {
  if (uint64_t file = call.arg(argument))
    to.atomic(file + RB_FILE_FD_OFFSET, sizeof(int), false);
}

ModelResult emit(ModelCall &call, int fd, llvm::StringRef text, int64_t value,
                 uint64_t failed) {
  if ((fd == 1 || fd == 2) && !call.core().redirects) {
    call.output(fd, text);
    return call.ret(uint64_t(value));
  }
  if (call.hasExamples())
    return call.unsupported("values that depend on inputs go to a file");
  uint64_t writer = fd < 0 ? 0 : call.runtimeFunction("__rb_file_write");
  if (!writer) {
    call.setErrno(EBADF);
    return call.ret(failed);
  }
  uint64_t copy = call.allocate(text.size(), 0);
  if (!copy || (!text.empty() && !call.write(copy, text.data(), text.size())))
    return call.failed();
  return call.callBack(
      writer, {uint64_t(fd), copy, text.size(), uint64_t(value), failed});
}

ModelResult emitTo(ModelCall &call, uint64_t file, llvm::StringRef text,
                   int64_t value, uint64_t failed) {
  int fd;
  if (!descriptorOf(call, file, fd))
    return call.failed();
  return emit(call, fd, text, value, failed);
}

namespace {

bool readBytes(ModelCall &call, uint64_t address, uint64_t size,
               std::string &text) {
  if (size > call.readable(address)) { // let the fault name the first bad byte
    uint8_t byte;
    return call.read(address + call.readable(address), &byte, 1);
  }
  text.resize(size);
  return size == 0 || call.read(address, text.data(), size);
}

/// int puts(const char *s)
ModelResult putLine(ModelCall &call) {
  std::string text;
  if (!stringAt(call, call.arg(0), Mode::Loud, text))
    return call.failed();
  text.push_back('\n');
  return emit(call, 1, text, int64_t(text.size()));
}

/// int fputs(const char *s, FILE *file)
ModelResult putString(ModelCall &call) {
  std::string text;
  if (!stringAt(call, call.arg(0), Mode::Loud, text))
    return call.failed();
  return emitTo(call, call.arg(1), text, 1);
}

/// int putchar(int c)
ModelResult putByte(ModelCall &call) {
  char byte = char(call.arg(0));
  return emit(call, 1, llvm::StringRef(&byte, 1), uint8_t(byte));
}

/// int fputc(int c, FILE *file), and putc
ModelResult putByteTo(ModelCall &call) {
  char byte = char(call.arg(0));
  return emitTo(call, call.arg(1), llvm::StringRef(&byte, 1), uint8_t(byte));
}

/// int __overflow(FILE *file, int c): what inlined putc_unlocked ends in
ModelResult putOverflow(ModelCall &call) {
  char byte = char(call.arg(1));
  return emitTo(call, call.arg(0), llvm::StringRef(&byte, 1), uint8_t(byte));
}

/// size_t fwrite(const void *data, size_t size, size_t count, FILE *file)
ModelResult writeItems(ModelCall &call) {
  uint64_t bytes;
  if (__builtin_mul_overflow(call.arg(1), call.arg(2), &bytes))
    bytes = ~0ull;
  std::string text;
  if (!readBytes(call, call.arg(0), bytes, text))
    return call.failed();
  return emitTo(call, call.arg(3), text, call.arg(1) ? int64_t(call.arg(2)) : 0,
                0);
}

/// ssize_t __rb_write_standard(int fd, const void *data, size_t size)
/// write() to descriptors 1 and 2 (runtime/libc/fileio.c).
ModelResult writeBytes(ModelCall &call) {
  if (call.core().redirects)
    return call.callBack(call.runtimeFunction("__rb_write_any"),
                         {call.arg(0), call.arg(1), call.arg(2)});
  std::string text;
  if (!readBytes(call, call.arg(1), call.arg(2), text))
    return call.failed();
  return emit(call, call.argInt(0), text, int64_t(text.size()), ~0ull);
}

/// void __rb_output(int fd, const void *data, size_t size)
/// The same, once it is known that they are the standard streams.
ModelResult outputBytes(ModelCall &call) {
  std::string text;
  if (!readBytes(call, call.arg(1), call.arg(2), text))
    return call.failed();
  call.output(call.argInt(0), text);
  return call.retVoid();
}

void readsLine(ModelCall &call, Effects &to) {
  std::optional<uint64_t> length = stringLength(call, call.arg(0), Mode::Quiet);
  to.reads(call.arg(0), length.value_or(0) + 1);
}
void readsString(ModelCall &call, Effects &to) {
  readsLine(call, to);
  readsFile(call, 1, to);
}
template <unsigned F> void readsOnlyFile(ModelCall &call, Effects &to) {
  readsFile(call, F, to);
}
void readsItems(ModelCall &call, Effects &to) {
  to.reads(call.arg(0), call.arg(1) * call.arg(2));
  readsFile(call, 3, to);
}
void readsBytes(ModelCall &call, Effects &to) {
  to.reads(call.arg(1), call.arg(2));
}

constexpr Model row(const char *name, ModelResult (*body)(ModelCall &)) {
  return {name, Fidelity::Exact, Visible::No, body};
}

/// stdio has locks and buffers of its own.
constexpr Model printing(const char *name, Model::Body body,
                         Model::Declares effects) {
  return unsafeInHandlers(touching(name, body, effects));
}
/// The same, and what it prints changes nothing.
constexpr Model showing(Model model) {
  model.takes = Takes::Prints;
  return model;
}

const RegisterModels kOutputModels({
    showing(drops(1, printing("puts", putLine, readsLine))),
    showing(printing("puts_unlocked", putLine, readsLine)),
    showing(printing("fputs", putString, readsString)),
    printing("fputs_unlocked", putString, readsString),
    showing(unsafeInHandlers(row("putchar", putByte))),
    unsafeInHandlers(row("putchar_unlocked", putByte)),
    showing(printing("fputc", putByteTo, readsOnlyFile<1>)),
    printing("fputc_unlocked", putByteTo, readsOnlyFile<1>),
    showing(printing("putc", putByteTo, readsOnlyFile<1>)),
    printing("putc_unlocked", putByteTo, readsOnlyFile<1>),
    printing("_IO_putc", putByteTo, readsOnlyFile<1>),
    printing("__overflow", putOverflow, readsOnlyFile<0>),
    printing("fwrite", writeItems, readsItems),
    printing("fwrite_unlocked", writeItems, readsItems),
    cancelPoint(touching("__rb_write_standard", writeBytes, readsBytes)),
    touching("__rb_output", outputBytes, readsBytes),
});

} // namespace
} // namespace rbcheck
