//===- interp/models/Format.h - printf formatting -------------------------===//
//
// One implementation of printf's format language for the whole family. Text
// and arguments come from the checked program; each conversion is done by the
// host's snprintf, so numbers look exactly as in a native run. Wide characters
// are those of the "C" locale, below 128; others are not supported.
// Tested by test/models/printf*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/models/Bytes.h"

namespace rbcheck {

/// Where the arguments behind the format come from, one after another. Each
/// function returns false if there is none; a fault was then raised (Loud).
class FormatArgs {
public:
  virtual ~FormatArgs() = default;
  virtual bool integer(uint64_t &value) = 0;
  virtual bool real(double &value) = 0;
  virtual bool longReal(long double &value) = 0;
  /// All memory that formatting touched: the format itself, strings with their
  /// ends, what a va_list lies in, what %n writes.
  Effects touched;
};

/// The arguments of the call itself, from number `first` on.
class CallArgs final : public FormatArgs {
public:
  CallArgs(ModelCall &call, size_t first, Mode mode)
      : call_(call), next_(first), mode_(mode) {}
  bool integer(uint64_t &value) override;
  bool real(double &value) override;
  bool longReal(long double &value) override;

private:
  bool take(size_t &i);
  ModelCall &call_;
  size_t next_;
  Mode mode_;
};

/// The arguments of an x86-64 va_list in program memory, which is not changed.
class VaListArgs final : public FormatArgs {
public:
  VaListArgs(ModelCall &call, uint64_t address, Mode mode)
      : call_(call), address_(address), mode_(mode) {}
  bool integer(uint64_t &value) override;
  bool real(double &value) override;
  bool longReal(long double &value) override;

private:
  bool open();
  bool fetch(uint64_t address, void *to, uint64_t size);
  bool fromOverflow(void *to, uint64_t size, uint64_t align);

  struct List {
    uint32_t gpOffset, fpOffset;
    uint64_t overflow, saved;
  };
  ModelCall &call_;
  uint64_t address_;
  Mode mode_;
  bool opened_ = false;
  List list_ = {};
};

/// Appends the formatted text to `out`. False if the path has ended (Loud), or
/// would end (Quiet; what was formatted before that is in `out`).
bool formatText(ModelCall &call, uint64_t format, FormatArgs &args, Mode mode,
                std::string &out);

} // namespace rbcheck
