// Error codes, conditions and categories.
// RUN: %same %s
#include <cerrno>
#include <cstdio>
#include <future>
#include <ios>
#include <system_error>
int main() {
  std::error_code code(ENOENT, std::generic_category());
  printf("%s %s %d\n", code.category().name(), code.message().c_str(),
         code == std::errc::no_such_file_or_directory);
  std::error_code other(EAGAIN, std::system_category());
  printf("%s %d %d\n", other.category().name(),
         other == std::errc::resource_unavailable_try_again, code == other);
  printf("%s\n", other.default_error_condition().category().name());
  printf("%s %s\n", std::future_category().name(),
         std::future_category().message(2).c_str());
  printf("%s\n", std::iostream_category().message(1).c_str());
  try {
    throw std::system_error(code, "opening");
  } catch (const std::runtime_error &e) {
    printf("%s\n", e.what());
  }
}
