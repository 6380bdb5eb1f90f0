//===- tools/report/InputText.cpp - Values of inputs, in words ------------===//
#include "tools/report/InputText.h"

#include "tools/report/ErrorText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace rbcheck {

namespace {

constexpr size_t kMostShown = 20;

/// `name[7]` is a byte of `name`.
std::optional<std::string> objectOf(const InputValue &input) {
  const llvm::StringRef name = input.name;
  const size_t bracket = name.rfind('[');
  if (input.bits != 8 || bracket == llvm::StringRef::npos)
    return std::nullopt;
  return name.take_front(bracket).str();
}

} // namespace

std::string numberText(const InputValue &input) {
  const unsigned spare = 64 - input.bits;
  const int64_t asSigned = int64_t(input.value << spare) >> spare;
  const bool isUnsigned = llvm::StringRef(input.name).contains("_u") ||
                          llvm::StringRef(input.name).ends_with("size_t");
  return isUnsigned ? std::to_string(input.value) : std::to_string(asSigned);
}

std::vector<ShownInput> shownInputs(const Inputs *inputs) {
  std::vector<ShownInput> out;
  if (!inputs)
    return out;
  std::optional<std::string> object; // the last one's
  for (const InputValue &input : inputs->given) {
    const std::optional<std::string> now = objectOf(input);
    if (llvm::StringRef(input.name).starts_with("uninitialised ")) {
      out.push_back({input.thread, input.name, numberText(input)});
    } else if (!now) {
      out.push_back({input.thread, input.name + "()", numberText(input)});
    } else {
      const bool isNext = object == now && !out.empty() &&
                          out.back().thread == input.thread &&
                          !llvm::StringRef(input.name).ends_with("[0]");
      if (!isNext)
        out.push_back({input.thread, *now, "\"\""});
      std::string &text = out.back().value;
      text.pop_back();
      llvm::raw_string_ostream stream(text);
      llvm::printEscapedString(
          llvm::StringRef(reinterpret_cast<const char *>(&input.value), 1),
          stream);
      stream << '"';
    }
    object = now;
  }
  return out;
}

std::string noteText(const ShownInput &input) {
  return "input: " + input.name + " was " + input.value +
         (input.thread ? " in T" + std::to_string(input.thread) : "");
}

std::string scopeText(const Result &result) {
  const OpenInputs &open = result.inputs;
  if (!open.any)
    return "for this input";
  if (!holdsForAllInputs(result))
    return "for the values of its inputs that were tried";
  std::vector<std::string> parts;
  if (open.arguments)
    parts.push_back(counted(open.arguments, "argument") + " of at most " +
                    counted(open.argumentBytes, "byte"));
  if (open.stdinBytes)
    parts.push_back(counted(open.stdinBytes, "byte") + " of standard input");
  return "for all values of its inputs" +
         (parts.empty() ? "" : " (" + llvm::join(parts, ", ") + ")");
}

std::string inputText(const TraceData &trace) {
  const std::vector<ShownInput> all = shownInputs(trace.origin.inputs.get());
  std::string text;
  for (size_t i = 0; i < all.size() && i < kMostShown; ++i)
    text += "      | " + noteText(all[i]) + "\n";
  if (all.size() > kMostShown)
    text += "      | ... and " + std::to_string(all.size() - kMostShown) +
            " more inputs (--trace=FILE has all)\n";
  return text;
}

} // namespace rbcheck
