// Paths: their parts, joining, comparing, normal forms.
// RUN: %same %s -std=c++17
// RUN: %same %s -std=c++20 -O2
#include <filesystem>
#include <iostream>
#include <unordered_set>
namespace fs = std::filesystem;

static void show(const fs::path &path) {
  std::cout << path << path.filename() << path.parent_path() << path.stem()
            << path.extension() << path.root_path() << path.relative_path()
            << path.is_absolute() << path.has_filename()
            << path.has_parent_path() << path.lexically_normal() << " {";
  for (const fs::path &part : path)
    std::cout << part;
  std::cout << "}\n";
}

int main() {
  for (const char *text :
       {"", "/", "a", "/a", "a/", "/a/b/", "//a//b", "a/b.txt", ".hidden",
        "a/..", "../a/./b/../c", "/a/../../b", "a.b.c", "..", ".", "x/.y.z",
        "/a/b/..", "./"})
    show(text);
  fs::path joined = fs::path("/usr") / "lib" / "x.so";
  std::cout << joined << fs::path("a/") / "b" << fs::path("a") / "/b"
            << fs::path() / "c" << "\n";
  joined.replace_extension("txt");
  std::cout << joined << fs::path(joined).replace_filename("y")
            << fs::path(joined).remove_filename() << "\n";
  joined += ".gz";
  joined.concat("1").append("more");
  std::cout << joined << joined.string().size() << "\n";
  std::cout << fs::path("/a/b/c").lexically_relative("/a/d")
            << fs::path("a").lexically_relative("a")
            << fs::path("/a").lexically_proximate("b") << "\n";
  std::cout << (fs::path("a//b") == fs::path("a/b")) << (fs::path("a") < "b")
            << fs::path("a/b").compare("a/c") << fs::path("a").compare("/a")
            << "\n";
  fs::path copy = joined, moved = std::move(copy);
  copy = "again/x";
  swap(copy, moved);
  std::cout << copy << moved << moved.begin()->string() << "\n";
  std::cout << (hash_value(fs::path("a//b")) == hash_value(fs::path("a/b")))
            << "\n";
}
