//===- tools/rbcheck/OptionRow.cpp - Values of options -------------------===//
//
// Numbers, seconds and files, with messages that say what is wrong.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/OptionRow.h"

#include "search/files/Names.h"

#include <cmath>

namespace rbcheck::options {

Error readNumber(StringRef option, StringRef text, uint64_t &number,
                 uint64_t low, uint64_t high) {
  uint64_t value;
  if (text.getAsInteger(10, value))
    return usage("option '{0}': '{1}' is not a number", option, text);
  if (value < low || value > high)
    return usage("option '{0}': {1} is out of range {2}..{3}", option, text,
                 low, high);
  number = value;
  return Error::success();
}

Error readSeconds(StringRef option, StringRef text, double &seconds) {
  double value;
  if (text.getAsDouble(value) || !std::isfinite(value))
    return usage("option '{0}': '{1}' is not a number of seconds", option,
                 text);
  if (value <= 0 || value > 1e9)
    return usage("option '{0}': {1} is not above 0 and up to 1e9", option,
                 text);
  seconds = value;
  return Error::success();
}

Error readFileName(StringRef option, StringRef text, std::string &file) {
  if (text.empty())
    return usage("option '{0}' needs a file name", option);
  file = text.str();
  return Error::success();
}

Error readOutputName(StringRef option, StringRef text, std::string &file) {
  if (!file.empty())
    return usage("option '{0}' is given twice, but writes one file", option);
  return readFileName(option, outputName(text), file);
}

} // namespace rbcheck::options
