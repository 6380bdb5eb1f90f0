//===- search/ranks/ResultBytes.cpp - A result as a message ---------------===//
#include "search/ranks/ResultBytes.h"

#include "interp/exec/Inputs.h"
#include "search/result/CompletenessBytes.h"

namespace rbcheck {

namespace {

template <typename Stream, typename Value>
void transferInput(Stream &stream, Value &input) {
  stream.number(input.thread);
  stream.number(input.number);
  stream.list(input.name);
  stream.number(input.bits);
  stream.number(input.value);
}

/// The values that an error comes with.
template <typename Stream, typename Value>
void transferInputs(Stream &stream, Value &machine) {
  bool any = machine.inputs != nullptr;
  stream.number(any);
  if (!any)
    return;
  Inputs inputs;
  if (machine.inputs)
    inputs = *machine.inputs;
  stream.number(inputs.arguments);
  stream.number(inputs.argumentBytes);
  stream.number(inputs.stdinBytes);
  stream.each(inputs.given,
              [](auto &to, auto &input) { transferInput(to, input); });
  if constexpr (!std::is_const_v<Value>)
    machine.inputs = std::make_shared<Inputs>(std::move(inputs));
}

/// All but standard input, which every rank has itself.
template <typename Stream, typename Value>
void transferMachine(Stream &stream, Value &machine) {
  stream.number(machine.memory);
  stream.number(machine.history);
  stream.number(machine.steps);
  stream.number(machine.locality);
  stream.number(machine.spurious);
  stream.number(machine.partialIo);
  stream.number(machine.survives);
  stream.number(machine.guesses);
  stream.number(machine.allVisible);
  stream.number(machine.showsLone);
  stream.number(machine.slice);
  stream.number(machine.heapLimit);
  stream.number(machine.memoryLimit);
  stream.each(machine.arguments,
              [](auto &to, auto &argument) { to.list(argument); });
  stream.each(machine.environment,
              [](auto &to, auto &variable) { to.list(variable); });
  transferInputs(stream, machine);
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
  std::string word = violation.foundBy->word();
  stream.list(word);
  if constexpr (!std::is_const_v<Value>)
    if (const Property *property = findProperty(word))
      violation.foundBy = property;
  transferLocation(stream, violation.location);
  transferLocation(stream, violation.related);
  stream.list(violation.schedule);
  stream.number(violation.cycle);
  transferMachine(stream, violation.machine);
}

template <typename Stream, typename Value>
void transferLeak(Stream &stream, Value &note) {
  stream.number(note.bytes);
  stream.number(note.blocks);
  stream.number(note.places);
  transferLocation(stream, note.at);
}

template <typename Stream, typename Value>
void transferMember(Stream &stream, Value &member) {
  stream.list(member.name);
  stream.number(member.states);
  stream.number(member.steps);
  stream.number(member.turns);
  stream.number(member.seconds);
  stream.number(member.verdict);
  transferCompleteness(stream, member.completeness);
}

template <typename Stream, typename Value>
void transfer(Stream &stream, Value &result) {
  stream.number(result.verdict);
  transferCompleteness(stream, result.completeness);
  stream.each(result.violations,
              [](auto &to, auto &value) { transferViolation(to, value); });
  stream.each(result.leaks,
              [](auto &to, auto &note) { transferLeak(to, note); });
  stream.number(result.stats);
  for (auto *text : {&result.search, &result.member, &result.checkpoint,
                     &result.unsaved})
    stream.list(*text);
  stream.number(result.bounds);
  stream.number(result.seed);
  stream.number(result.jobs);
  stream.number(result.ranks);
  stream.number(result.locality);
  stream.number(result.steps);
  stream.number(result.memory);
  stream.number(result.spurious);
  stream.number(result.inputs);
  stream.each(result.members,
              [](auto &to, auto &value) { transferMember(to, value); });
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
