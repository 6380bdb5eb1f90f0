//===- tools/report/WitnessYaml.cpp - Witnesses in YAML, format 2.2 -------===//
//
// One entry `violation_sequence`. Each point is a segment of its own, since the
// order of segments is the order over all threads; the last segment holds the
// targets, which a race has two of. Numbers of threads are those of the trace:
// 0 is main, k the one that the k-th creating call starts.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Source.h"
#include "tools/report/Witness.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

namespace rbcheck {

namespace {

/// A string of JSON is one of YAML, too.
std::string quoted(llvm::StringRef text) {
  return llvm::formatv("{0}", llvm::json::Value(llvm::json::fixUTF8(text)));
}

/// From the content: the same witness has the same number.
std::string uuidOf(llvm::StringRef text) {
  auto hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  hash[6] = (hash[6] & 0x0f) | 0x80; // version 8: made in our own way
  hash[8] = (hash[8] & 0x3f) | 0x80;
  std::string hex = llvm::toHex(llvm::ArrayRef(hash).take_front(16), true);
  for (size_t at : {20, 16, 12, 8})
    hex.insert(at, "-");
  return hex;
}

const char *typeOf(WitnessPoint::Kind kind) {
  switch (kind) {
  case WitnessPoint::Create:
  case WitnessPoint::Call:
    return "function_enter";
  case WitnessPoint::Return:
    return "function_return";
  case WitnessPoint::Assumption:
    return "assumption";
  case WitnessPoint::Target:
    return "target";
  }
  llvm_unreachable("covered switch");
}

void writePoint(llvm::raw_ostream &out, const WitnessPoint &point) {
  out << "    - waypoint:\n"
      << "        type: " << typeOf(point.kind) << "\n"
      << "        action: follow\n"
      << "        thread_id: " << point.thread << "\n";
  if (point.kind == WitnessPoint::Assumption ||
      point.kind == WitnessPoint::Return)
    out << "        constraint:\n"
        << "          value: " << quoted(point.constraint) << "\n"
        << "          format: "
        << (point.kind == WitnessPoint::Return ? "acsl_expression"
                                               : "c_expression")
        << "\n";
  out << "        location:\n"
      << "          file_name: " << quoted(shortPath(point.location.file))
      << "\n"
      << "          line: " << point.location.line << "\n"
      << "          function: " << quoted(point.location.function) << "\n";
}

std::string contentOf(const Witness &witness) {
  std::string content;
  llvm::raw_string_ostream out(content);
  bool isTarget = false;
  for (const WitnessPoint &point : witness.points) {
    // All targets are one segment.
    if (!isTarget || point.kind != WitnessPoint::Target)
      out << "  - segment:\n";
    writePoint(out, point);
    isTarget = point.kind == WitnessPoint::Target;
  }
  return content;
}

} // namespace

void writeWitnessYaml(llvm::raw_ostream &out, const Witness &witness) {
  std::string content = contentOf(witness);
  out << "- entry_type: violation_sequence\n"
      << "  metadata:\n"
      << "    format_version: \"2.2\"\n"
      << "    uuid: " << quoted(uuidOf(witness.time + content)) << "\n"
      << "    creation_time: " << quoted(witness.time) << "\n"
      << "    producer:\n"
      << "      name: \"rbcheck\"\n"
      << "      version: " << quoted(RBCHECK_VERSION) << "\n"
      << "    task:\n"
      << "      input_files:\n";
  for (const WitnessFile &file : witness.files)
    out << "        - " << quoted(file.name) << "\n";
  out << "      input_file_hashes:\n";
  for (const WitnessFile &file : witness.files)
    out << "        " << quoted(file.name) << ": " << quoted(file.hash) << "\n";
  out << "      specification: " << quoted(witness.property) << "\n"
      << "      data_model: \"LP64\"\n"
      << "      language: " << quoted(witness.language) << "\n"
      << "  content:\n"
      << content;
}

} // namespace rbcheck
