//===- search/Checkpoint.cpp - A search that is continued another day -----===//
#include "search/Checkpoint.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

constexpr llvm::StringRef kMagic = "rbcheck checkpoint 1\n";

template <typename... Args>
llvm::Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// Numbers and lists of numbers, as they lie in memory.
class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : out_(out) {}
  template <typename T> void number(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out_.write(reinterpret_cast<const char *>(&value), sizeof(T));
  }
  template <typename List> void list(const List &values) {
    number(uint64_t(values.size()));
    for (const auto &value : values)
      number(value);
  }

private:
  llvm::raw_ostream &out_;
};

class Reader {
public:
  explicit Reader(llvm::StringRef bytes) : bytes_(bytes) {}
  template <typename T> void number(T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    isWhole_ &= bytes_.size() >= sizeof(T);
    if (!isWhole_)
      return;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.drop_front(sizeof(T));
  }
  template <typename List> void list(List &values) {
    uint64_t count = 0;
    number(count);
    isWhole_ &= count <= bytes_.size() / sizeof(values[0]);
    if (!isWhole_)
      return;
    values.resize(count);
    for (auto &value : values)
      number(value);
  }
  bool isWhole() const { return isWhole_; }
  bool isAtEnd() const { return isWhole_ && bytes_.empty(); }

private:
  llvm::StringRef bytes_;
  bool isWhole_ = true;
};

template <typename Stream, typename Value>
void transferWork(Stream &stream, Value &work) {
  stream.list(work.schedule);
  stream.list(work.choices);
  stream.number(work.numbers);
}

template <typename Stream, typename Value>
void transferHead(Stream &stream, Value &checkpoint) {
  stream.number(checkpoint.locality);
  stream.number(checkpoint.workers);
  stream.number(checkpoint.books);
  stream.list(checkpoint.cutReason);
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
  const ContextOptions &context = options.context;
  addText(context.visited.toString());
  addText(context.policies.bounds.text());
  const uint64_t limits[] = {context.checks.bits(), context.limits.depth,
                             context.allErrors, options.machine.slice,
                             options.machine.heapLimit};
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
  Writer writer(out);
  writer.number(key);
  transferHead(writer, checkpoint);
  writer.number(uint64_t(checkpoint.approximations.size()));
  for (const auto &[text, place] : checkpoint.approximations) {
    writer.list(text);
    writer.number(place);
  }
  writer.number(uint64_t(checkpoint.works.size()));
  for (const Work &work : checkpoint.works)
    transferWork(writer, work);
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
  Reader reader(bytes);
  Hash128 written = 0;
  reader.number(written);
  if (reader.isWhole() && written != key)
    return bad("{0}: a checkpoint of another program, or of other options; "
               "remove it to begin anew",
               file);
  Checkpoint checkpoint;
  transferHead(reader, checkpoint);
  uint64_t count = 0;
  reader.number(count);
  for (; count && reader.isWhole(); --count) {
    auto &[text, place] = checkpoint.approximations.emplace_back();
    reader.list(text);
    reader.number(place);
  }
  reader.number(count);
  for (; count && reader.isWhole(); --count)
    transferWork(reader, checkpoint.works.emplace_back());
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
