//===- search/run/Checkpoint.cpp - A search that is continued another day -===//
#include "search/run/Checkpoint.h"

#include "search/files/Read.h"
#include "search/files/Write.h"
#include "search/result/CompletenessBytes.h"
#include "search/run/WorkBytes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

constexpr llvm::StringRef kMagic = "rbcheck checkpoint 3\n";

template <typename... Args>
llvm::Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// Bytes of which one part after the other is hashed.
constexpr size_t kPart = 1 << 16;

Hash128 checksumAfter(Hash128 before, llvm::StringRef part) {
  return before * 3 + hashBytes(part.data(), part.size(), uint64_t(before));
}

Hash128 checksumOf(llvm::StringRef bytes) {
  Hash128 sum = 0;
  for (; !bytes.empty();
       bytes = bytes.drop_front(std::min(kPart, bytes.size())))
    sum = checksumAfter(sum, bytes.take_front(kPart));
  return sum;
}

/// Passes bytes on in parts, and knows the checksum of all.
class SummingStream final : public llvm::raw_ostream {
public:
  explicit SummingStream(llvm::raw_ostream &to) : to_(to) {
    part_.reserve(kPart);
  }
  ~SummingStream() override { flush(); }
  /// Writes what is left, and the checksum behind it.
  void end() {
    flush();
    passOn();
    to_.write(reinterpret_cast<const char *>(&sum_), sizeof(sum_));
  }

private:
  void write_impl(const char *data, size_t size) override {
    at_ += size;
    while (size) {
      size_t count = std::min(size, kPart - part_.size());
      part_.append(data, count);
      data += count;
      size -= count;
      if (part_.size() == kPart)
        passOn();
    }
  }
  uint64_t current_pos() const override { return at_; }
  void passOn() {
    if (!part_.empty())
      sum_ = checksumAfter(sum_, part_);
    to_ << part_;
    part_.clear();
  }

  llvm::raw_ostream &to_;
  std::string part_;
  Hash128 sum_ = 0;
  uint64_t at_ = 0;
};

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

void Checkpoint::add(const Books &its, const Cut &itsFirst,
                     llvm::ArrayRef<Approximation> met) {
  if (!books.cuts)
    firstCut = itsFirst;
  books += its;
  for (const Approximation &one : met)
    rbcheck::addTo(approximations, one);
}

void Checkpoint::addTo(SharedContext &context) const {
  context.add(books, firstCut);
  for (const Approximation &one : approximations)
    context.machine().addApproximation(one);
}

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
  for (const std::string &variable : options.machine.environment)
    addText(variable);
  if (InputBytes *input = options.machine.input.get();
      input && input->isReady())
    addText(input->bytes().bytes);
  const ContextOptions &context = options.context;
  addText(context.visited.toString());
  addText(context.policies.bounds.text());
  addText(context.checks.text());
  const uint64_t limits[] = {context.limits.depth,
                             context.allErrors,
                             options.machine.slice,
                             options.machine.heapLimit,
                             options.machine.spurious,
                             options.machine.partialIo,
                             uint64_t(options.machine.steps),
                             uint64_t(options.machine.memory),
                             options.machine.history};
  add(limits, sizeof(limits));
  return key;
}

llvm::Error writeCheckpoint(
    const std::string &file, Hash128 key, const Checkpoint &checkpoint,
    uint64_t count,
    llvm::function_ref<llvm::Error(llvm::function_ref<void(Hash128)>)> eachOf) {
  return writeFile(file, [&](llvm::raw_ostream &to) -> llvm::Error {
    SummingStream out(to);
    out << kMagic;
    ByteWriter writer(out);
    writer.number(key);
    transferCheckpoint(writer, checkpoint);
    writer.number(count);
    if (llvm::Error error =
            eachOf([&](Hash128 value) { writer.number(value); }))
      return error;
    out.end();
    return llvm::Error::success();
  });
}

llvm::Error writeCheckpoint(const std::string &file, Hash128 key,
                            const Checkpoint &checkpoint,
                            const StateSet &visited) {
  return writeCheckpoint(file, key, checkpoint, visited.size(),
                         [&](llvm::function_ref<void(Hash128)> visit) {
                           visited.forEach(visit);
                           return llvm::Error::success();
                         });
}

void SavedSearch::forEachKey(llvm::function_ref<void(Hash128)> visit) const {
  forEachNumber<Hash128>(keys_, visit);
}

llvm::Expected<std::optional<SavedSearch>>
readCheckpoint(const std::string &file, Hash128 key) {
  if (!llvm::sys::fs::exists(file))
    return std::nullopt;
  if (!llvm::sys::fs::is_regular_file(file))
    return bad("{0}: not an ordinary file, which a checkpoint has to be", file);
  ReadRules rules;
  rules.mostBytes = ~0ull; // it is mapped, and was written by rbcheck
  auto buffer = readFile(file, rules);
  if (!buffer)
    return buffer.takeError();
  llvm::StringRef bytes = (*buffer)->getBuffer();
  if (!bytes.starts_with(kMagic))
    return bad("{0}: not a checkpoint of this version of rbcheck", file);
  const char *kDamaged = "{0}: damaged checkpoint; remove it to begin anew";
  Hash128 sum = 0;
  if (bytes.size() < kMagic.size() + sizeof(sum))
    return bad(kDamaged, file);
  std::memcpy(&sum, bytes.end() - sizeof(sum), sizeof(sum));
  bytes = bytes.drop_back(sizeof(sum));
  if (checksumOf(bytes) != sum)
    return bad(kDamaged, file);
  ByteReader reader(bytes.drop_front(kMagic.size()));
  Hash128 written = 0;
  reader.number(written);
  if (reader.isWhole() && written != key)
    return bad("{0}: a checkpoint of another program, or of other options; "
               "remove it to begin anew",
               file);
  SavedSearch saved;
  transferCheckpoint(reader, saved.checkpoint);
  uint64_t count = 0;
  reader.number(count);
  saved.keys_ = reader.rest();
  if (!reader.isWhole() || saved.keys_.size() % sizeof(Hash128) ||
      saved.keys_.size() / sizeof(Hash128) != count)
    return bad(kDamaged, file);
  saved.bytes_ = std::move(*buffer);
  return saved;
}

} // namespace rbcheck
