//===- interp/models/Format.cpp - printf formatting -----------------------===//
//
// Reads the format directive by directive (C17 7.21.6.1), widens the argument
// to the largest type of its kind and lets the host format it.
// See Format.h. Tested by test/models/printf*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Format.h"

#include <cstdio>
#include <cstring>
#include <vector>

namespace rbcheck {
namespace {

/// Longest width or precision that is formatted.
constexpr int kMaxWidth = 1 << 20;

enum class Length : uint8_t { None, HH, H, L, LL, LongDouble };

/// One conversion, e.g. %-8.3lf.
struct Directive {
  std::string flags;
  int width = -1;
  int precision = -1;
  Length length = Length::None;
  char conversion = 0;

  Directive asString() const {
    Directive result = *this;
    result.conversion = 's';
    return result;
  }

  /// The directive for the host, with another length.
  std::string forHost(const char *hostLength) const {
    std::string text = "%" + flags;
    if (width >= 0)
      text += std::to_string(width);
    if (precision >= 0)
      text += "." + std::to_string(precision);
    return text + hostLength + conversion;
  }
};

class Formatter {
public:
  Formatter(ModelCall &call, FormatArgs &args, Mode mode, std::string &out)
      : call_(call), args_(args), mode_(mode), out_(out), start_(out.size()) {}

  bool run(const std::string &format) {
    const char *p = format.c_str();
    if (!fetchPositions(p))
      return false;
    while (const char *percent = std::strchr(p, '%')) {
      out_.append(p, percent);
      p = percent + 1;
      Directive d;
      if (!parse(p, d) || !convert(d))
        return false;
    }
    out_.append(p);
    return true;
  }

private:
  bool unsupported(const llvm::Twine &what) {
    if (mode_ == Mode::Loud)
      call_.unsupported(call_.name() + llvm::Twine(" with ") + what);
    return false;
  }

  //===--- Arguments by number
  //---------------------------------------------===//

  /// An argument that was asked for by its number.
  struct Positioned {
    enum Kind : uint8_t { None, Integer, Real, LongReal } kind = None;
    uint64_t integer = 0;
    double real = 0;
    long double longReal = 0;
  };

  /// `12$`: the number, and `p` moves behind it; else 0.
  static size_t parsePosition(const char *&p) {
    const char *at = p;
    size_t number = 0;
    while (*at >= '0' && *at <= '9' && number < 1000)
      number = number * 10 + size_t(*at++ - '0');
    if (*at != '$' || number == 0 || number > 999)
      return 0;
    p = at + 1;
    return number;
  }

  /// If the format numbers its arguments, all of them are fetched in order.
  bool fetchPositions(const char *p) {
    auto want = [&](size_t position, typename Positioned::Kind kind) {
      if (position == 0)
        return false; // with a number, or without: not both
      positions_.resize(std::max(positions_.size(), position));
      positions_[position - 1].kind = kind;
      return true;
    };
    for (bool isFirst = true; (p = std::strchr(p, '%')); isFirst = false) {
      ++p;
      if (*p == '%') {
        ++p;
        continue;
      }
      size_t position = parsePosition(p);
      if (position == 0 && (isFirst || positions_.empty()))
        return true;
      Directive d;
      for (; *p && std::strchr("-+ #0'I123456789.*", *p); ++p)
        if (*p == '*' && !want(parsePosition(++p), Positioned::Integer))
          return unsupported("numbered arguments and others");
        else if (!*p)
          break;
      parseLength(p, d.length);
      bool isReal = *p && std::strchr("fFeEgGaA", *p);
      if (*p != 'm' && !want(position, !isReal ? Positioned::Integer
                                       : d.length == Length::LongDouble
                                           ? Positioned::LongReal
                                           : Positioned::Real))
        return unsupported("numbered arguments and others");
    }
    for (Positioned &one : positions_) {
      bool isThere = one.kind == Positioned::Real ? args_.real(one.real)
                     : one.kind == Positioned::LongReal
                         ? args_.longReal(one.longReal)
                         : args_.integer(one.integer);
      if (!isThere)
        return false;
    }
    return true;
  }

