// put_time and get_time, and other facets that streams use.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -include %include/rbcheck_prelude.h
#include <ctime>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>

int main() {
  std::time_t year = 86400 * 365 + 3661;
  std::tm *time = std::gmtime(&year);
  std::cout << std::put_time(time, "%Y-%m-%d %H:%M:%S %a %B %x %X %p %j %%")
            << "\n";
  std::tm read{};
  std::istringstream in("2020-02-03 14:05:06");
  in >> std::get_time(&read, "%Y-%m-%d %H:%M:%S");
  std::cout << in.good() << read.tm_year << " " << read.tm_mon << " "
            << read.tm_mday << " " << read.tm_hour << read.tm_min << read.tm_sec
            << "\n";
  std::istringstream names("Monday Jan 31 11 PM");
  names >> std::get_time(&read, "%A %b %d %I %p");
  std::cout << names.fail() << read.tm_wday << read.tm_mon << read.tm_mday
            << read.tm_hour << "\n";
  std::istringstream wrong("abc");
  wrong >> std::get_time(&read, "%Y");
  std::cout << wrong.fail() << "\n";
  const auto &order = std::use_facet<std::collate<char>>(std::locale());
  const char a[] = "abc", b[] = "abd";
  std::cout << order.compare(a, a + 3, b, b + 3) << std::quoted("a\"b") << "\n";
}
