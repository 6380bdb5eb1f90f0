// Streams of wide characters, and numbers in wide strings.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -include %include/rbcheck_prelude.h
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::wstringstream stream;
  stream << L"abc " << 42 << L' ' << 3.25 << std::hex << std::setw(6)
         << std::setfill(L'0') << 255 << std::boolalpha << true << "narrow";
  std::wstring text = stream.str();
  std::wcout << text << L" " << text.size() << std::endl;
  std::wstring word;
  int number;
  double real;
  stream >> word >> std::dec >> number >> real;
  std::wcout << word << number << L"," << real << L"\n";
  std::wistringstream lines(L"one two\nthree\n");
  while (std::getline(lines, word))
    std::wcout << L"[" << word << L"]";
  std::wcout << lines.eof() << L"\n";
  std::wstring built = L"x";
  built += L"yz";
  built.insert(0, L"__");
  std::wcout << built.find(L"y") << built << std::endl;
  std::wcout << std::stoi(L"77") << std::stod(L"1.5x") << std::to_wstring(3)
             << std::to_wstring(2.5) << L"\n";
  {
    std::wofstream out("rbcheck-wide.txt");
    out << L"wide " << 7 << L"\n";
  }
  std::wifstream in("rbcheck-wide.txt");
  in >> word >> number;
  std::wcout << word << number << L"\n";
  std::remove("rbcheck-wide.txt");
  std::wcerr << L"not compared\n";
}
