//===- tools/load/CommandLine.cpp - What a compiler is asked to do --------===//
#include "tools/load/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

enum class Use {
  Keep,    ///< shapes the meaning of a source
  Drop,    ///< does not: optimisation, warnings, linking, side outputs
  Nothing, ///< the command leaves no object and no program
  Special  ///< looked at by the reader itself
};

struct Option {
  const char *name;
  bool isPrefix; ///< matches every word that begins so
  bool takesNext;
  Use use;
};

/// The first row that fits decides; a word that fits none is kept.
const Option kOptions[] = {
    {"-o", true, false, Use::Special},
    {"-x", true, false, Use::Special},
    {"-c", false, false, Use::Special},
    {"-L", true, false, Use::Special},
    {"-flto", true, false, Use::Special},
    {"-Xclang", false, true, Use::Special},

    // No object, no program.
    {"-E", false, false, Use::Nothing},
    {"-S", false, false, Use::Nothing},
    {"-M", false, false, Use::Nothing},
    {"-MM", false, false, Use::Nothing},
    {"-fsyntax-only", false, false, Use::Nothing},
    {"-cc1", true, false, Use::Nothing},
    {"-###", false, false, Use::Nothing},
    {"-print-", true, false, Use::Nothing},
    {"--print-", true, false, Use::Nothing},
    {"-dump", true, false, Use::Nothing},
    {"--help", true, false, Use::Nothing},
    {"--version", false, false, Use::Nothing},
    {"-emit-llvm", false, false, Use::Nothing},
    // rbcheck is for x86-64.
    {"-m32", false, false, Use::Nothing},
    {"-mx32", false, false, Use::Nothing},
    {"-m16", false, false, Use::Nothing},

    // Dependency files.
    {"-MF", false, true, Use::Drop},
    {"-MT", false, true, Use::Drop},
    {"-MQ", false, true, Use::Drop},
    {"-MJ", false, true, Use::Drop},
    {"-M", true, false, Use::Drop},
    {"-Wp,-M", true, false, Use::Drop},
    {"-Wp,", true, false, Use::Keep},

    // Optimisation, debug information, instrumentation: bitcode has its own.
    {"-O", true, false, Use::Drop},
    {"-g", true, false, Use::Drop},
    {"-fno-lto", false, false, Use::Drop},
    {"-fsanitize", true, false, Use::Drop},
    {"-fno-sanitize", true, false, Use::Drop},
    {"-fprofile", true, false, Use::Drop},
    {"-fcoverage", true, false, Use::Drop},
    {"-ftest-coverage", false, false, Use::Drop},
    {"--coverage", false, false, Use::Drop},
    {"-coverage", false, false, Use::Drop},
    {"-pg", false, false, Use::Drop},
    {"-fplugin", true, false, Use::Drop},
    {"-fdump-", true, false, Use::Drop},
    {"-fstack-usage", false, false, Use::Drop},
    {"-ftime-trace", true, false, Use::Drop},
    {"-fembed-bitcode", true, false, Use::Drop},
    {"-save-temps", true, false, Use::Drop},
    {"--save-temps", true, false, Use::Drop},
    {"-pipe", false, false, Use::Drop},
    {"-v", false, false, Use::Drop},
    {"--", false, false, Use::Drop},
    {"-wrapper", false, true, Use::Drop},
    {"-specs", true, false, Use::Drop},
    {"--specs", true, false, Use::Drop},
    {"--param", false, true, Use::Drop},
    {"--param=", true, false, Use::Drop},
    {"-aux-info", false, true, Use::Drop},
    {"-mllvm", false, true, Use::Drop},

    // Warnings.
    {"-Xlinker", false, true, Use::Drop},
    {"-Xassembler", false, true, Use::Drop},
    {"-W", true, false, Use::Drop},
    {"-w", false, false, Use::Drop},
    {"-pedantic", true, false, Use::Drop},

    // Linking.
    {"-l", false, true, Use::Drop},
    {"-l", true, false, Use::Drop},
    {"-T", false, true, Use::Drop},
    {"-u", false, true, Use::Drop},
    {"-z", false, true, Use::Drop},
    {"-e", false, true, Use::Drop},
    {"-B", false, true, Use::Drop},
    {"-B", true, false, Use::Drop},
    {"-s", false, false, Use::Drop},
    {"-shared", true, false, Use::Drop},
    {"-static", true, false, Use::Drop},
    {"-rdynamic", false, false, Use::Drop},
    {"-fuse-ld", true, false, Use::Drop},
    {"-no-pie", false, false, Use::Drop},
    {"-pie", false, false, Use::Drop},
    {"-nostdlib", false, false, Use::Drop},
    {"-nodefaultlibs", false, false, Use::Drop},
    {"-nostartfiles", false, false, Use::Drop},

    // Kept together with the next word.
    {"-I", false, true, Use::Keep},
    {"-D", false, true, Use::Keep},
    {"-U", false, true, Use::Keep},
    {"-A", false, true, Use::Keep},
    {"-include", false, true, Use::Keep},
    {"-imacros", false, true, Use::Keep},
    {"-isystem", false, true, Use::Keep},
    {"-iquote", false, true, Use::Keep},
    {"-idirafter", false, true, Use::Keep},
    {"-isysroot", false, true, Use::Keep},
    {"--sysroot", false, true, Use::Keep},
    {"-iprefix", false, true, Use::Keep},
    {"-iwithprefix", false, true, Use::Keep},
    {"-iwithprefixbefore", false, true, Use::Keep},
    {"-Xpreprocessor", false, true, Use::Keep},
    {"-target", false, true, Use::Keep},
};

