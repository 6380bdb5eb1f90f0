// What every stream has: flags, words of the program, callbacks, copyfmt.
// RUN: %same %s
#include <iostream>
#include <sstream>
static void told(std::ios_base::event what, std::ios_base &, int index) {
  std::cout << "event " << int(what) << ' ' << index << '\n';
}
int main() {
  int mine = std::ios_base::xalloc(), far = mine + 30;
  {
    std::ostringstream a, b;
    a.iword(mine) = 5, a.pword(far) = &a, a.iword(far) = 6;
    a.register_callback(told, 17);
    a.setf(std::ios::hex, std::ios::basefield), a.width(4), a.fill('_');
    b.copyfmt(a);
    b << 255;
    std::cout << b.str() << b.iword(mine) << b.iword(far) << '\n';
    a.imbue(std::locale::classic());
  }
  std::cout << std::cout.precision() << std::cout.flags() << std::endl;
}
