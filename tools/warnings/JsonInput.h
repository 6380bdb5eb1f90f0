//===- tools/warnings/JsonInput.h - Hostile JSON, read safely -------------===//
//
// A report is never parsed as a whole: the text of its document is cut into the
// members and elements that an importer asks for, and each record is parsed
// alone, so that a report of any size needs the memory of one record. Nesting is
// checked before the recursive parser sees anything. Values of which nothing is
// known can be asked for anything: what is missing or of another type reads as
// empty.
// Tested by test/warnings/bad-input.test and test/warnings/scale.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

#include <memory>

namespace rbcheck {

/// The extent of a document: from a bracket that begins a line to the one that
/// closes it, or to the end of the text.
struct JsonExtent {
  size_t begin = llvm::StringRef::npos;
  size_t end = 0;
  bool isDeep = false;   ///< nested too deep at `end`
  bool isClosed = false;

  bool isFound() const { return begin != llvm::StringRef::npos; }
};
JsonExtent findJson(llvm::StringRef text, size_t from = 0);

/// The text of the report's document. Of one that is cut off is complained, and
/// what stands before the cut is there.
llvm::Expected<llvm::StringRef> jsonDocument(Import &in);

/// Texts of the elements of an array, and of the members of an object; nothing
/// if the text is something else.
std::vector<llvm::StringRef> jsonElements(llvm::StringRef array);
void forEachMember(llvm::StringRef object,
                   llvm::function_ref<void(llvm::StringRef key,
                                           llvm::StringRef value)> visit);
/// The text of one member, or "".
llvm::StringRef jsonMember(llvm::StringRef object, llvm::StringRef key);

/// Any value, present or not.
class Json {
public:
  Json() = default;
  Json(const llvm::json::Value *value) : value_(value) {}

  Json operator[](llvm::StringRef key) const {
    const llvm::json::Object *object = value_ ? value_->getAsObject() : nullptr;
    return object ? object->get(key) : nullptr;
  }
  Json operator[](size_t index) const {
    const llvm::json::Array *array = value_ ? value_->getAsArray() : nullptr;
    return array && index < array->size() ? &(*array)[index] : nullptr;
  }
  /// Elements of an array, else 0.
  size_t size() const {
    const llvm::json::Array *array = value_ ? value_->getAsArray() : nullptr;
    return array ? array->size() : 0;
  }
  std::string text() const {
    auto text = value_ ? value_->getAsString() : std::nullopt;
    return text ? text->str() : "";
  }
  /// A line, a column or another small number; 0 if it is none.
  uint32_t number() const {
    auto number = value_ ? value_->getAsInteger() : std::nullopt;
    return number && *number > 0 && *number < 0x7fffffff ? uint32_t(*number)
                                                         : 0;
  }
  std::optional<int64_t> integer() const {
    return value_ ? value_->getAsInteger() : std::nullopt;
  }
  bool isPresent() const { return value_; }
  bool isArray() const { return value_ && value_->getAsArray(); }
  bool isObject() const { return value_ && value_->getAsObject(); }
  bool isTrue() const {
    return value_ && value_->getAsBoolean().value_or(false);
  }

private:
  const llvm::json::Value *value_ = nullptr;
};

/// A record with its own memory; a Json of it lives as long as it does.
class JsonRecord : public Json {
public:
  JsonRecord() = default;
  explicit JsonRecord(llvm::json::Value value)
      : JsonRecord(std::make_unique<llvm::json::Value>(std::move(value))) {}
  llvm::json::Value &value() { return *kept_; }

private:
  explicit JsonRecord(std::unique_ptr<llvm::json::Value> value)
      : Json(value.get()), kept_(std::move(value)) {}
  std::unique_ptr<llvm::json::Value> kept_;
};

/// Parses the text of one record; bytes that are not UTF-8 are replaced.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

/// The same for a record that is part of the report: of what is broken is
/// complained with its line, and nothing is there then.
JsonRecord readRecord(Import &in, llvm::StringRef text);

/// Every element of an array of the report, until reading is to stop.
void forEachRecord(Import &in, llvm::StringRef array,
                   llvm::function_ref<void(size_t index, Json record)> visit);

} // namespace rbcheck
