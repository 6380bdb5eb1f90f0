//===- tools/report/Paint.h - Colours on a terminal -----------------------===//
//
// Wraps text in escape sequences, or leaves it alone.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <string>

namespace rbcheck {

class Paint {
public:
  explicit Paint(bool isOn) : isOn_(isOn) {}
  std::string bold(const std::string &text) const { return wrap("1", text); }
  std::string red(const std::string &text) const { return wrap("1;31", text); }
  std::string green(const std::string &text) const {
    return wrap("1;32", text);
  }
  std::string yellow(const std::string &text) const {
    return wrap("1;33", text);
  }
  std::string dim(const std::string &text) const { return wrap("2", text); }

private:
  std::string wrap(const char *code, const std::string &text) const {
    return isOn_ ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
  }
  bool isOn_;
};

} // namespace rbcheck
