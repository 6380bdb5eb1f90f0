//===- test/oracle/Strings.cpp - Bytes, strings and printing --------------===//
//
// What is printed goes nowhere; that its strings are read is what matters.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Library.h"

#include <cstring>

namespace oracle {

/// The text printf would make. Reads the format and the strings it names.
static std::string format(Step &step, uint64_t address, Arguments arguments) {
  std::string text = step.readString(address), out;
  auto next = [&] {
    if (arguments.empty())
      throw Failure{"invalid-call"};
    uint64_t word = arguments[0];
    arguments = arguments.drop_front();
    return word;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    bool isLong = false;
    while (text[++i] == 'l' || text[i] == 'z')
      isLong = true;
    switch (text[i]) {
    case '%':
      out += '%';
      break;
    case 'c':
      out += char(next());
      break;
    case 's':
      out += step.readString(next());
      break;
    case 'd':
    case 'i': {
      uint64_t word = next();
      out += std::to_string(isLong ? int64_t(word) : int64_t(int32_t(word)));
      break;
    }
    case 'u': {
      uint64_t word = next();
      out += std::to_string(isLong ? word : uint64_t(uint32_t(word)));
      break;
    }
    default:
      throw Unsupported{std::string("the format %") + text[i]};
    }
  }
  return out;
}

static void addPrinting(Library &library) {
  library["printf"] = [](Step &step, Arguments a) {
    step.finishCall(format(step, a[0], a.drop_front()).size());
  };
  library["puts"] = [](Step &step, Arguments a) {
    step.finishCall(step.readString(a[0]).size() + 1);
  };
  library["putchar"] = [](Step &step, Arguments a) {
    step.finishCall(a[0] & 255);
  };
  library["sprintf"] = [](Step &step, Arguments a) {
    std::string text = format(step, a[1], a.drop_front(2));
    step.writeBytes(a[0], text + '\0');
    step.finishCall(text.size());
  };
  library["snprintf"] = [](Step &step, Arguments a) {
    std::string text = format(step, a[2], a.drop_front(3));
    if (a[1])
      step.writeBytes(a[0], text.substr(0, a[1] - 1) + '\0');
    step.finishCall(text.size());
  };
}

static void addBytes(Library &library) {
  auto copy = [](Step &step, Arguments a) {
    step.writeBytes(a[0], step.readBytes(a[1], a[2]));
    step.finishCall(a[0]);
  };
  library["memcpy"] = library["memmove"] = copy;
  library["memset"] = [](Step &step, Arguments a) {
    step.writeBytes(a[0], std::string(a[2], char(a[1])));
    step.finishCall(a[0]);
  };
  library["memcmp"] = [](Step &step, Arguments a) {
    std::string x = step.readBytes(a[0], a[2]), y = step.readBytes(a[1], a[2]);
    int order = std::memcmp(x.data(), y.data(), x.size());
    step.finishCall(uint64_t(int64_t(order < 0 ? -1 : order > 0)));
  };
  library["strlen"] = [](Step &step, Arguments a) {
    step.finishCall(step.readString(a[0]).size());
  };
  library["strcpy"] = [](Step &step, Arguments a) {
    step.writeBytes(a[0], step.readString(a[1]) + '\0');
    step.finishCall(a[0]);
  };
  library["strcat"] = [](Step &step, Arguments a) {
    uint64_t end = a[0] + step.readString(a[0]).size();
    step.writeBytes(end, step.readString(a[1]) + '\0');
    step.finishCall(a[0]);
  };
  library["strcmp"] = [](Step &step, Arguments a) {
    int order = step.readString(a[0]).compare(step.readString(a[1]));
    step.finishCall(uint64_t(int64_t(order < 0 ? -1 : order > 0)));
  };
}

void addStrings(Library &library) {
  addPrinting(library);
  addBytes(library);
  library["__errno_location"] = [](Step &step, Arguments) {
    step.finishCall(
        addressOf(objectName(Region::ThreadLocal, step.thread, kErrnoNumber)));
  };
}

} // namespace oracle
