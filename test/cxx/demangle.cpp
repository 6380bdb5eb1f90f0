// abi::__cxa_demangle gives names for people.
// RUN: %same %s
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <map>
#include <string>
#include <typeinfo>

namespace outer {
template <typename T> struct Inner {};
} // namespace outer

static void show(const char *name) {
  int status = 7;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::printf("%d %s\n", status, text ? text : "none");
  std::free(text);
}

int main() {
  show("_Z3fooiPKc");
  show(typeid(outer::Inner<int>).name());
  show(typeid(unsigned long *).name());
  show("_ZN5outer5InnerIdE3getEv");
  show("main");
  show("_Zwrong");
  size_t size = 100;
  int status;
  char *room = static_cast<char *>(std::malloc(size));
  room = abi::__cxa_demangle("_Z1fv", room, &size, &status);
  std::printf("%s %d\n", room, status);
  std::free(room);
  std::printf("%d\n", abi::__cxa_demangle(nullptr, 0, 0, &status) == nullptr);
}
