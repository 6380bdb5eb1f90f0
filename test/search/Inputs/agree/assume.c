// Paths that are not of interest end silently.
#include <rbcheck.h>
int main(void) {
  int a = rb_choose(4);
  rb_assume(a % 2 == 0);
  return a;
}