  bool nextInteger(uint64_t &value) {
    if (positions_.empty())
      return args_.integer(value);
    value = positions_[position_ - 1].integer;
    return true;
  }
  bool nextReal(double &value) {
    if (positions_.empty())
      return args_.real(value);
    value = positions_[position_ - 1].real;
    return true;
  }
  bool nextLongReal(long double &value) {
    if (positions_.empty())
      return args_.longReal(value);
    value = positions_[position_ - 1].longReal;
    return true;
  }

  //===--- Directives -----------------------------------------------------===//

  /// A number, or '*' for an argument. Leaves `value` alone if neither.
  bool parseNumber(const char *&p, int &value) {
    if (*p == '*') {
      ++p;
      uint64_t argument;
      position_ = parsePosition(p);
      if (!nextInteger(argument))
        return false;
      value = int32_t(argument);
    } else if (*p >= '0' && *p <= '9') {
      int64_t number = 0;
      for (; *p >= '0' && *p <= '9'; ++p)
        number = std::min<int64_t>(number * 10 + (*p - '0'), kMaxWidth + 1);
      value = int(number);
    }
    if (value > kMaxWidth || value < -kMaxWidth)
      return unsupported("a width of more than 2^20");
    return true;
  }

  void parseLength(const char *&p, Length &length) {
    switch (*p) {
    case 'h':
      length = p[1] == 'h' ? Length::HH : Length::H;
      p += length == Length::HH ? 2 : 1;
      break;
    case 'l':
      length = p[1] == 'l' ? Length::LL : Length::L;
      p += length == Length::LL ? 2 : 1;
      break;
    case 'q':
    case 'j':
    case 'z':
    case 'Z':
    case 't':
      length = Length::LL;
      ++p;
      break;
    case 'L':
      length = Length::LongDouble;
      ++p;
      break;
    default:
      break;
    }
  }

  /// Reads what follows a percent sign.
  bool parse(const char *&p, Directive &d) {
    size_t position = positions_.empty() ? 0 : parsePosition(p);
    while (*p && std::strchr("-+ #0'I", *p)) {
      if (*p != '\'' && *p != 'I')
        d.flags.push_back(*p);
      ++p;
    }
    int width = -1;
    bool star = *p == '*';
    if (!parseNumber(p, width))
      return false;
    if (star && width < 0) {
      d.flags.push_back('-');
      width = -width;
    }
    d.width = width;
    if (*p == '.') {
      ++p;
      if (*p != '*')
        d.precision = 0;
      if (!parseNumber(p, d.precision))
        return false;
      d.precision = std::max(d.precision, -1);
    }
    parseLength(p, d.length);
    position_ = position;
    d.conversion = *p;
    if (*p)
      ++p;
    return true;
  }

  bool convert(Directive &d) {
    switch (d.conversion) {
    case '%':
      out_.push_back('%');
      return true;
    case 'd':
    case 'i':
      return convertSigned(d);
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
      return convertUnsigned(d);
    case 'C':
      d.length = Length::L, d.conversion = 'c';
      [[fallthrough]];
    case 'c':
      return convertChar(d);
    case 'S':
      d.length = Length::L, d.conversion = 's';
      [[fallthrough]];
    case 's':
      return convertString(d);
    case 'm':
      print(d.asString(), "", std::strerror(call_.getErrno()));
      return true;
    case 'p':
      return convertPointer(d);
    case 'n':
      return storeCount(d);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return convertReal(d);
    case 0:
      return unsupported("a format that ends in %");
    default:
      return unsupported("%" + llvm::Twine(d.conversion));
    }
  }

  template <typename T>
  void print(const Directive &d, const char *length, T value) {
    std::string directive = d.forHost(length);
    char small[128];
    int n = std::snprintf(small, sizeof(small), directive.c_str(), value);
    if (n < int(sizeof(small))) {
      out_.append(small, size_t(std::max(n, 0)));
      return;
    }
    size_t at = out_.size();
    out_.resize(at + size_t(n) + 1);
    std::snprintf(out_.data() + at, size_t(n) + 1, directive.c_str(), value);
    out_.pop_back(); // the end of the string
  }

  bool convertSigned(const Directive &d) {
    uint64_t bits;
    if (!nextInteger(bits))
      return false;
    long long value = 0;
    switch (d.length) {
    case Length::HH:
      value = int8_t(bits);
      break;
    case Length::H:
      value = int16_t(bits);
      break;
    case Length::None:
      value = int32_t(bits);
      break;
    case Length::L:
    case Length::LL:
    case Length::LongDouble:
      value = int64_t(bits);
      break;
    }
    print(d, "ll", value);
    return true;
  }