const Option *findOption(StringRef word) {
  for (const Option &option : kOptions)
    if (option.isPrefix ? word.starts_with(option.name) : word == option.name)
      return &option;
  return nullptr;
}

bool isHeaderName(StringRef ending) {
  return llvm::is_contained({".h", ".hh", ".hpp", ".hxx", ".H", ".h++"},
                            ending);
}

/// Goes over the words once.
class Reader {
public:
  Reader(CommandLine &to, bool cxx) : to_(to), cxx_(cxx) {}

  void read(llvm::ArrayRef<const char *> words) {
    bool compiles = false;
    for (size_t i = 0; i < words.size(); ++i) {
      StringRef word = words[i];
      StringRef next = i + 1 < words.size() ? words[i + 1] : "";
      if (!word.starts_with("-")) {
        input(word);
      } else if (word == "-") {
        nothing_ = true; // standard input was read by the compiler
      } else if (word == "-c") {
        compiles = true;
      } else {
        i += option(word, next);
      }
    }
    if (nothing_ || (to_.sources.empty() && (compiles || to_.inputs.empty())))
      to_.kind = CommandLine::Other;
    else
      to_.kind = compiles ? CommandLine::Compile : CommandLine::Link;
  }

private:
  /// How many words more were used.
  size_t option(StringRef word, StringRef next) {
    const Option *known = findOption(word);
    size_t used = known && known->takesNext;
    switch (known ? known->use : Use::Keep) {
    case Use::Keep:
      to_.options.push_back(word.str());
      if (used)
        to_.options.push_back(next.str());
      return used;
    case Use::Drop:
      return used;
    case Use::Nothing:
      nothing_ = true;
      return used;
    case Use::Special:
      return special(word, next);
    }
    llvm_unreachable("covered switch");
  }

  size_t special(StringRef word, StringRef next) {
    if (word == "-Xclang")
      return clangOption(next), 1;
    if (word.starts_with("-flto"))
      return to_.usesLto = true, 0;
    bool isJoined = word.size() > 2;
    StringRef value = isJoined ? word.drop_front(2) : next;
    if (word.starts_with("-o"))
      to_.output = value.str();
    else if (word.starts_with("-x"))
      language_ = value == "none" ? "" : value.str();
    else
      to_.libraryFolders.push_back(value.str());
    return !isJoined;
  }

  /// A precompiled header fits its own options only; what it was made of is
  /// included beside it.
  void clangOption(StringRef word) {
    if (skipsNext_) {
      skipsNext_ = false;
      return;
    }
    if (word == "-include-pch") {
      skipsNext_ = true;
      return;
    }
    if (word == "-emit-pch")
      nothing_ = true;
    to_.options.push_back("-Xclang");
    to_.options.push_back(word.str());
  }

  void input(StringRef path) {
    StringRef ending = llvm::sys::path::extension(path);
    bool isC = language_ == "c" || language_ == "cpp-output";
    bool isCxx = language_ == "c++" || language_ == "c++-cpp-output";
    if (language_.empty()) {
      isCxx = isCxxName(ending) || (cxx_ && isCName(ending));
      isC = isCName(ending) && !isCxx;
      nothing_ |= isHeaderName(ending);
    } else {
      nothing_ |= StringRef(language_).ends_with("header");
    }
    if (isC || isCxx)
      to_.sources.push_back({path.str(), language_, isCxx});
    else
      to_.inputs.push_back(path.str());
  }

  CommandLine &to_;
  bool cxx_;
  bool nothing_ = false;
  bool skipsNext_ = false;
  std::string language_;
};

} // namespace

bool isCName(StringRef ending) { return ending == ".c" || ending == ".i"; }

bool isCxxName(StringRef ending) {
  return llvm::is_contained(
      {".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".ii"}, ending);
}

CommandLine CommandLine::parse(llvm::ArrayRef<const char *> arguments,
                               bool cxx) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 64> words(arguments.begin(), arguments.end());
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine, words);
  CommandLine line;
  Reader(line, cxx).read(words);
  return line;
}

std::string CommandLine::objectOf(const SourceFile &source) const {
  if (!output.empty())
    return output;
  return llvm::sys::path::stem(source.path).str() + ".o";
}

} // namespace rbcheck
