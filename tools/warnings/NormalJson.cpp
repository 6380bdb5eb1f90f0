//===- tools/warnings/NormalJson.cpp - The normal form as JSON lines ------===//
//
// One object per warning and line, for tests and for other programs. Keys that
// have nothing to say are left out.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Read.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

using llvm::json::OStream;

std::string clean(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

void writeText(OStream &json, llvm::StringRef key, const std::string &text) {
  if (!text.empty())
    json.attribute(key, clean(text));
}

void writeNumber(OStream &json, llvm::StringRef key, uint32_t number) {
  if (number)
    json.attribute(key, number);
}

void writePlace(OStream &json, const WarningPlace &place) {
  writeText(json, "func", place.func);
  writeText(json, "file", place.file);
  writeNumber(json, "line", place.line);
}

void writeTexts(OStream &json, llvm::StringRef key,
                const std::vector<std::string> &texts) {
  if (texts.empty())
    return;
  json.attributeArray(key, [&] {
    for (const std::string &text : texts)
      json.value(clean(text));
  });
}

void writeStep(OStream &json, const WarningStep &step) {
  json.object([&] {
    json.attribute("op", stepOpCode(step.op));
    WarningPlace place = step.place;
    // A call whose caller is not named: the function is the one it calls.
    if (place.func.empty())
      place.func = step.callee;
    writePlace(json, place);
    writeNumber(json, "col", step.column);
    writeNumber(json, "endCol", step.endColumn);
    writeText(json, "obj", step.object);
    writeText(json, "callee", step.callee);
    if (!step.stack.empty())
      json.attributeArray("stack", [&] {
        for (const WarningPlace &frame : step.stack)
          json.object([&] { writePlace(json, frame); });
      });
    writeText(json, "thread", step.thread);
    if (step.spawn)
      json.attributeObject("spawn", [&] { writePlace(json, *step.spawn); });
    writeTexts(json, "held", step.held);
    if (step.order)
      json.attribute("order", *step.order);
  });
}

void writeConstraints(OStream &json, const WarningConstraints &asked) {
  if (asked == WarningConstraints())
    return;
  json.attributeArray("require", [&] {
    if (asked.sameThread)
      json.value("same-thread");
    if (asked.differentThreads)
      json.value("different-threads");
    if (asked.sameAddress)
      json.value("same-address");
    if (asked.parked)
      json.value("parked");
    if (asked.holdsLocks)
      json.value("locks-held");
  });
}

/// {"path": "a.json", "pointer": "/0"}, {"path": "a.txt", "line": 7}
void writeSource(OStream &json, const WarningSource &source) {
  json.attribute("path", clean(source.path));
  llvm::StringRef pointer = source.pointer;
  auto [word, number] = pointer.split(' ');
  if (uint32_t value = lineNumber(number); value && !pointer.starts_with("/"))
    json.attribute(word, value);
  else
    writeText(json, "pointer", source.pointer);
}

void writeWarning(OStream &json, const Warning &warning) {
  json.object([&] {
    json.attribute("id", clean(warning.id));
    writeText(json, "tool", warning.tool);
    writeText(json, "rule", warning.rule);
    json.attribute("kind", warningKindWord(warning.kind));
    writeText(json, "message", warning.message);
    writeText(json, "object", warning.object);
    json.attributeArray("threads", [&] {
      for (const auto &thread : warning.threads)
        json.array([&] {
          for (const WarningStep &step : thread)
            writeStep(json, step);
        });
    });
    if (!warning.locks.empty())
      json.attributeArray("locks", [&] {
        for (const WarningLock &lock : warning.locks)
          json.object([&] {
            writeText(json, "name", lock.name);
            writePlace(json, lock.declared);
            writeNumber(json, "col", lock.column);
          });
      });
    writeConstraints(json, warning.constraints);
    writeText(json, "incomplete", warning.incomplete);
    writeText(json, warning.onlyConfirm ? "confirmOnly" : "unjudged",
              warning.unjudged);
    writeText(json, warning.inCalls ? "failsBelow" : "failsWith",
              warning.property);
    if (warning.confidence)
      json.attribute("confidence", *warning.confidence);
    writeText(json, "hash", warning.hash);
    if (!warning.sources.empty())
      json.attributeObject("source",
                           [&] { writeSource(json, warning.sources.front()); });
    if (warning.sources.size() > 1)
      json.attributeArray("copies", [&] {
        for (size_t i = 1; i < warning.sources.size(); ++i)
          json.object([&] { writeSource(json, warning.sources[i]); });
      });
    writeText(json, "fingerprint", warning.fingerprint);
  });
}

} // namespace

std::string normalJson(const std::vector<Warning> &warnings) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Warning &warning : warnings) {
    {
      OStream json(out);
      writeWarning(json, warning);
    }
    out << "\n";
  }
  return text;
}

} // namespace rbcheck
