// Directories and files of std::filesystem, in the memory of the program.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -include %include/rbcheck_prelude.h
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
namespace fs = std::filesystem;

int main() {
  const fs::path top = "/tmp/rbcheck-filesystem", deep = top / "a" / "b";
  fs::remove_all(top);
  std::cout << fs::create_directories(deep) << fs::exists(deep)
            << fs::is_directory(deep) << fs::create_directory(deep)
            << fs::is_empty(deep) << "\n";
  std::ofstream(deep / "x.txt") << "12345";
  std::cout << fs::file_size(deep / "x.txt") << fs::is_regular_file(deep / "x.txt")
            << fs::is_empty(deep) << "\n";
  fs::rename(deep / "x.txt", deep / "y.txt");
  fs::copy_file(deep / "y.txt", deep / "z.txt");
  fs::copy(top / "a", top / "copy", fs::copy_options::recursive);
  std::set<std::string> names;
  for (const auto &entry : fs::directory_iterator(deep))
    names.insert(entry.path().filename().string() + "=" +
                 std::to_string(entry.file_size()));
  for (const auto &entry : fs::recursive_directory_iterator(top))
    names.insert(entry.path().string() + (entry.is_directory() ? "/" : ""));
  for (const std::string &name : names)
    std::cout << name << "\n";
  fs::resize_file(deep / "y.txt", 2);
  fs::permissions(deep / "y.txt", fs::perms::owner_read);
  std::cout << fs::file_size(deep / "y.txt")
            << int(fs::status(deep / "y.txt").permissions()) << "\n";
  auto time = fs::last_write_time(deep / "y.txt");
  fs::last_write_time(deep / "y.txt", time + std::chrono::hours(1));
  std::cout << (fs::last_write_time(deep / "y.txt") - time).count() << "\n";
  std::error_code error;
  fs::file_size("/nowhere", error);
  std::cout << error.message() << fs::exists("/nowhere") << "\n";
  for (int i = 0; i < 4; ++i)
    try {
      if (i == 0)
        fs::file_size("/nowhere");
      else if (i == 1)
        fs::directory_iterator("/nowhere");
      else if (i == 2)
        fs::remove(top);
      else
        fs::copy_file(deep / "y.txt", deep / "z.txt");
    } catch (const fs::filesystem_error &failure) {
      std::cout << failure.what() << failure.path1() << failure.code() << "\n";
    }
  fs::rename(top / "copy", top / "moved");
  std::cout << fs::exists(top / "moved" / "b" / "z.txt")
            << fs::exists(top / "copy") << "\n";
  fs::current_path(deep);
  std::cout << fs::current_path() << fs::exists("y.txt")
            << fs::absolute("q") << fs::canonical("../b/y.txt")
            << fs::relative(top) << "\n";
  fs::current_path("/");
  std::cout << fs::temp_directory_path() << fs::remove_all(top)
            << fs::exists(top) << fs::remove(top) << "\n";
}
