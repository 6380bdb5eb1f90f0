//===- tools/load/CommandLine.h - What a compiler is asked to do ----------===//
//
// Reads the command line of gcc or clang as far as bitcode is concerned: which
// sources are compiled, where the result goes, which libraries are linked, and
// which options shape the meaning of the sources (macros, include folders,
// language). The compiler itself always gets the command as it was written.
// Tested by test/build/command-lines.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace rbcheck {

struct SourceFile {
  std::string path;
  std::string language; ///< as given by -x; "" = from the name
  bool isCxx;
};

struct CommandLine {
  enum Kind {
    Other,   ///< leaves neither object nor program: nothing to do for us
    Compile, ///< -c: an object for each source
    Link     ///< a program or shared library, from sources, objects, libraries
  };

  Kind kind = Other;
  std::vector<SourceFile> sources;
  std::vector<std::string> inputs; ///< objects, archives, shared libraries
  std::string output;              ///< of -o; "" = not given
  std::vector<std::string> libraryFolders; ///< of -L
  std::vector<std::string> options;        ///< those that matter for bitcode
  bool usesLto = false;

  /// `cxx`: the compiler takes all input for C++. Response files are read.
  static CommandLine parse(llvm::ArrayRef<const char *> arguments, bool cxx);

  /// The object file a Compile leaves for `source`.
  std::string objectOf(const SourceFile &source) const;
  /// The file a Link leaves.
  std::string linked() const { return output.empty() ? "a.out" : output; }
};

/// What compilers take the ending of a name for, without -x.
bool isCName(llvm::StringRef ending);
bool isCxxName(llvm::StringRef ending);

} // namespace rbcheck
