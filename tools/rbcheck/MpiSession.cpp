//===- tools/rbcheck/MpiSession.cpp - rbcheck as one rank of many ---------===//
#include "tools/rbcheck/MpiSession.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>
#include <dlfcn.h>

namespace rbcheck {

namespace {

/// Ranks that were started together, as far as the environment shows: 1 if
/// this process is alone, 0 if only MPI knows.
uint64_t launchedRanks() {
  for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char *value = std::getenv(name);
    uint64_t count;
    if (value && llvm::to_integer(value, count, 10) && count > 0)
      return count;
  }
  return std::getenv("PMIX_RANK") ? 0 : 1;
}

} // namespace

bool isOneOfRanks() { return launchedRanks() != 1; }

bool hasMpi(const Installation &installation) {
  return llvm::sys::fs::exists(installation.mpi);
}

llvm::Expected<std::unique_ptr<MpiSession>>
MpiSession::start(const Installation &installation) {
  uint64_t count = launchedRanks();
  if (count == 1 || (count == 0 && !hasMpi(installation)))
    return nullptr;
  if (!hasMpi(installation))
    return llvm::createStringError(
        "started by mpirun, but this rbcheck was built without MPI "
        "(Debian: libopenmpi-dev); use --jobs, or build it again");
  // It stays loaded: MPI registers things that outlive main.
  void *library = dlopen(installation.mpi.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return llvm::createStringError("cannot load MPI: " +
                                   std::string(dlerror()));
  auto begin = reinterpret_cast<RbMpiStart>(dlsym(library, RB_MPI_START));
  auto session = std::make_unique<MpiSession>();
  if (!begin || !begin(&session->mpi_))
    return llvm::createStringError("MPI cannot be started in " +
                                   installation.mpi);
  if (session->count() > 1)
    return session;
  session->finish(true, 0);
  return nullptr;
}

std::optional<RankMessage> MpiSession::receive() {
  RankMessage message;
  const char *bytes;
  size_t size;
  if (!mpi_.receive(&message.from, &bytes, &size))
    return std::nullopt;
  message.bytes.assign(bytes, size);
  return message;
}

} // namespace rbcheck
