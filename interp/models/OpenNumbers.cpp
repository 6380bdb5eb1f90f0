//===- interp/models/OpenNumbers.cpp - strtol & co. on bytes not known ----===//
//
// Openings (Open.h) of the models in Numbers.cpp that read whole numbers: how
// many spaces and digits there are is settled, the number itself is a term.
// One that may be too large is decided digit by digit.
// Tested by test/symbolic/numbers*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Open.h"

#include <algorithm>
#include <cstdlib>

namespace rbcheck {
namespace {

using namespace open;

/// A zero surely ends the string, whatever comes before it.
bool surelyEnds(OpenCall &call, uint64_t address) {
  const uint64_t end = call.endOf(address);
  for (uint64_t at = end; at > address; --at)
    if (call.byte(at - 1) == number(0))
      return true;
  return false;
}

/// Reads a number as strtol does.
class NumberReader {
public:
  NumberReader(OpenCall &call, unsigned base)
      : call_(call), at_(call.arg(0)), base_(base) {}

  bool settle(unsigned bits);

private:
  /// Goes on behind the next byte if the condition of it holds.
  bool passes(TermRef condition) {
    const std::optional<bool> holds = call_.is(condition);
    isStopped_ |= !holds;
    if (!holds || !*holds)
      return false;
    ++at_;
    return true;
  }
  TermRef next() const {
    const TermRef byte = call_.byte(at_);
    return byte ? byte : number(0); // the model says that it is none
  }
  TermRef nextIs(char c) const { return isByte(next(), uint8_t(c)); }
  TermRef nextLowerIs(char c) const {
    return isByte(term::binary(TermOp::Or, next(), number(32)), uint8_t(c));
  }
  void readPrefix();

  OpenCall &call_;
  uint64_t at_;
  unsigned base_;
  bool isStopped_ = false;
};

void NumberReader::readPrefix() {
  // The host's library may know 0b.
  static const bool knowsBinary = std::strtol("0b1", nullptr, 0) == 1;
  const bool takesHex = base_ == 0 || base_ == 16;
  const bool takesBinary = knowsBinary && (base_ == 0 || base_ == 2);
  if (!takesHex && !takesBinary)
    return;
  const uint64_t begin = at_;
  if (!passes(nextIs('0'))) {
    base_ = base_ ? base_ : 10;
    return;
  }
  if (takesHex && passes(nextLowerIs('x'))) {
    base_ = 16;
    return;
  }
  if (!isStopped_ && takesBinary && passes(nextLowerIs('b'))) {
    base_ = 2;
    return;
  }
  at_ = begin;
  base_ = base_ ? base_ : 8;
}

bool NumberReader::settle(unsigned bits) {
  const uint64_t begin = at_;
  if (base_ == 1 || base_ > 36)
    return true; // an error
  if ((call_.isSeen(begin) || !surelyEnds(call_, begin)) &&
      !length(call_, begin))
    return false;
  while (passes(either(nextIs(' '), isAmong(next(), '\t', 5))))
    ;
  if (isStopped_)
    return false;
  const bool isNegative = passes(nextIs('-'));
  if (isStopped_ || (!isNegative && !passes(nextIs('+')) && isStopped_))
    return false;
  readPrefix();
  TermRef value = number(0, 64);
  unsigned __int128 most = 0;
  while (!isStopped_) {
    const TermRef byte = next();
    const TermRef letter = term::binary(TermOp::Or, byte, number(32));
    const TermRef isDigit = isAmong(byte, '0', uint8_t(std::min(base_, 10u)));
    const TermRef isLetter =
        base_ > 10 ? isAmong(letter, 'a', uint8_t(base_ - 10)) : number(0, 1);
    if (!passes(either(isDigit, isLetter)))
      break;
    most = most * base_ + base_ - 1;
    if (most >> 63)
      return call_.settleBytes(begin, call_.endOf(begin));
    const TermRef digit =
        term::ite(isDigit, term::binary(TermOp::Sub, byte, number('0')),
                  term::binary(TermOp::Sub, letter, number('a' - 10)));
    value = term::binary(TermOp::Add,
                         term::binary(TermOp::Mul, value, number(base_, 64)),
                         term::zeroExtend(digit, 64));
  }
  if (isStopped_)
    return false;
  if (isNegative)
    value = term::binary(TermOp::Sub, number(0, 64), value);
  call_.returns(term::extract(value, 0, bits));
  return true;
}

template <unsigned Bits> bool decimal(OpenCall &call) {
  return NumberReader(call, 10).settle(Bits);
}

bool ofBase(OpenCall &call) {
  return NumberReader(call, unsigned(call.arg(2))).settle(64);
}

const RegisterOpenings kNumberOpenings({
    {"atoi", decimal<32>},
    {"atol", decimal<64>},
    {"atoll", decimal<64>},
    {"strtol", ofBase},
    {"strtoll", ofBase},
    {"strtoimax", ofBase},
    {"strtoul", ofBase},
    {"strtoull", ofBase},
    {"strtoumax", ofBase},
    {"__isoc23_strtol", ofBase},
    {"__isoc23_strtoll", ofBase},
    {"__isoc23_strtoul", ofBase},
    {"__isoc23_strtoull", ofBase},
});

} // namespace
} // namespace rbcheck
