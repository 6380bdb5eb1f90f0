//===- search/triage/SourcePaths.h - Which file of the program is meant ---===//
//
// Tools name a file by a path of their own: relative, as a URI, from another
// machine. It is compared with the files of the debug info by whole components
// from the end; the longest common suffix wins.
// Tested by test/unit/SitesTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rbcheck {

/// --path-map=FROM=TO: paths that begin with FROM begin with TO instead.
struct PathMap {
  std::string from, to;
};

/// The components of a path without ".", "..", "file://" and empty ones. Only
/// leading ".." stay out, too: what they lead to is unknown.
std::vector<std::string> pathComponents(const std::string &path);

class SourcePaths {
public:
  SourcePaths(const std::vector<std::string> &files,
              std::vector<PathMap> maps);

  struct Match {
    std::vector<uint32_t> files; ///< spellings of one file; empty = none
    std::string ambiguity;       ///< or two that fit equally well, in words
  };
  Match find(const std::string &path) const;

private:
  struct File {
    uint32_t number;
    std::vector<std::string> components;
  };
  const std::vector<std::string> &names_;
  std::vector<File> files_;
  std::vector<PathMap> maps_;
};

} // namespace rbcheck
