// Exception classes: texts, copies, what catches what.
// RUN: %same %s
#include <cstdio>
#include <stdexcept>
#include <string>
template <typename Base, typename T> void check(const T &made) {
  try {
    T copy(made);
    copy = made;
    throw copy;
  } catch (const Base &caught) {
    printf("%s\n", caught.what());
  }
}
int main() {
  check<std::logic_error>(std::domain_error("domain"));
  check<std::logic_error>(std::invalid_argument(std::string("invalid")));
  check<std::logic_error>(std::length_error("length"));
  check<std::exception>(std::out_of_range("range"));
  check<std::runtime_error>(std::range_error("range"));
  check<std::runtime_error>(std::overflow_error("over"));
  check<std::exception>(std::underflow_error(std::string(40, 'u')));
  std::runtime_error a("first"), b("second");
  a = b;
  printf("%s\n", a.what());
  std::runtime_error moved(std::move(a));
  printf("%s\n", moved.what());
}
