//===- search/run/Checkpoint.cpp - A search that is continued another day -===//
#include "search/run/Checkpoint.h"

#include "search/result/CompletenessBytes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

constexpr llvm::StringRef kMagic = "rbcheck checkpoint 2\n";

template <typename... Args>
llvm::Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

template <typename Stream, typename Value>
void transferWork(Stream &stream, Value &work) {
  stream.list(work.schedule);
  stream.list(work.choices);
  stream.number(work.numbers);
}

template <typename Stream, typename Value>
void transferCheckpoint(Stream &stream, Value &checkpoint) {
  stream.number(checkpoint.locality);
  stream.number(checkpoint.steps);
  stream.number(checkpoint.workers);
  stream.number(checkpoint.books);
  transferCut(stream, checkpoint.firstCut);
  stream.each(checkpoint.approximations,
              [](auto &to, auto &one) { transferApproximation(to, one); });
  stream.each(checkpoint.works,
              [](auto &to, auto &work) { transferWork(to, work); });
}

} // namespace

Hash128 checkpointKey(const Program &program, const CheckOptions &options) {
  Hash128 key = 0;
  auto add = [&](const void *data, size_t size) {
    key = key * 3 + hashBytes(data, size, uint64_t(key));
  };
  auto addText = [&](llvm::StringRef text) { add(text.data(), text.size()); };
  for (const Function &function : program.functions) {
    addText(function.name);
    add(function.code.data(), function.code.size() * sizeof(Insn));
    add(function.constants.data(),
        function.constants.size() * sizeof(uint64_t));
  }
  for (const Global &global : program.globals)
    add(global.image.data(), global.image.size());
  for (const std::string &argument : options.machine.arguments)
    addText(argument);
  if (InputBytes *input = options.machine.input.get();
      input && input->isReady())
    addText(input->bytes().bytes);
  const ContextOptions &context = options.context;
  addText(context.visited.toString());
  addText(context.policies.bounds.text());
  addText(context.checks.text());
  const uint64_t limits[] = {context.limits.depth,
                             context.allErrors, options.machine.slice,
                             options.machine.heapLimit,
                             options.machine.spurious,
                             options.machine.partialIo,
                             uint64_t(options.machine.steps),
                             uint64_t(options.machine.memory),
                             options.machine.history};
  add(limits, sizeof(limits));
  return key;
}

llvm::Error writeCheckpoint(const std::string &file, Hash128 key,
                            const Checkpoint &checkpoint,
                            const StateSet &visited) {
  std::string part = file + ".part";
  std::error_code error;
  llvm::raw_fd_ostream out(part, error);
  if (error)
    return bad("{0}: cannot write it: {1}", part, error.message());
  out << kMagic;
  ByteWriter writer(out);
  writer.number(key);
  transferCheckpoint(writer, checkpoint);
  writer.number(visited.size());
  visited.forEach([&](Hash128 value) { writer.number(value); });
  out.close();
  if (out.has_error()) {
    error = out.error();
    out.clear_error();
    return bad("{0}: cannot write it: {1}", part, error.message());
  }
  if ((error = llvm::sys::fs::rename(part, file)))
    return bad("{0}: cannot write it: {1}", file, error.message());
  return llvm::Error::success();
}

llvm::Expected<std::optional<Checkpoint>>
readCheckpoint(const std::string &file, Hash128 key, StateSet &visited) {
  if (!llvm::sys::fs::exists(file))
    return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return bad("{0}: cannot read it: {1}", file, buffer.getError().message());
  llvm::StringRef bytes = (*buffer)->getBuffer();
  if (!bytes.consume_front(kMagic))
    return bad("{0}: not a checkpoint of this version of rbcheck", file);
  ByteReader reader(bytes);
  Hash128 written = 0;
  reader.number(written);
  if (reader.isWhole() && written != key)
    return bad("{0}: a checkpoint of another program, or of other options; "
               "remove it to begin anew",
               file);
  Checkpoint checkpoint;
  transferCheckpoint(reader, checkpoint);
  uint64_t count = 0;
  reader.number(count);
  for (; count && reader.isWhole(); --count) {
    Hash128 value = 0;
    reader.number(value);
    visited.restore(value);
  }
  if (!reader.isAtEnd())
    return bad("{0}: damaged checkpoint; remove it to begin anew", file);
  return checkpoint;
}

} // namespace rbcheck
