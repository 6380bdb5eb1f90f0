//===- tools/rbcheck/MpiSession.h - rbcheck as one rank of many -----------===//
//
// Finds out whether mpirun started this process together with others, and if
// so loads the library that speaks MPI (tools/mpi/). A plain run pays nothing:
// it looks at three variables of the environment.
// Tested by test/search/mpi.test and test/search/mpi-loss.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/mpi/MpiAbi.h"
#include "tools/load/Load.h"

#include "search/ranks/RankLink.h"

namespace rbcheck {

class MpiSession final : public RankLink {
public:
  /// Null if this process is alone.
  static llvm::Expected<std::unique_ptr<MpiSession>>
  start(const Installation &installation);

  uint32_t rank() const override { return mpi_.rank; }
  uint32_t count() const override { return mpi_.count; }
  void send(uint32_t to, llvm::StringRef bytes) override {
    mpi_.send(to, bytes.data(), bytes.size());
  }
  std::optional<RankMessage> receive() override;

  /// The last call. Does not return if ranks are left that did not answer:
  /// they are ended, and this process with `code`.
  void finish(bool isClean, int code) { mpi_.finish(isClean, code); }

private:
  RbMpi mpi_;
};

/// True if this process was started with others. What they print is gathered
/// through pseudo-terminals, which are none for who reads it.
bool isOneOfRanks();

/// True if this build has MPI.
bool hasMpi(const Installation &installation);

} // namespace rbcheck
