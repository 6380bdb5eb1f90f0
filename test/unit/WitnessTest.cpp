//===- test/unit/WitnessTest.cpp - Witnesses are YAML and hold what is said ===//
#include "tools/report/Witness.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

/// Parsed YAML as nested text: {a: b, c: [d, e]}.
std::string flatten(llvm::yaml::Node *node) {
  llvm::SmallString<64> storage;
  if (auto *scalar = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(node))
    return scalar->getValue(storage).str();
  std::string text;
  if (auto *map = llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(node)) {
    for (llvm::yaml::KeyValueNode &entry : *map) {
      std::string key = flatten(entry.getKey());
      text += (text.empty() ? "" : ", ") + key + ": " +
              flatten(entry.getValue());
    }
    return "{" + text + "}";
  }
  if (auto *list = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(node))
    for (llvm::yaml::Node &entry : *list)
      text += (text.empty() ? "" : ", ") + flatten(&entry);
  return "[" + text + "]";
}

std::string parsed(const Witness &witness) {
  std::string yaml;
  llvm::raw_string_ostream out(yaml);
  writeWitnessYaml(out, witness);
  llvm::SourceMgr sources;
  llvm::yaml::Stream stream(yaml, sources);
  std::string text = flatten(stream.begin()->getRoot());
  EXPECT_FALSE(stream.failed()) << yaml;
  return text;
}

Witness small() {
  Witness witness;
  witness.files = {{"a \"b\"\n.c", std::string(64, '0')}};
  witness.property = "G ! data-race";
  witness.language = "C";
  witness.time = "2025-01-01T00:00:00Z";
  Location at{"a \"b\"\n.c", 7, 3, "f"};
  witness.points = {{WitnessPoint::Create, 0, at, "", "f", 1},
                    {WitnessPoint::Assumption, 1, at, "x[1] == -2", "", 0},
                    {WitnessPoint::Target, 1, at, "", "", 0},
                    {WitnessPoint::Target, 0, at, "", "", 0}};
  return witness;
}

TEST(Witness, IsYamlWithTheseParts) {
  std::string text = parsed(small());
  EXPECT_NE(text.find("[{entry_type: violation_sequence, metadata: "
                      "{format_version: 2.2, uuid: "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("task: {input_files: [a \"b\"\n.c], input_file_hashes: "
                      "{a \"b\"\n.c: 0000"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("constraint: {value: x[1] == -2, format: c_expression}"),
            std::string::npos)
      << text;
}

TEST(Witness, TargetsShareOneSegment) {
  std::string text = parsed(small());
  size_t segments = 0, waypoints = 0;
  for (size_t at = 0; (at = text.find("{segment:", at)) != std::string::npos;
       ++at)
    ++segments;
  for (size_t at = 0; (at = text.find("{waypoint:", at)) != std::string::npos;
       ++at)
    ++waypoints;
  EXPECT_EQ(segments, 3u);
  EXPECT_EQ(waypoints, 4u);
}

TEST(Witness, NumberComesFromTheContent) {
  Witness other = small();
  EXPECT_EQ(parsed(small()), parsed(other));
  other.points[1].constraint = "x[1] == 3";
  std::string a = parsed(small()), b = parsed(other);
  auto uuid = [](const std::string &text) {
    return text.substr(text.find("uuid: "), 42);
  };
  EXPECT_NE(uuid(a), uuid(b));
}

} // namespace
