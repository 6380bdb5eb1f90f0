//===- runtime/cxx/ios.cpp - ios_base, and basic_ios for char -------------===//
//
// Tested by test/cxx/ios*.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/cxx/facets.h"

#include <ios>
#include <utility>

namespace std {

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(),
      _M_streambuf_state(), _M_callbacks(nullptr), _M_word_zero(),
      _M_word_size(_S_local_word_size), _M_word(_M_local_word),
      _M_ios_locale() {}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word)
    delete[] _M_word;
}

/// What every stream begins with.
void ios_base::_M_init() throw() {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &next) throw() {
  locale old = _M_ios_locale;
  _M_ios_locale = next;
  _M_call_callbacks(imbue_event);
  return old;
}

// Callbacks and words of the program ----------------------------------------------

void ios_base::register_callback(event_callback function, int index) {
  _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
  for (_Callback_list *at = _M_callbacks; at; at = at->_M_next)
    at->_M_fn(what, *this, at->_M_index);
}

/// copyfmt lets streams share the rest of a list.
void ios_base::_M_dispose_callbacks() throw() {
  _Callback_list *at = _M_callbacks;
  while (at && at->_M_remove_reference() == 0) {
    _Callback_list *next = at->_M_next;
    delete at;
    at = next;
  }
  _M_callbacks = nullptr;
}

int ios_base::xalloc() throw() {
  static int last = 3; // the first four are the library's own
  return __atomic_add_fetch(&last, 1, __ATOMIC_SEQ_CST);
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool isInt) {
  constexpr int kMost = 1 << 20;
  if (index < 0 || index >= kMost) {
    _M_streambuf_state |= badbit;
    if (_M_streambuf_state & _M_exception)
      __throw_ios_failure("ios_base::_M_grow_words is not valid");
    if (isInt)
      _M_word_zero._M_iword = 0;
    else
      _M_word_zero._M_pword = nullptr;
    return _M_word_zero;
  }
  if (index >= _S_local_word_size) {
    _Words *grown = new _Words[index + 1];
    for (int i = 0; i < _M_word_size; ++i)
      grown[i] = _M_word[i];
    if (_M_word != _M_local_word)
      delete[] _M_word;
    _M_word = grown;
    _M_word_size = index + 1;
  }
  return _M_word[index];
}

// Moving -----------------------------------------------------------------------------

void ios_base::_M_move(ios_base &from) noexcept {
  _M_precision = from._M_precision;
  _M_width = from._M_width;
  _M_flags = from._M_flags;
  _M_exception = from._M_exception;
  _M_streambuf_state = from._M_streambuf_state;
  _M_callbacks = std::exchange(from._M_callbacks, nullptr);
  if (_M_word != _M_local_word)
    delete[] _M_word;
  if (from._M_word == from._M_local_word) {
    for (int i = 0; i < _S_local_word_size; ++i)
      _M_local_word[i] = std::exchange(from._M_local_word[i], _Words());
    _M_word = _M_local_word;
    _M_word_size = _S_local_word_size;
  } else {
    _M_word = std::exchange(from._M_word, from._M_local_word);
    _M_word_size =
        std::exchange(from._M_word_size, int(_S_local_word_size));
  }
  _M_ios_locale = from._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept {
  std::swap(_M_precision, other._M_precision);
  std::swap(_M_width, other._M_width);
  std::swap(_M_flags, other._M_flags);
  std::swap(_M_exception, other._M_exception);
  std::swap(_M_streambuf_state, other._M_streambuf_state);
  std::swap(_M_callbacks, other._M_callbacks);
  std::swap(_M_local_word, other._M_local_word);
  bool isLocal = _M_word == _M_local_word;
  bool isOtherLocal = other._M_word == other._M_local_word;
  std::swap(_M_word, other._M_word);
  std::swap(_M_word_size, other._M_word_size);
  if (isLocal)
    other._M_word = other._M_local_word;
  if (isOtherLocal)
    _M_word = _M_local_word;
  std::swap(_M_ios_locale, other._M_ios_locale);
}

template class basic_ios<char>;

} // namespace std
