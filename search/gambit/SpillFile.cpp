//===- search/gambit/SpillFile.cpp - Nodes of the tree outside of memory --===//
#include "search/gambit/SpillFile.h"

#include "search/Check.h"

#include <unistd.h>

namespace rbcheck {

namespace {

constexpr size_t kBytes = SpillFile::kEntries * sizeof(SpillFile::Entry);

/// Calls transfer(bytes, count, offset) until all are done; false if it failed.
template <typename Byte, typename Transfer>
bool transferAll(Byte *bytes, off_t offset, Transfer transfer) {
  for (size_t done = 0; done < kBytes;) {
    ssize_t count = transfer(bytes + done, kBytes - done, offset + off_t(done));
    if (count <= 0)
      return false;
    done += size_t(count);
  }
  return true;
}

} // namespace

SpillFile::~SpillFile() {
  if (file_)
    std::fclose(file_);
}

std::optional<SpillFile::Slot> SpillFile::write(llvm::ArrayRef<Entry> piece) {
  RB_CHECK(piece.size() == kEntries, "a piece of another size");
  if (!file_ && !(file_ = std::tmpfile()))
    return std::nullopt;
  const bool isNew = free_.empty();
  const Slot slot = isNew ? slots_ : free_.back();
  const auto *bytes = reinterpret_cast<const char *>(piece.data());
  const int fd = fileno(file_);
  if (!transferAll(bytes, off_t(slot) * off_t(kBytes),
                   [&](auto *from, size_t count, off_t at) {
                     return pwrite(fd, from, count, at);
                   }))
    return std::nullopt;
  if (isNew)
    ++slots_;
  else
    free_.pop_back();
  return slot;
}

std::vector<SpillFile::Entry> SpillFile::read(Slot slot) {
  std::vector<Entry> piece(kEntries);
  auto *bytes = reinterpret_cast<char *>(piece.data());
  const int fd = fileno(file_);
  bool isRead = transferAll(bytes, off_t(slot) * off_t(kBytes),
                            [&](auto *to, size_t count, off_t at) {
                              return pread(fd, to, count, at);
                            });
  RB_CHECK(isRead, "a temporary file cannot be read any more");
  free_.push_back(slot);
  return piece;
}

} // namespace rbcheck
