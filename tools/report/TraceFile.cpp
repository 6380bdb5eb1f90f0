//===- tools/report/TraceFile.cpp - Reads trace files ---------------------===//
#include "tools/report/TraceFile.h"

#include "tools/load/StandardInput.h"
#include "tools/report/MemoryModelText.h"

#include "interp/state/Address.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

constexpr size_t kMostSteps = 100'000'000;
constexpr uint64_t kMostTrace = 256
                                << 20; ///< what is parsed takes ten times it

template <typename... Args> Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// Takes values out of an object; remembers the first that is not as it should.
class Reader {
public:
  Reader(const Object &object, const char *where)
      : object_(object), where_(where) {}

  std::string text(StringRef key) {
    std::optional<StringRef> value = object_.getString(key);
    return value ? value->str() : (complain(key, "a text"), "");
  }
  uint64_t number(StringRef key, uint64_t most = ~0ull) {
    const Value *value = object_.get(key);
    std::optional<uint64_t> number =
        value ? value->getAsUINT64() : std::nullopt;
    if (number && *number <= most)
      return *number;
    complain(key, "a number in range");
    return 0;
  }
  bool boolean(StringRef key) {
    std::optional<bool> value = object_.getBoolean(key);
    return value ? *value : (complain(key, "true or false"), false);
  }
  /// False if it is not there: files of older versions lack it.
  bool flag(StringRef key) { return object_.get(key) && boolean(key); }
  /// 0 if it is not there.
  uint64_t numberIfAny(StringRef key, uint64_t most) {
    return object_.get(key) ? number(key, most) : 0;
  }
  /// MemoryModel::Sc if it is not there.
  MemoryModel memoryModel(StringRef key) {
    if (!object_.get(key))
      return MemoryModel::Sc;
    std::optional<StringRef> word = object_.getString(key);
    std::optional<MemoryModel> model =
        word ? findMemoryModel(*word) : std::nullopt;
    if (!model)
      complain(key, "a memory model");
    return model.value_or(MemoryModel::Sc);
  }
  /// Bytes in base64; none if they are null or not there.
  std::optional<std::string> bytes(StringRef key) {
    const Value *value = object_.get(key);
    if (!value || value->getAsNull())
      return std::nullopt;
    std::vector<char> bytes;
    std::optional<StringRef> text = value->getAsString();
    bool isBad = !text;
    if (text)
      if (Error error = llvm::decodeBase64(*text, bytes)) {
        llvm::consumeError(std::move(error));
        isBad = true;
      }
    if (isBad)
      complain(key, "bytes in base64");
    return std::string(bytes.begin(), bytes.end());
  }
  std::vector<std::string> texts(StringRef key) {
    std::vector<std::string> list;
    const Array *array = object_.getArray(key);
    if (!array) {
      complain(key, "a list of texts");
      return list;
    }
    for (const Value &value : *array) {
      if (std::optional<StringRef> text = value.getAsString())
        list.push_back(text->str());
      else
        complain(key, "a list of texts");
    }
    return list;
  }
  /// None if they are not there.
  std::vector<std::string> textsIfAny(StringRef key) {
    return object_.get(key) ? texts(key) : std::vector<std::string>();
  }
  std::string textIfAny(StringRef key) {
    return object_.get(key) ? text(key) : std::string();
  }
  const Object *object(StringRef key) {
    const Object *object = object_.getObject(key);
    if (!object)
      complain(key, "an object");
    return object;
  }
  const Array *array(StringRef key) {
    const Array *array = object_.getArray(key);
    if (!array)
      complain(key, "a list");
    return array;
  }
  const std::string &complaint() const { return complaint_; }

private:
  void complain(StringRef key, const char *what) {
    if (complaint_.empty())
      complaint_ =
          llvm::formatv("'{0}' of {1} is not {2}", key, where_, what);
  }

  const Object &object_;
  const char *where_;
  std::string complaint_;
};

std::string readInputs(const Object &program, TraceOrigin &origin) {
  const Object *object = program.getObject("inputs");
  if (!object)
    return "";
  Reader from(*object, "inputs");
  auto inputs = std::make_shared<Inputs>();
  inputs->arguments = uint32_t(from.number("arguments", UINT16_MAX));
  inputs->argumentBytes = uint32_t(from.number("argument_bytes", UINT16_MAX));
  inputs->stdinBytes = from.number("stdin_bytes", UINT32_MAX);
  if (object->get("uninitialised"))
    inputs->unset = from.text("uninitialised") == "report" ? Unset::Report
                                                           : Unset::Inputs;
  inputs->answers = !from.flag("sampled");
  const Array *values = from.array("values");
  for (size_t i = 0; values && i < values->size(); ++i) {
    const Object *entry = (*values)[i].getAsObject();
    if (!entry)
      return "inputs: a value is no object";
    Reader value(*entry, "inputs");
    InputValue one;
    one.thread = uint32_t(value.number("thread", UINT16_MAX));
    one.number = uint32_t(value.number("number", UINT32_MAX));
    one.name = value.text("name");
    one.bits = uint8_t(value.number("bits", 64));
    if (llvm::StringRef(value.text("value")).getAsInteger(10, one.value))
      return "inputs: a value is no number";
    if (!value.complaint().empty())
      return value.complaint();
    inputs->given.push_back(std::move(one));
  }
  origin.inputs = std::move(inputs);
  return from.complaint();
}

