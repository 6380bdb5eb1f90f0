// Data choices alone: nine ends.
#include <rbcheck.h>
int main(void) {
  int a = rb_choose(3), b = rb_choose(3);
  return a * 3 + b;
}
