//===- runtime/cxx/istream-lines.h - Reading lines ------------------------===//
//
// What the headers only declare for char and for wchar_t: getline and ignore.
// To be included with RB_CHAR set to one of them. Each reads character by
// character; an exception of the stream's buffer sets badbit and goes on only
// if the program asked for that. Tested by test/cxx/istream-*.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/cxx/facets.h"

#include <istream>
#include <limits>
#include <string>

namespace std {

namespace {

using Traits = char_traits<RB_CHAR>;
using State = ios_base::iostate;
using Input = basic_istream<RB_CHAR>;
using Buffer = basic_streambuf<RB_CHAR>;
using Text = basic_string<RB_CHAR>;
using Int = Traits::int_type;

bool isEnd(Int c) { return Traits::eq_int_type(c, Traits::eof()); }

constexpr streamsize kNoLimit = numeric_limits<streamsize>::max();

/// Runs `read(state)`; an exception in it becomes badbit.
template <typename Read> State guarded(Input &in, Read read) {
  State state = ios_base::goodbit;
  try {
    read(state);
  } catch (...) {
    if (in.exceptions() & ios_base::badbit)
      throw;
    state |= ios_base::badbit;
  }
  return state;
}

} // namespace

template <> Input &getline(Input &in, Text &line, RB_CHAR delimiter) {
  Input::sentry sentry(in, true);
  if (!sentry)
    return in;
  State state = guarded(in, [&](State &found) {
    line.clear();
    Buffer *buffer = in.rdbuf();
    bool hasRead = false;
    for (;;) {
      Int c = buffer->sbumpc();
      if (isEnd(c)) {
        found |=
            hasRead ? ios_base::eofbit : ios_base::eofbit | ios_base::failbit;
        return;
      }
      hasRead = true;
      if (Traits::to_char_type(c) == delimiter)
        return;
      line.push_back(Traits::to_char_type(c));
    }
  });
  if (state)
    in.setstate(state);
  return in;
}

template <>
Input &Input::getline(RB_CHAR *to, streamsize size, RB_CHAR delimiter) {
  _M_gcount = 0;
  sentry guard(*this, true);
  State state = ios_base::goodbit;
  RB_CHAR *const begin = to;
  if (guard) {
    state = guarded(*this, [&](State &found) {
      Buffer *buffer = rdbuf();
      Int c = buffer->sgetc();
      for (; to - begin + 1 < size && !isEnd(c) &&
             Traits::to_char_type(c) != delimiter;
           c = buffer->snextc()) {
        *to++ = Traits::to_char_type(c);
        ++_M_gcount;
      }
      if (isEnd(c)) {
        found |= ios_base::eofbit;
      } else if (Traits::to_char_type(c) == delimiter) {
        ++_M_gcount;
        buffer->sbumpc();
      } else {
        found |= ios_base::failbit;
      }
    });
  }
  if (size > 0)
    *to = RB_CHAR();
  if (!_M_gcount)
    state |= ios_base::failbit;
  if (state)
    setstate(state);
  return *this;
}

namespace {

/// Drops up to `limit` characters, the last one `delimiter` if that is met.
streamsize drop(Buffer *buffer, streamsize limit, Int delimiter, State &state) {
  streamsize dropped = 0;
  while (limit == kNoLimit || dropped < limit) {
    Int c = buffer->sbumpc();
    if (isEnd(c)) {
      state |= ios_base::eofbit;
      break;
    }
    if (dropped < kNoLimit)
      ++dropped;
    if (Traits::eq_int_type(c, delimiter))
      break;
  }
  return dropped;
}

} // namespace

template <> Input &Input::ignore(streamsize limit, Int delimiter) {
  _M_gcount = 0;
  sentry guard(*this, true);
  if (guard && limit > 0) {
    State state = guarded(*this, [&](State &found) {
      _M_gcount = drop(rdbuf(), limit, delimiter, found);
    });
    if (state)
      setstate(state);
  }
  return *this;
}
template <> Input &Input::ignore(streamsize limit) {
  return ignore(limit, Traits::eof());
}

} // namespace std
