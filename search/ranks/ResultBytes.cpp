//===- search/ranks/ResultBytes.cpp - A result as a message ---------------===//
#include "search/ranks/ResultBytes.h"

#include "search/Bytes.h"

namespace rbcheck {

namespace {

template <typename Stream, typename Value>
void transferLocation(Stream &stream, Value &location) {
  stream.list(location.file);
  stream.number(location.line);
  stream.number(location.column);
  stream.list(location.function);
}

template <typename Stream, typename Value>
void transferViolation(Stream &stream, Value &violation) {
  auto &fault = violation.fault;
  stream.number(fault.kind);
  stream.list(fault.message);
  stream.number(fault.thread);
  stream.number(fault.place);
  stream.number(fault.address);
  stream.number(fault.hasRelated);
  stream.number(fault.related.thread);
  stream.number(fault.related.place);
  stream.list(fault.related.message);
  stream.number(violation.foundBy);
  transferLocation(stream, violation.location);
  transferLocation(stream, violation.related);
  stream.list(violation.schedule);
}

template <typename Stream, typename Value>
void transferMember(Stream &stream, Value &member) {
  stream.list(member.name);
  stream.number(member.states);
  stream.number(member.steps);
  stream.number(member.turns);
  stream.number(member.seconds);
  stream.list(member.outcome);
}

template <typename Stream, typename Value>
void transfer(Stream &stream, Value &result) {
  stream.number(result.verdict);
  stream.list(result.reason);
  stream.number(result.isComplete);
  stream.number(result.isExhausted);
  stream.each(result.violations,
              [](auto &to, auto &value) { transferViolation(to, value); });
  stream.number(result.stats);
  for (auto *text :
       {&result.search, &result.member, &result.visited, &result.bound})
    stream.list(*text);
  stream.number(result.seed);
  stream.number(result.jobs);
  stream.number(result.ranks);
  stream.number(result.locality);
  stream.each(result.approximations, [](auto &to, auto &approximation) {
    to.list(approximation.first);
    to.number(approximation.second);
  });
  stream.each(result.members,
              [](auto &to, auto &value) { transferMember(to, value); });
  stream.number(result.coverage);
}

} // namespace

std::string toBytes(const Result &result) {
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  ByteWriter writer(out);
  transfer(writer, result);
  return bytes;
}

std::optional<Result> resultFromBytes(llvm::StringRef bytes) {
  ByteReader reader(bytes);
  Result result;
  transfer(reader, result);
  if (!reader.isAtEnd())
    return std::nullopt;
  return result;
}

} // namespace rbcheck