  bool convertUnsigned(const Directive &d) {
    uint64_t bits;
    if (!nextInteger(bits))
      return false;
    unsigned long long value = 0;
    switch (d.length) {
    case Length::HH:
      value = uint8_t(bits);
      break;
    case Length::H:
      value = uint16_t(bits);
      break;
    case Length::None:
      value = uint32_t(bits);
      break;
    case Length::L:
    case Length::LL:
    case Length::LongDouble:
      value = bits;
      break;
    }
    print(d, "ll", value);
    return true;
  }

  bool convertChar(const Directive &d) {
    uint64_t bits;
    if (!nextInteger(bits))
      return false;
    if (d.length == Length::L && uint32_t(bits) >= 128)
      return unsupported("a wide character from 128 on");
    if (uint8_t(bits) != 0) {
      print(d, "", int(uint8_t(bits)));
      return true;
    }
    size_t pad = size_t(std::max(d.width - 1, 0));
    bool left = d.flags.find('-') != std::string::npos;
    out_.append(left ? 0 : pad, ' ').push_back('\0');
    out_.append(left ? pad : 0, ' ');
    return true;
  }

  bool convertString(Directive &d) {
    uint64_t address;
    if (!nextInteger(address))
      return false;
    uint64_t limit = d.precision < 0 ? ~0ull : uint64_t(d.precision);
    std::string text = d.precision < 0 || d.precision >= 6 ? "(null)" : "";
    if (address && d.length == Length::L) {
      if (!wideStringAt(address, text, limit))
        return false;
    } else if (address) {
      if (!stringAt(call_, address, mode_, text, limit))
        return false;
      args_.touched.reads(address, std::min<uint64_t>(text.size() + 1, limit));
    }
    d.precision = -1;
    if (d.width < 0)
      out_ += text;
    else
      print(d, "", text.c_str());
    return true;
  }

  /// A wide string of plain characters.
  bool wideStringAt(uint64_t address, std::string &text, uint64_t limit) {
    text.clear();
    while (text.size() < limit) {
      uint32_t c;
      uint64_t at = address + text.size() * sizeof(c);
      if (mode_ == Mode::Quiet && call_.readable(at) < sizeof(c))
        return false;
      args_.touched.reads(at, sizeof(c));
      if (!call_.read(at, &c, sizeof(c)))
        return false;
      if (c == 0)
        break;
      if (c >= 128)
        return unsupported("a wide character from 128 on");
      text.push_back(char(c));
    }
    return true;
  }

  bool convertPointer(const Directive &d) {
    uint64_t bits;
    if (!nextInteger(bits))
      return false;
    print(d, "", reinterpret_cast<void *>(bits));
    return true;
  }

  bool storeCount(const Directive &d) {
    uint64_t address, count = out_.size() - start_;
    if (!nextInteger(address))
      return false;
    const uint64_t bytes = d.length == Length::HH     ? 1
                           : d.length == Length::H    ? 2
                           : d.length == Length::None ? 4
                                                      : 8;
    args_.touched.writes(address, bytes);
    return mode_ == Mode::Quiet || call_.write(address, &count, bytes);
  }

  bool convertReal(const Directive &d) {
    if (d.length == Length::LongDouble) {
      long double value;
      if (!nextLongReal(value))
        return false;
      print(d, "L", value);
      return true;
    }
    double value;
    if (!nextReal(value))
      return false;
    print(d, "", value);
    return true;
  }

  ModelCall &call_;
  FormatArgs &args_;
  Mode mode_;
  std::string &out_;
  size_t start_;
  std::vector<Positioned> positions_; ///< empty: taken one after another
  size_t position_ = 0;               ///< of the argument that comes next
};

} // namespace

bool formatText(ModelCall &call, uint64_t format, FormatArgs &args, Mode mode,
                std::string &out) {
  std::string text;
  if (!stringAt(call, format, mode, text))
    return false;
  args.touched.reads(format, text.size() + 1);
  return Formatter(call, args, mode, out).run(text);
}

} // namespace rbcheck
