//===- runtime/cxx/istream-char.cpp - Reading lines and words -------------===//
//
// What the headers only declare for char: >> into strings, getline, ignore.
// Each reads character by character; an exception of the stream's buffer sets
// badbit and goes on only if the program asked for that.
// Tested by test/cxx/istream-*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <istream>
#include <limits>
#include <string>

namespace std {

namespace {

using Traits = char_traits<char>;
using State = ios_base::iostate;

bool isEnd(int c) { return Traits::eq_int_type(c, Traits::eof()); }

constexpr streamsize kNoLimit = numeric_limits<streamsize>::max();

/// Runs `read(state)`; an exception in it becomes badbit.
template <typename Read> State guarded(istream &in, Read read) {
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

/// Takes the characters up to a white space or the limit.
template <typename Put>
void readWord(istream &in, streamsize limit, State &state, Put put) {
  const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
  streambuf *buffer = in.rdbuf();
  streamsize count = 0;
  int c = buffer->sgetc();
  for (; count < limit && !isEnd(c) &&
         !kinds.is(ctype_base::space, Traits::to_char_type(c));
       c = buffer->snextc(), ++count)
    put(Traits::to_char_type(c));
  if (count < limit && isEnd(c))
    state |= ios_base::eofbit;
  if (!count)
    state |= ios_base::failbit;
}

} // namespace

template <> istream &operator>>(istream &in, string &text) {
  istream::sentry sentry(in, false);
  if (!sentry)
    return in;
  State state = guarded(in, [&](State &found) {
    text.clear();
    streamsize width = in.width();
    readWord(in, width > 0 ? width : kNoLimit, found,
             [&](char c) { text.push_back(c); });
    in.width(0);
  });
  if (state)
    in.setstate(state);
  return in;
}

/// operator>> into an array of `size` characters.
void __istream_extract(istream &in, char *to, streamsize size) {
  istream::sentry sentry(in, false);
  if (!sentry)
    return;
  State state = guarded(in, [&](State &found) {
    streamsize width = in.width();
    if (width > 0 && width < size)
      size = width;
    readWord(in, size - 1, found, [&](char c) { *to++ = c; });
    *to = '\0';
    in.width(0);
  });
  if (state)
    in.setstate(state);
}

template <> istream &getline(istream &in, string &line, char delimiter) {
  istream::sentry sentry(in, true);
  if (!sentry)
    return in;
  State state = guarded(in, [&](State &found) {
    line.clear();
    streambuf *buffer = in.rdbuf();
    bool hasRead = false;
    for (;;) {
      int c = buffer->sbumpc();
      if (isEnd(c)) {
        found |= hasRead ? ios_base::eofbit
                         : ios_base::eofbit | ios_base::failbit;
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
istream &istream::getline(char *to, streamsize size, char delimiter) {
  _M_gcount = 0;
  sentry guard(*this, true);
  State state = ios_base::goodbit;
  char *const begin = to;
  if (guard) {
    state = guarded(*this, [&](State &found) {
      streambuf *buffer = rdbuf();
      int c = buffer->sgetc();
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
    *to = '\0';
  if (!_M_gcount)
    state |= ios_base::failbit;
  if (state)
    setstate(state);
  return *this;
}

namespace {

/// Drops up to `limit` characters, the last one `delimiter` if that is met.
streamsize drop(streambuf *buffer, streamsize limit, int delimiter,
                State &state) {
  streamsize dropped = 0;
  while (limit == kNoLimit || dropped < limit) {
    int c = buffer->sbumpc();
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

template <> istream &istream::ignore(streamsize limit, int delimiter) {
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
template <> istream &istream::ignore(streamsize limit) {
  return ignore(limit, Traits::eof());
}

} // namespace std
