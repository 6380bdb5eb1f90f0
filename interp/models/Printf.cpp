//===- interp/models/Printf.cpp - The printf family -----------------------===//
//
// Every function here is a destination (standard output, a FILE, a descriptor,
// a buffer, a new string), the position of the format, and whether arguments
// follow or a va_list does. Printing is not visible; writing to a buffer is an
// access. Formatting itself is in Format.cpp. Tested by test/models/printf*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Format.h"
#include "interp/models/Output.h"

namespace rbcheck {
namespace {

enum class From : uint8_t { Call, VaList };

/// Formats; the format is argument F, what it needs comes after it.
/// `touched`, if given, gets what is read and written on the way.
template <unsigned F, From S>
bool render(ModelCall &call, Mode mode, std::string &out,
            Effects *touched = nullptr) {
  auto renderWith = [&](FormatArgs &args) {
    bool done = formatText(call, call.arg(F), args, mode, out);
    if (touched)
      touched->accesses.append(args.touched.accesses);
    return done;
  };
  if constexpr (S == From::Call) {
    CallArgs args(call, F + 1, mode);
    return renderWith(args);
  } else {
    VaListArgs args(call, call.arg(F + 1), mode);
    return renderWith(args);
  }
}

template <unsigned F, From S>
void readsStrings(ModelCall &call, Effects &to) {
  std::string text;
  render<F, S>(call, Mode::Quiet, text, &to);
}
template <unsigned F, From S>
void readsStringsAndFile(ModelCall &call, Effects &to) {
  readsFile(call, 0, to);
  readsStrings<F, S>(call, to);
}

/// int printf(const char *format, ...), vprintf, __printf_chk, __vprintf_chk
template <unsigned F, From S> ModelResult toStdout(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  return emit(call, 1, text, uint32_t(text.size()));
}

/// int fprintf(FILE *file, const char *format, ...), and its variants
template <unsigned F, From S> ModelResult toFile(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  return emitTo(call, call.arg(0), text, uint32_t(text.size()));
}

/// int dprintf(int fd, const char *format, ...), and its variants
template <unsigned F, From S> ModelResult toDescriptor(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  return emit(call, call.argInt(0), text, uint32_t(text.size()));
}

/// Stores as much of the text as fits `size`, and the end of the string.
ModelResult storeText(ModelCall &call, const std::string &text,
                      uint64_t size) {
  if (size != 0) {
    uint64_t n = std::min<uint64_t>(text.size(), size - 1);
    if ((n && !call.write(call.arg(0), text.data(), n)) ||
        !call.fill(call.arg(0) + n, 0, 1))
      return call.failed();
  }
  return call.retInt(int32_t(text.size()));
}

template <unsigned F, From S>
void storesText(ModelCall &call, Effects &to, uint64_t size) {
  std::string text;
  Effects read;
  render<F, S>(call, Mode::Quiet, text, &read);
  to.writes(call.arg(0), std::min<uint64_t>(text.size() + 1, size));
  to.accesses.append(read.accesses);
}

/// int sprintf(char *to, const char *format, ...), vsprintf
template <unsigned F, From S> ModelResult toBuffer(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  return storeText(call, text, ~0ull);
}
template <unsigned F, From S>
void bufferAccess(ModelCall &call, Effects &to) {
  storesText<F, S>(call, to, ~0ull);
}

/// int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...)
template <unsigned F, From S> ModelResult toBufferChecked(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  if (text.size() >= call.arg(2))
    return call.fault(FaultKind::OutOfBounds,
                      call.name() + llvm::Twine(" writes ") +
                          llvm::Twine(text.size() + 1) +
                          " bytes to an object of " + llvm::Twine(call.arg(2)),
                      call.arg(0));
  return storeText(call, text, ~0ull);
}

/// int snprintf(char *to, size_t size, const char *format, ...), vsnprintf,
/// __snprintf_chk(char *to, size_t size, int flag, size_t object, ...)
template <unsigned F, From S> ModelResult toLimited(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  return storeText(call, text, call.arg(1));
}
template <unsigned F, From S>
void limitedAccess(ModelCall &call, Effects &to) {
  storesText<F, S>(call, to, call.arg(1));
}

/// int asprintf(char **to, const char *format, ...), and its variants
template <unsigned F, From S> ModelResult toNewString(ModelCall &call) {
  std::string text;
  if (!render<F, S>(call, Mode::Loud, text))
    return call.failed();
  uint64_t address = call.allocate(text.size() + 1, 0);
  if (!address)
    return call.retInt(-1);
  if (!call.write(address, text.c_str(), text.size() + 1) ||
      !call.store(call.arg(0), address))
    return call.failed();
  return call.retInt(int32_t(text.size()));
}
template <unsigned F, From S>
void newStringAccess(ModelCall &call, Effects &to) {
  to.writes(call.arg(0), sizeof(uint64_t));
  readsStrings<F, S>(call, to);
}

constexpr auto kCall = From::Call;
constexpr auto kList = From::VaList;

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

const RegisterModels kPrintfModels({
    showing(printing("printf", toStdout<0, kCall>, readsStrings<0, kCall>)),
    printing("printf_unlocked", toStdout<0, kCall>, readsStrings<0, kCall>),
    printing("vprintf", toStdout<0, kList>, readsStrings<0, kList>),
    showing(printing("__printf_chk", toStdout<1, kCall>, readsStrings<1, kCall>)),
    printing("__vprintf_chk", toStdout<1, kList>, readsStrings<1, kList>),
    showing(printing("fprintf", toFile<1, kCall>, readsStringsAndFile<1, kCall>)),
    printing("fprintf_unlocked", toFile<1, kCall>, readsStringsAndFile<1, kCall>),
    printing("vfprintf", toFile<1, kList>, readsStringsAndFile<1, kList>),
    showing(printing("__fprintf_chk", toFile<2, kCall>, readsStringsAndFile<2, kCall>)),
    printing("__vfprintf_chk", toFile<2, kList>, readsStringsAndFile<2, kList>),
    printing("dprintf", toDescriptor<1, kCall>, readsStrings<1, kCall>),
    printing("vdprintf", toDescriptor<1, kList>, readsStrings<1, kList>),
    printing("__dprintf_chk", toDescriptor<2, kCall>, readsStrings<2, kCall>),
    printing("__vdprintf_chk", toDescriptor<2, kList>, readsStrings<2, kList>),
    printing("sprintf", toBuffer<1, kCall>, bufferAccess<1, kCall>),
    printing("vsprintf", toBuffer<1, kList>, bufferAccess<1, kList>),
    printing("__sprintf_chk", toBufferChecked<3, kCall>,
            bufferAccess<3, kCall>),
    printing("__vsprintf_chk", toBufferChecked<3, kList>,
            bufferAccess<3, kList>),
    printing("snprintf", toLimited<2, kCall>, limitedAccess<2, kCall>),
    printing("vsnprintf", toLimited<2, kList>, limitedAccess<2, kList>),
    printing("__snprintf_chk", toLimited<4, kCall>, limitedAccess<4, kCall>),
    printing("__vsnprintf_chk", toLimited<4, kList>, limitedAccess<4, kList>),
    printing("asprintf", toNewString<1, kCall>,
            newStringAccess<1, kCall>),
    printing("vasprintf", toNewString<1, kList>,
            newStringAccess<1, kList>),
    printing("__asprintf_chk", toNewString<2, kCall>,
            newStringAccess<2, kCall>),
    printing("__vasprintf_chk", toNewString<2, kList>,
            newStringAccess<2, kList>),
});

} // namespace
} // namespace rbcheck