std::string readOrigin(Reader &whole, TraceOrigin &origin) {
  const Object *program = whole.object("program");
  const Object *options = whole.object("options");
  const Object *tool = whole.object("tool");
  if (!program || !options || !tool)
    return whole.complaint();
  Reader from(*program, "program");
  origin.program = from.text("file");
  origin.directory = from.text("directory");
  origin.fileHash = from.text("sha256");
  origin.codeHash = from.text("code");
  origin.arguments = from.texts("arguments");
  origin.environment = from.textsIfAny("environment");
  origin.input = from.bytes("stdin");
  origin.isOptimised = from.flag("optimised");
  origin.flags = from.textsIfAny("cflags");
  origin.buildFolder = from.textIfAny("build_folder");
  origin.links = from.texts("link");
  origin.stubs = from.texts("stub");
  Reader with(*options, "options");
  origin.options = with.text("search");
  origin.seed = with.number("seed");
  origin.checks = with.texts("checks");
  origin.hasSyncSteps = with.flag("sync_steps");
  origin.locality = with.boolean("locality");
  origin.memory = with.memoryModel("memory_model");
  origin.history = with.numberIfAny("history", UINT32_MAX);
  origin.spurious = with.flag("spurious");
  origin.partialIo = with.flag("partial_io");
  origin.survives = with.numberIfAny("survives", UINT32_MAX);
  origin.guesses = with.flag("guesses");
  origin.allVisible = with.flag("all_visible");
  origin.showsLone = with.flag("shows_lone");
  origin.slice = with.number("slice", 1ull << 40);
  origin.heapLimit = with.number("heap_limit");
  Reader by(*tool, "tool");
  origin.version = by.text("version");
  for (Reader *reader : {&from, &with, &by})
    if (!reader->complaint().empty())
      return reader->complaint();
  return readInputs(*program, origin);
}

/// The machine as it was.
MachineOptions machineOf(const TraceOrigin &origin) {
  MachineOptions options;
  options.arguments = origin.arguments;
  options.environment = origin.environment;
  options.steps = origin.hasSyncSteps ? Steps::Sync : Steps::Access;
  options.locality = origin.locality;
  options.memory = origin.memory;
  if (origin.history)
    options.history = uint32_t(origin.history);
  options.spurious = origin.spurious;
  options.partialIo = origin.partialIo;
  options.survives = uint32_t(origin.survives);
  options.guesses = origin.guesses;
  options.allVisible = origin.allVisible;
  options.showsLone = origin.showsLone;
  options.slice = origin.slice;
  options.heapLimit = origin.heapLimit;
  if (origin.input)
    options.input = StandardInput::fixed(*origin.input);
  options.inputs = origin.inputs;
  return options;
}

std::string readSchedule(Reader &whole, Schedule &schedule) {
  const Array *runs = whole.array("schedule");
  if (!runs)
    return whole.complaint();
  for (const Value &value : *runs) {
    const Array *run = value.getAsArray();
    std::optional<uint64_t> parts[3];
    for (size_t i = 0; run && run->size() == 3 && i < 3; ++i)
      parts[i] = (*run)[i].getAsUINT64();
    if (!parts[0] || !parts[1] || !parts[2] || *parts[0] >= kMaxThreads ||
        *parts[2] > 0xffff || *parts[1] == 0 ||
        *parts[1] > kMostSteps - schedule.size())
      return "'schedule' has an entry that is not [thread, steps, "
             "alternative]";
    schedule.insert(schedule.end(), size_t(*parts[1]),
                    Choice{uint16_t(*parts[0]), uint16_t(*parts[2])});
  }
  return "";
}

