// Regular expressions: matches, searches, iterators, replacing, errors.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -include %include/rbcheck_prelude.h
#include <iostream>
#include <regex>
#include <string>

int main() {
  std::regex address("([a-z]+)@([a-z]+)\\.com");
  std::smatch found;
  std::string text = "joe@site.com";
  if (std::regex_match(text, found, address))
    std::cout << found[1] << " at " << found[2] << "\n";
  std::string list = "a1b22c333";
  std::regex digits("\\d+");
  for (std::sregex_iterator i(list.begin(), list.end(), digits), end; i != end;
       ++i)
    std::cout << i->str() << " at " << i->position() << "\n";
  std::cout << std::regex_replace(list, digits, "<$&>") << "\n";
  std::cout << std::regex_search("say hello", std::regex("HELLO", std::regex::icase))
            << std::regex_match("_ab9", std::regex("[[:alpha:]_][[:alnum:]_]*"))
            << std::regex_match("ac", std::regex("a|b|ac?"))
            << std::regex_match("aXa", std::regex("(.)X\\1"))
            << std::regex_search("one two", std::regex("\\btwo$"))
            << std::regex_match("q", std::regex("[a-p]")) << "\n";
  for (const char *wrong : {"(", "[a", "a{2", "*", "\\9", "[[:nosuch:]]"})
    try {
      std::regex bad(wrong);
      std::cout << wrong << " is right\n";
    } catch (const std::regex_error &error) {
      std::cout << wrong << ": code " << error.code() << "\n";
    }
  try {
    throw std::regex_error(std::regex_constants::error_brack);
  } catch (const std::runtime_error &error) {
    std::cout << error.what() << "\n";
  }
}
