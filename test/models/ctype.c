// Character classes, as macros and as functions.
// RUN: rbcheck --run %s
// RUN: %exits 0 rbcheck %s

#include <assert.h>
#include <ctype.h>

int main(void) {
  int (*volatile asFunction)(int) = isalpha;
  int letters = 0, spaces = 0, prints = 0, controls = 0, puncts = 0;
  for (int c = 0; c < 256; ++c) {
    letters += !!isalpha(c);
    spaces += !!isspace(c);
    prints += !!isprint(c);
    controls += !!iscntrl(c);
    puncts += !!ispunct(c);
    assert(!isalpha(c) == !asFunction(c));
    assert(!isalnum(c) == (!isalpha(c) && !isdigit(c)));
  }
  assert(letters == 52 && spaces == 6 && prints == 95);
  assert(controls == 33 && puncts == 32);
  assert(isxdigit('f') && !isxdigit('g') && isblank('\t'));
  assert(isupper('A') && !islower('A') && isgraph('!'));
  assert(tolower('A') == 'a' && toupper('z') == 'Z' && toupper('1') == '1');
  assert(toupper(-1) == -1 && !isalpha(-1));
}
