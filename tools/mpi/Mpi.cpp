//===- tools/mpi/Mpi.cpp - Messages between ranks, by MPI -----------------===//
//
// Messages travel in pieces that are small enough to be sent eagerly: what a
// rank sent before it died or was stopped still arrives, and nobody waits for
// either side of a transfer. A piece is one byte, 1 if it is the last of its
// message, and its part of the bytes.
// Tested by test/search/mpi.test.
//
//===----------------------------------------------------------------------===//
#include "tools/mpi/MpiAbi.h"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <list>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// Below the eager limits of Open MPI's transports (4096 in shared memory).
constexpr size_t kPiece = 2048;
/// Seconds the end of MPI may take; some rank may have stopped by then.
constexpr unsigned kFinalize = 5;

struct Sending {
  std::string bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

/// One per process, like MPI itself.
struct Mpi {
  std::list<Sending> sendings;
  std::vector<std::string> parts; ///< received so far, of each rank
  std::string message;
  char piece[kPiece];
  MPI_Request receiving = MPI_REQUEST_NULL;
} *mpi;

void sendPiece(uint32_t to, std::string bytes) {
  Sending &sending = mpi->sendings.emplace_back();
  sending.bytes = std::move(bytes);
  MPI_Isend(sending.bytes.data(), int(sending.bytes.size()), MPI_CHAR, int(to),
            0, MPI_COMM_WORLD, &sending.request);
}

void dropSent() {
  mpi->sendings.remove_if([](Sending &sending) {
    int isDone = 0;
    return MPI_Test(&sending.request, &isDone, MPI_STATUS_IGNORE) !=
               MPI_SUCCESS ||
           isDone;
  });
}

void send(uint32_t to, const char *bytes, size_t size) {
  dropSent();
  do {
    size_t length = std::min(size, kPiece - 1);
    sendPiece(to, std::string(1, length == size) + std::string(bytes, length));
    bytes += length;
    size -= length;
  } while (size);
}

void listen() {
  MPI_Irecv(mpi->piece, int(kPiece), MPI_CHAR, MPI_ANY_SOURCE, 0,
            MPI_COMM_WORLD, &mpi->receiving);
}

int receive(uint32_t *from, const char **bytes, size_t *size) {
  for (;;) {
    int isDone = 0;
    MPI_Status status;
    if (MPI_Test(&mpi->receiving, &isDone, &status) != MPI_SUCCESS) {
      listen(); // of a rank that died meanwhile
      return 0;
    }
    if (!isDone)
      return 0;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    std::string &part = mpi->parts[size_t(status.MPI_SOURCE)];
    bool isLast = length > 0 && mpi->piece[0];
    if (length > 0)
      part.append(mpi->piece + 1, size_t(length) - 1);
    listen();
    if (!isLast)
      continue;
    mpi->message = std::move(part);
    part.clear();
    *from = uint32_t(status.MPI_SOURCE);
    *bytes = mpi->message.data();
    *size = mpi->message.size();
    return 1;
  }
}

void finish(int isClean, int code) {
  std::fflush(nullptr);
  // Also MPI's own end may wait for somebody who is no more.
  static std::atomic<bool> isDone{false};
  std::thread([code] {
    sleep(kFinalize);
    if (!isDone)
      _exit(code);
  }).detach();
  if (!isClean)
    MPI_Abort(MPI_COMM_WORLD, code);
  MPI_Cancel(&mpi->receiving);
  MPI_Request_free(&mpi->receiving);
  MPI_Finalize();
  isDone = true;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int rbMpiStart(RbMpi *out) {
  int provided = 0, rank = 0, count = 1;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) !=
          MPI_SUCCESS ||
      provided < MPI_THREAD_SERIALIZED)
    return 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  mpi = new Mpi;
  mpi->parts.resize(size_t(count));
  listen();
  *out = {uint32_t(rank), uint32_t(count), send, receive, finish};
  return 1;
}