std::string readError(Reader &whole, Violation &violation) {
  const Object *error = whole.object("error");
  if (!error)
    return whole.complaint();
  Reader from(*error, "error");
  std::string kind = from.text("kind"), foundBy = from.text("found_by");
  violation.fault.thread = uint32_t(from.number("thread", kMaxThreads - 1));
  if (!from.complaint().empty())
    return from.complaint();
  bool isKnown = false;
#define RB_FAULT(name, word, check, aftermath)                                 \
  if (kind == word) {                                                          \
    violation.fault.kind = FaultKind::name;                                    \
    isKnown = true;                                                            \
  }
#include "interp/exec/Faults.def"
#undef RB_FAULT
  if (!isKnown)
    return "'kind' of error is unknown: " + kind;
  const Property *property = findProperty(foundBy);
  if (!property)
    return "'found_by' of error is unknown: " + foundBy;
  violation.foundBy = property;
  // Which of several it is: the lock, the block, or the thread of the other
  // access.
  if (property == &heldLocks() || property == &leaks())
    violation.fault.address = from.number("address");
  const Array *related = from.array("related");
  if (property == &dataRaces() && related && !related->empty())
    if (const Object *other = related->front().getAsObject()) {
      Reader access(*other, "the other access");
      violation.fault.hasRelated = true;
      violation.fault.related.thread =
          uint32_t(access.number("thread", kMaxThreads - 1));
      if (!access.complaint().empty())
        return access.complaint();
    }
  return from.complaint();
}

/// What the user can do about a file that is not as it was written.
constexpr const char *kChanged =
    "the file was changed, or its rbcheck was another one";

/// The first difference between two trace files, in words.
std::string differenceOf(const Value &said, const Value &done) {
  const Object *a = said.getAsObject(), *b = done.getAsObject();
  const Array *was = a->getArray("steps"), *is = b->getArray("steps");
  for (size_t i = 0; was && is && i < std::min(was->size(), is->size()); ++i)
    if ((*was)[i] != (*is)[i]) {
      const Object *step = (*was)[i].getAsObject();
      std::optional<StringRef> text =
          step ? step->getString("text") : std::nullopt;
      return llvm::formatv(
          "step {0} is '{1}' in the file, but '{2}' in the replay", i + 1,
          text.value_or("?"),
          (*is)[i].getAsObject()->getString("text").value_or("?"));
    }
  for (const char *key : {"error", "threads", "length", "cycle", "preemptions",
                          "locations", "steps", "output_before"}) {
    const Value *x = a->get(key), *y = b->get(key);
    if (!x || !y || *x != *y)
      return llvm::formatv("'{0}' is not what the replay gives", key);
  }
  return "";
}

} // namespace

Expected<TraceFile> readTraceFile(StringRef name, ReadRules rules) {
  rules.mostBytes = kMostTrace;
  auto buffer = readFile(name.str(), rules);
  if (!buffer)
    return buffer.takeError();
  TraceFile file;
  file.file = name.str();
  file.text = (*buffer)->getBuffer().str();
  Expected<Value> json = llvm::json::parse(file.text);
  if (!json)
    return bad("{0}: not a trace file, or a truncated one: {1}", name,
               llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (!object || object->getString("format") != StringRef("rbcheck-trace"))
    return bad("{0}: not a trace file of rbcheck", name);
  std::optional<int64_t> version = object->getInteger("version");
  if (!version || *version != kTraceVersion)
    return bad("{0}: format version {1}, this rbreplay reads version {2}; "
               "record it again with rbcheck --trace",
               name, version.value_or(0), kTraceVersion);
  Reader whole(*object, "the trace");
  std::string why = readOrigin(whole, file.origin);
  if (why.empty())
    why = readSchedule(whole, file.violation.schedule);
  if (why.empty())
    why = readError(whole, file.violation);
  if (why.empty() && object->get("cycle")) { // else it was written before
    file.violation.cycle =
        uint32_t(whole.number("cycle", file.violation.schedule.size()));
    why = whole.complaint();
  }
  if (!why.empty())
    return bad("{0}: {1}", name, why);
  file.violation.machine = machineOf(file.origin);
  return file;
}

Expected<TraceData> replayFile(const TraceFile &file, const Program &program) {
  std::string code = codeHash(program);
  if (code != file.origin.codeHash)
    return bad("{0}: recorded for another program than {1} is now, or with "
               "another build of rbcheck; check it again with --trace",
               file.file, program.name);
  std::optional<TraceData> trace =
      replayTrace(program, file.violation);
  if (!trace || trace->fault.kind != file.violation.fault.kind)
    return bad("{0}: its schedule does not lead to the error it names ({1}); "
               "{2}",
               file.file, faultWord(file.violation.fault.kind), kChanged);
  trace->origin = file.origin;
  std::string text;
  llvm::raw_string_ostream out(text);
  writeTrace(out, *trace);
  if (text == file.text)
    return std::move(*trace);
  // Not byte for byte: laid out anew by some tool, or changed.
  Expected<Value> said = llvm::json::parse(file.text);
  Expected<Value> done = llvm::json::parse(text);
  if (!said || !done)
    return bad("{0}: cannot be compared with the replay", file.file);
  std::string why = differenceOf(*said, *done);
  if (!why.empty())
    return bad("{0}: {1}; {2}", file.file, why, kChanged);
  return std::move(*trace);
}

} // namespace rbcheck
