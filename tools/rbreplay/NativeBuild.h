//===- tools/rbreplay/NativeBuild.h - A native program for one trace ------===//
//
// Instruments the program of a trace, records what a native run has to follow
// (NativeSchedule.h), and builds an executable from the same bitcode and the
// library runtime/native. Nothing is optimised: what the debugger shows is
// what the bitcode says.
// Tested by test/native.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/load/Load.h"

#include "search/result/Result.h"

namespace rbcheck {

/// A folder that goes with this object, unless it was given by the user.
class NativeFolder {
public:
  /// `folder` is made if it is not there; "" = a temporary one.
  static llvm::Expected<NativeFolder> make(const std::string &folder);
  /// What is written into `folder`.
  static std::vector<std::string> filesIn(const std::string &folder);
  NativeFolder(NativeFolder &&other)
      : path_(std::move(other.path_)), isOurs_(other.isOurs_) {
    other.isOurs_ = false;
  }
  NativeFolder &operator=(NativeFolder &&) = delete;
  ~NativeFolder();

  std::string executable() const { return path_ + "/program"; }
  std::string schedule() const { return path_ + "/schedule"; }
  std::string input() const { return path_ + "/stdin"; }
  std::string bitcode() const { return path_ + "/program.bc"; }

private:
  NativeFolder(std::string path, bool isOurs)
      : path_(std::move(path)), isOurs_(isOurs) {}
  std::string path_;
  bool isOurs_;
};

/// Its arguments, and what it reads, with the inputs that a trace gives.
std::vector<std::string> nativeArguments(const MachineOptions &machine);
std::string nativeInput(const MachineOptions &machine);

/// What to build: the error of a program, and how it was found.
struct NativeJob {
  const Program &program; ///< as it was checked
  const Violation &violation;
  std::vector<std::string> link; ///< more arguments for the linker
};

/// Fills `folder`. `module` is the whole program as loadModule and supply leave
/// it.
llvm::Error buildNative(std::unique_ptr<llvm::Module> module,
                        const NativeJob &job, const Installation &installation,
                        const NativeFolder &folder);

} // namespace rbcheck
