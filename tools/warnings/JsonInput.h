//===- tools/warnings/JsonInput.h - Hostile JSON, read safely -------------===//
//
// Finds the JSON document in a report (text may stand around it), checks its
// nesting before the recursive parser sees it, and gives access to values of
// which nothing is known: what is missing or of another type reads as empty.
// Tested by test/warnings/bad-input.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/warnings/Import.h"

#include "llvm/Support/JSON.h"

namespace rbcheck {

/// The document, or an error with its line.
llvm::Expected<llvm::json::Value> parseJsonReport(const Import &in);

/// The text of the first document, or "" if there is none: from a bracket that
/// begins a line to the one that closes it.
llvm::StringRef findJson(llvm::StringRef text);

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

} // namespace rbcheck
