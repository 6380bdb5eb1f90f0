//===- search/ranks/RoundBytes.cpp - Messages of one round ----------------===//
#include "search/ranks/RoundBytes.h"

#include "search/ranks/ResultBytes.h"
#include "search/result/CompletenessBytes.h"
#include "search/run/WorkBytes.h"

namespace rbcheck {

namespace {

template <typename Stream, typename Value>
void transferPlan(Stream &stream, Value &plan) {
  stream.number(plan.round);
  stream.list(plan.members);
  stream.number(plan.machine.locality);
  stream.number(plan.machine.steps);
  stream.number(plan.machine.history);
  stream.number(plan.machine.spurious);
  stream.number(plan.states);
  stream.number(plan.membersBefore);
}

template <typename Stream, typename Value>
void transferSaved(Stream &stream, Value &part) {
  stream.number(part.books);
  transferCut(stream, part.firstCut);
  stream.each(part.approximations,
              [](auto &to, auto &one) { transferApproximation(to, one); });
  stream.each(part.works, [](auto &to, auto &work) { transferWork(to, work); });
  stream.number(part.keys);
  stream.number(part.isDecided);
}

template <typename Stream, typename Value>
void transferWorks(Stream &stream, Value &works) {
  stream.each(works, [](auto &to, auto &work) { transferWork(to, work); });
}

template <typename Stream, typename Value>
void transferPart(Stream &stream, Value &part) {
  stream.number(part.books);
  transferCut(stream, part.firstCut);
  stream.number(part.stop);
  stream.number(part.mustRestart);
  stream.number(part.covered);
  stream.number(part.toFingerprints);
  stream.number(part.toBits);
  stream.number(part.visited);
  stream.number(part.visitedBytes);
  stream.each(part.approximations,
              [](auto &to, auto &one) { transferApproximation(to, one); });
}

template <typename Transfer> std::string written(Transfer transfer) {
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  ByteWriter writer(out);
  transfer(writer);
  return bytes;
}

} // namespace

bool readHead(llvm::StringRef &bytes, RoundHead &head) {
  ByteReader reader(bytes);
  reader.number(head);
  if (!reader.isWhole())
    return false;
  bytes = bytes.drop_front(sizeof(head));
  return true;
}

std::string withHead(const RoundHead &head, llvm::StringRef body) {
  std::string bytes;
  bytes.reserve(sizeof(head) + body.size());
  bytes.append(reinterpret_cast<const char *>(&head), sizeof(head));
  bytes.append(body.data(), body.size());
  return bytes;
}

std::string toBytes(const RoundPlan &plan) {
  return written([&](ByteWriter &writer) { transferPlan(writer, plan); });
}

bool readPlan(llvm::StringRef bytes, RoundPlan &plan) {
  ByteReader reader(bytes);
  transferPlan(reader, plan);
  return reader.isAtEnd();
}

std::string toBytes(const std::vector<Work> &works) {
  return written([&](ByteWriter &writer) { transferWorks(writer, works); });
}

std::optional<std::vector<Work>> worksFromBytes(llvm::StringRef bytes) {
  ByteReader reader(bytes);
  std::vector<Work> works;
  transferWorks(reader, works);
  if (!reader.isAtEnd())
    return std::nullopt;
  return works;
}

std::string toBytes(const SavedPart &part) {
  return written([&](ByteWriter &writer) { transferSaved(writer, part); });
}

std::optional<SavedPart> savedFromBytes(llvm::StringRef bytes) {
  ByteReader reader(bytes);
  SavedPart part;
  transferSaved(reader, part);
  if (!reader.isAtEnd())
    return std::nullopt;
  return part;
}

llvm::StringRef keyBytes(llvm::ArrayRef<Hash128> keys) {
  return {reinterpret_cast<const char *>(keys.data()),
          keys.size() * sizeof(Hash128)};
}

std::string toBytes(ContextPart part) {
  Result errors; // which knows how they are told
  errors.violations = std::move(part.violations);
  errors.leaks = std::move(part.leaks);
  return written([&](ByteWriter &writer) {
    transferPart(writer, part);
    writer.list(toBytes(errors));
  });
}

std::optional<ContextPart> partFromBytes(llvm::StringRef bytes) {
  ByteReader reader(bytes);
  ContextPart part;
  transferPart(reader, part);
  std::string told;
  reader.list(told);
  if (!reader.isAtEnd())
    return std::nullopt;
  std::optional<Result> errors = resultFromBytes(told);
  if (!errors)
    return std::nullopt;
  part.violations = std::move(errors->violations);
  part.leaks = std::move(errors->leaks);
  return part;
}

} // namespace rbcheck
