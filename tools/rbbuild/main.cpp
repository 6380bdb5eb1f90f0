//===- tools/rbbuild/main.cpp - rbbuild, rbcc and rbc++ -------------------===//
//
// One program with three names. rbbuild runs a build and makes every compiler
// in it a driver; rbcc and rbc++ are that driver under a name of its own, for
// CC=rbcc CXX=rbc++. Described in docs/building-projects.md.
//
//===----------------------------------------------------------------------===//
#include "tools/rbbuild/Driver.h"
#include "tools/rbbuild/RunBuild.h"
#include "tools/process/ExitCode.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace rbcheck;
using llvm::StringRef;

static const char kBuildHelp[] =
    "Usage: rbbuild COMMAND...\n"
    "\n"
    "Runs a build as it is (rbbuild make, rbbuild cmake --build b) and leaves "
    "the\nbitcode of the whole program beside each executable it links: prog "
    "and prog.bc.\nThen: rbcheck prog\n"
    "\n"
    "  --help       this text\n"
    "  --version    version of rbbuild and LLVM\n"
    "\n"
    "Exit code: that of COMMAND; 3 for bad usage.\n";

static const char kDriverHelp[] =
    "Usage: rbcc|rbc++ COMPILER-ARGUMENTS...\n"
    "\n"
    "clang-19 and clang++-19 that leave the bitcode of the whole program "
    "beside "
    "each\nexecutable they link: prog and prog.bc. For builds that can be told "
    "their\ncompiler: CC=rbcc CXX=rbc++ ./configure. All arguments are "
    "clang's; "
    "see\nclang-19 --help.\n";

static int buildMain(int argc, char **argv) {
  StringRef first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h")
    return llvm::outs() << kBuildHelp, kExitNoError;
  if (first == "--version")
    return llvm::outs() << "rbbuild " RBCHECK_VERSION
                           " (LLVM " LLVM_VERSION_STRING ")\n",
           kExitNoError;
  if (first.starts_with("-")) {
    llvm::errs() << "rbbuild: unknown option '" << first
                 << "'; see rbbuild --help\n";
    return kExitBadInput;
  }
  if (first.empty()) {
    llvm::errs() << "rbbuild: no command given; see rbbuild --help\n";
    return kExitBadInput;
  }
  return runBuild(argv[0], llvm::ArrayRef(argv + 1, argv + argc));
}

int main(int argc, char **argv) {
  StringRef name = llvm::sys::path::filename(argv[0]);
  if (name != "rbcc" && name != "rbc++")
    return buildMain(argc, argv);
  if (argc == 2 && StringRef(argv[1]) == "--help")
    return llvm::outs() << kDriverHelp, kExitNoError;
  return runDriver(argv[0], name, llvm::ArrayRef(argv + 1, argv + argc));
}
