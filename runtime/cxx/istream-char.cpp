//===- runtime/cxx/istream-char.cpp - Reading lines and words -------------===//
//
// What the headers only declare for char: >> into strings, and lines.
// Tested by test/cxx/istream-*.cpp.
//
//===----------------------------------------------------------------------===//
#define RB_CHAR char
#include "runtime/cxx/istream-lines.h"

namespace std {

namespace {

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

} // namespace std
